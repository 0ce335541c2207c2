"""The base lines do nothing, completely: they break nowhere, and are right exactly where nothing had to be done."""

from __future__ import annotations

from pathlib import Path
from zlib import crc32

import pytest

from hookconform.attach.registry import find_adapter
from hookconform.cases.loading import case_ids, iter_cases
from hookconform.checks.decision.questions import policy_names
from hookconform.checks.outcome import Outcome
from hookconform.corpus.cases import Case
from hookconform.corpus.locate import corpus_root
from hookconform.effects.policy_calls import stand_for_policy
from hookconform.run.engine import run
from hookconform.run.record import RunRecord
from hookconform.run.selection import Selection

pytestmark = pytest.mark.whole

BASELINE = Path(__file__).parents[2] / "adapters" / "baseline"
METHODS = ("tool-name", "event", "input", "result", "kind", "calls", "rules", "refusal", "response")


def _run(adapter: str, selection: Selection) -> RunRecord:
    return run(find_adapter(str(BASELINE / adapter)), selection)


def _cases(platform: str) -> dict[str, Case]:
    return {case.id: case for case in iter_cases(platforms=[platform])}


@pytest.mark.parametrize(("adapter", "start"), [("identity", 0), ("identity/extended.toml", 1)])
def test_identity_breaks_nowhere_and_claims_every_method(adapter: str, start: int) -> None:
    # It looks at no value. One case in five by a hash of its id, other ones for each: a new case moves none.
    cases = iter_cases(ids=frozenset(name for name in case_ids(corpus_root()) if crc32(name.encode()) % 5 == start))
    record = run(find_adapter(str(BASELINE / adapter)), Selection(), cases=cases)
    assert record.total(Outcome.ERROR) == 0
    assert {capability for _, capability, _ in record.counts} == set(METHODS)
    assert record.total(Outcome.UNSUPPORTED) == 0


def test_identity_is_right_exactly_where_the_native_name_is_the_canonical_one() -> None:
    cases = _cases("gemini-cli")
    record = _run("identity/extended.toml", Selection(("gemini-cli",), ("tool-name",), ("*/captured/*",)))
    wrong = {result.case_id for result in record.notable}
    renamed = {
        name for name, case in cases.items() if case.is_captured and case.is_asked and case.expected.platform_tool_name
    }
    assert wrong == renamed
    assert wrong


def test_no_op_is_wrong_exactly_where_a_call_had_to_be_stopped() -> None:
    stands = {
        f"{case.id}::decision[{name}]": stand
        for case in _cases("gemini-cli").values()
        for name in policy_names()
        if (stand := stand_for_policy(case, name))
    }
    record = _run("no-op", Selection(("gemini-cli",), ("decision",)))
    assert record.total(Outcome.ERROR) == 0
    assert {result.id for result in record.notable} == {check for check, stand in stands.items() if stand.stopped}
    assert record.total(Outcome.PASSED) == sum(not stand.stopped for stand in stands.values()) > 0
