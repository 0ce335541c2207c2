"""No case is red for a correct adapter, whatever liberties of the documents it takes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from tests.support.liberties import Liberal, ReadsExtremeNesting, RefusesWhatMayBeRefused, WaysTaken, liberties

from hookconform.attach.calls import Response
from hookconform.attach.claims import ALL
from hookconform.attach.manifest import Manifest, read_manifest
from hookconform.cases.loading import iter_cases
from hookconform.checks.outcome import RED, CheckResult, Outcome
from hookconform.corpus.cases import Case
from hookconform.effects.representatives import newest_whole
from hookconform.run.engine import pack_of
from hookconform.run.plan import plan_case

pytestmark = pytest.mark.whole

AT_LEAST = 15


# One case in so many is asked by default; all with `-m slow`.
SHARE = 8


@cache
def cases(share: int = 1) -> tuple[Case, ...]:
    """Every case that was written by hand or composed, and the newest recorded version of each platform.

    With a `share`, one in so many, and all that may be refused or contain calls.
    """
    whole = (case for case in iter_cases() if case.version is None or case.version == _newest_of(case.platform))
    return tuple(
        case
        for case in whole
        if case.expected.may_refuse or case.expected.calls or crc32(case.id.encode()) % share == 0
    )


@cache
def _newest_of(platform: str) -> str:
    return newest_whole(platform)


def manifest(adapter: type[Liberal]) -> Manifest:
    raw: dict[str, Any] = {
        "name": "liberal",
        "version": "1",
        "language": "python",
        "platforms": ALL,
        "protocol": 2,
        "capabilities": list(adapter.capabilities),
        "tier": "extended",
        "legacy_aliases": True,
        "run": {"python": "tests.support.liberties:Liberal"},
    }
    return read_manifest(raw | adapter.manifest, Path("adapter.toml"))


def judged(adapter: type[Liberal], share: int = 1) -> Iterator[tuple[Case, Response, list[CheckResult]]]:
    stated, liberal, reference = manifest(adapter), adapter(), Liberal()
    rules = pack_of(stated)
    for case in cases(share):
        plan = plan_case(case, stated, rules, adapter.capabilities)
        if plan is None or not plan.calls:
            continue
        responses = [liberal.response(call) for call in plan.calls]
        # Where nothing is claimed or answered otherwise, the reference is judged as it is elsewhere.
        if adapter.manifest or repr(responses) != repr([reference.response(call) for call in plan.calls]):
            yield case, responses[0], plan.judge(responses)


def red(adapter: type[Liberal], share: int) -> list[str]:
    found: list[str] = []
    passed = 0
    for _, _, results in judged(adapter, share):
        found += [f"{result.id}: {result.message} {result.differences}" for result in results if result.outcome in RED]
        passed += sum(result.outcome is Outcome.PASSED for result in results)
    assert passed
    return found[:20]


@pytest.mark.parametrize("adapter", liberties(), ids=lambda adapter: adapter.__name__)
def test_no_liberty_of_the_documents_is_red(adapter: type[Liberal]) -> None:
    # Few cases are asked for answers.
    assert red(adapter, 1 if adapter.capabilities == ("response",) else SHARE) == []


@pytest.mark.slow
@pytest.mark.parametrize("adapter", liberties(), ids=lambda adapter: adapter.__name__)
def test_no_liberty_is_red_on_any_case(adapter: type[Liberal]) -> None:
    assert red(adapter, 1) == []


def test_there_are_enough_liberties() -> None:
    assert len(liberties()) >= AT_LEAST


def test_whatever_may_be_refused_is_read_and_refused() -> None:
    every = {case.id for case in cases() if case.expected.may_refuse}
    ways = {adapter: WaysTaken() for adapter in (ReadsExtremeNesting, RefusesWhatMayBeRefused)}
    for adapter, way in ways.items():
        for case in cases(SHARE):
            if case.expected.may_refuse:
                plan = plan_case(case, manifest(adapter), pack_of(manifest(adapter)), ("event",))
                assert plan is not None
                way.note(case, adapter().response(plan.calls[0]))
    assert set(ways[ReadsExtremeNesting].read) == every
    assert set(ways[RefusesWhatMayBeRefused].refused) == every
