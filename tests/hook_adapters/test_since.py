"""The reference adapter says a verdict is possible from the first measured version on that shows it, not before."""

from __future__ import annotations

import pytest

from hook_adapters.canonical.platform import load, platforms
from hookconform.corpus.claims import load_platform
from hookconform.effects.rows import adapter_rows, measured_platforms, measured_versions
from hookconform.effects.verdicts import honoured
from hookconform.ground.versions import at_least


@pytest.mark.parametrize("platform", sorted(set(platforms()) & set(measured_platforms())))
def test_no_verdict_is_promised_between_two_measurements(platform: str) -> None:
    table = load(platform)
    for claim in load_platform(platform).events.values():
        event = claim.registration
        versions = [one for one in measured_versions(platform) if adapter_rows(platform, one, event)]
        for verdict, since in table._row(claim.native).items() if versions else ():
            if not since or since in versions or at_least(versions[0], since):
                continue
            older = [one for one in versions if not at_least(one, since)]
            does = verdict in honoured(platform, older[-1], event)
            assert does, f"{event}: {verdict} is said to work since {since}, and {older[-1]} does not do it"
