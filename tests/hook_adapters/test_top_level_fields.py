"""The top-level fields that an adapter knows are those of the claims, and a case shows each."""

from __future__ import annotations

from collections import defaultdict

import pytest

from hook_adapters import platforms
from hook_adapters.canonical.platform import load
from hook_adapters.canonical.types import CanonicalEvent
from hookconform.cases.loading import iter_cases
from hookconform.corpus.claims import load_platform

# The tables of Copilot CLI serve the cloud agent too, which has fewer fields.
SHARED = {"copilot-cloud-agent": "copilot-cli"}


@pytest.mark.parametrize("platform", platforms())
def test_they_are_those_of_the_claims(platform: str) -> None:
    tables = load(platform).tables
    assert tables.read | tables.kept == set(load_platform(SHARED.get(platform, platform)).payload.known_keys)
    assert not tables.read & tables.kept
    assert not tables.kept & CanonicalEvent.__annotations__.keys()


@pytest.mark.whole
def test_every_known_one_stands_in_a_case() -> None:
    shown: dict[str, set[str]] = defaultdict(set)
    for case in iter_cases():
        if not case.expected.is_refusal:
            shown[case.platform] |= {*(case.payload_object or {})}
    for platform, fields in shown.items():
        assert set(load_platform(platform).payload.known_keys) <= fields, platform
