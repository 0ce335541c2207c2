"""Every package judges as the engine does, check by check: right answers, and those of each broken adapter."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.export.packages import NAMES, PLATFORMS, Judging
from tests.export.recording import recorded

from hookconform.attach.manifest import FILE_NAME, load_manifest
from hookconform.checks.outcome import Outcome

pytestmark = pytest.mark.whole

BROKEN = Path(__file__).parents[2] / "adapters" / "broken"
# Those with methods that read payloads; a hook program and a facade have no such answers.
ADAPTERS = [
    path.parent.name
    for path in sorted(BROKEN.glob(f"*/{FILE_NAME}"))
    if load_manifest(path).kind != "hook" and "facade" not in load_manifest(path).capabilities
]
# Each adapter answers one case in so many, the next adapter the next ones: in id order every family, event and version
# has its share, and every case is judged with the wrong answers of several adapters.
STEP = 4


def test_there_are_broken_adapters_of_many_kinds() -> None:
    assert len(ADAPTERS) > 20


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("platform", PLATFORMS)
def test_right_answers_pass_everywhere(name: str, platform: str, package: Callable[[str], Judging]) -> None:
    lines = list(recorded("reference", platform))
    expected = {check: outcome.value for _, outcomes in lines for check, outcome in outcomes.items()}
    assert set(expected.values()) == {"passed"}
    assert len(expected) > 4000
    assert package(name).outcomes(platform, (text for text, _ in lines)) == expected


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("adapter", ADAPTERS)
def test_wrong_answers_fail_at_the_same_checks(adapter: str, name: str, package: Callable[[str], Judging]) -> None:
    start = ADAPTERS.index(adapter) % STEP
    lines = list(recorded(str(BROKEN / adapter), PLATFORMS[1], start, STEP))
    expected = {check: outcome.value for _, outcomes in lines for check, outcome in outcomes.items()}
    assert len(expected) > 1000
    assert package(name).outcomes(PLATFORMS[1], (text for text, _ in lines)) == expected


def test_the_outcomes_of_broken_adapters_are_of_all_kinds() -> None:
    found = {
        outcome
        for adapter in ("refuses_everything", "native_name_everywhere", "silent_allow")
        for _, outcomes in recorded(str(BROKEN / adapter), PLATFORMS[0])
        for outcome in outcomes.values()
    }
    assert found >= {Outcome.PASSED, Outcome.FAILED}
