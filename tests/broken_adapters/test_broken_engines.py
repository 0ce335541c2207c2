"""Every wrong rule engine is failed by a case: the reference engine with one fault, on which the run goes red."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import pytest
from tests.support.engine_faults import FAULTS

from hookconform.attach.registry import find_adapter
from hookconform.cases.loading import iter_cases
from hookconform.checks.outcome import Outcome
from hookconform.corpus.cases import Case
from hookconform.run.engine import run
from hookconform.run.selection import Selection

pytestmark = pytest.mark.whole

# Faults that show only where the platform has a name of its own.
NEEDS = {"native tools": "engine-names-native-tool", "native events": "engine-names-native-event"}


@cache
def cases() -> dict[str, tuple[Case, ...]]:
    """Return the cases with rules of their own, by platform."""
    found: dict[str, list[Case]] = {}
    for case in iter_cases():
        if case.rules:
            found.setdefault(case.platform, []).append(case)
    return {platform: tuple(cases) for platform, cases in sorted(found.items())}


def red(platform: str, *, stop_at_red: bool = False) -> int:
    """Return how many checks of rules fail on a platform; one of an engine that breaks shows nothing."""
    selection = Selection(capabilities=("rules",))
    record = run(
        find_adapter("reference"), selection, cases=cases()[platform], in_process=True, stop_at_red=stop_at_red
    )
    assert {result.outcome for result in record.notable} <= {Outcome.FAILED, Outcome.ERROR}
    return record.total(Outcome.FAILED)


def has(platform: str, needed: str) -> bool:
    """Tell whether a platform has a case; without a name, whether it has one of every table of rules.

    Tables of calls at other events are left out: no platform has all of these events.
    """
    if needed:
        return any(case.id.endswith(needed) for case in cases()[platform])
    return _tables(cases()[platform]) == _tables(case for found in cases().values() for case in found)


def _tables(found: Iterable[Case]) -> set[tuple[str, ...]]:
    return {case.tags for case in found if not any("-at-other-events-" in tag for tag in case.tags)}


def test_the_right_engine_passes_on_every_platform() -> None:
    assert cases()
    assert {platform: red(platform) for platform in cases()} == dict.fromkeys(cases(), 0)


@pytest.mark.parametrize(("number", "name"), list(enumerate(FAULTS)), ids=list(FAULTS))
def test_a_wrong_engine_is_failed(number: int, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each on one platform, whose turn it is: the tables are the same on all."""
    platforms = [platform for platform in cases() if has(platform, NEEDS.get(name, ""))]
    FAULTS[name](monkeypatch)
    turn = platforms[number % len(platforms)]
    # The first red check is enough, unless the engine broke there.
    assert red(turn, stop_at_red=True) or red(turn)
