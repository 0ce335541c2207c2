"""The record of a run: what is counted and kept of each result, and the one sentence that it comes to."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support import fakes

from hookconform.checks.known_failures import Entry
from hookconform.checks.outcome import CheckResult, Outcome
from hookconform.run.record import INTERRUPTED, RunRecord, Status
from hookconform.run.selection import Selection

RESULT = CheckResult("gemini-cli/synthetic/a", "event", "gemini-cli", Outcome.PASSED)
DENIED = RESULT._replace(capability="response", variant="deny")


def record(*results: CheckResult, counts_only: bool = False) -> RunRecord:
    made = RunRecord(fakes.manifest(Path()), Selection(), counts_only)
    for result in results:
        made.add(result)
    return made


def of(*outcomes: Outcome) -> RunRecord:
    return record(*(RESULT._replace(outcome=outcome) for outcome in outcomes))


@pytest.mark.parametrize(
    ("outcomes", "stale", "status", "verdict"),
    [
        ([], 0, Status.FAILED, "failed: no check of this selection was judged, which proves nothing"),
        (
            [Outcome.UNSUPPORTED],
            0,
            Status.FAILED,
            "failed: no check of this selection was judged, which proves nothing",
        ),
        ([Outcome.PASSED], 0, Status.PASSED, "passed: 1 check"),
        ([Outcome.PASSED, Outcome.UNSUPPORTED], 0, Status.PASSED, "passed: 1 check"),
        ([Outcome.PASSED, Outcome.KNOWN], 0, Status.PASSED, "passed: 1 check, 1 known failure"),
        ([Outcome.KNOWN] * 2, 0, Status.PASSED, "passed: 0 checks, 2 known failures"),
        ([Outcome.KNOWN, Outcome.FAILED], 0, Status.FAILED, "failed: 1 of 2 checks is red, 1 known failure"),
        ([Outcome.PASSED] * 1001, 0, Status.PASSED, "passed: 1,001 checks"),
        ([Outcome.FAILED], 0, Status.FAILED, "failed: 1 of 1 checks is red"),
        ([Outcome.ERROR, Outcome.UNSUPPORTED], 0, Status.FAILED, "failed: 1 of 1 checks is red"),
        ([Outcome.STALE, Outcome.PASSED], 0, Status.FAILED, "failed: 1 of 2 checks is red"),
        ([Outcome.FAILED, Outcome.ERROR, Outcome.PASSED], 0, Status.FAILED, "failed: 2 of 3 checks are red"),
        ([Outcome.PASSED], 1, Status.FAILED, "failed: 1 of 2 checks is red"),
        ([Outcome.FAILED, Outcome.PASSED], 2, Status.FAILED, "failed: 3 of 4 checks are red"),
        ([], 1, Status.FAILED, "failed: 1 of 1 checks is red"),
    ],
)
def test_what_a_run_is_worth(outcomes: list[Outcome], stale: int, status: Status, verdict: str) -> None:
    found = of(*outcomes)
    found.stale_entries = [Entry("x::event", "why")] * stale
    assert (found.status, found.verdict) == (status, verdict)
    assert found.exit_code == {Status.PASSED: 0, Status.FAILED: 1}[status]


@pytest.mark.parametrize("outcome", [Outcome.PASSED, Outcome.FAILED])
def test_a_run_that_did_not_come_to_its_end_is_neither_passed_nor_failed(outcome: Outcome) -> None:
    found = of(outcome)
    found.interrupted = INTERRUPTED
    assert (found.status, found.exit_code, found.verdict) == (Status.INCOMPLETE, 3, "incomplete: interrupted")


def test_a_run_that_was_to_end_at_the_first_red_check_says_so() -> None:
    found = of(Outcome.PASSED, Outcome.FAILED)
    found.stopped = True
    assert found.verdict == "failed: 1 of 2 checks is red; the run ended there"


def test_what_is_neither_passed_nor_unsupported_is_kept() -> None:
    found = of(*Outcome)
    assert [result.outcome for result in found.notable] == [
        Outcome.FAILED, Outcome.ERROR, Outcome.KNOWN, Outcome.STALE,
    ]  # fmt: skip
    assert {outcome: found.total(outcome) for outcome in Outcome} == dict.fromkeys(Outcome, 1)
    assert found.total(Outcome.FAILED, Outcome.ERROR) == 2
    assert found.total() == 0


def test_where_only_numbers_are_wanted_nothing_is_kept() -> None:
    found = record(RESULT._replace(outcome=Outcome.FAILED), counts_only=True)
    assert (found.notable, found.total(Outcome.FAILED)) == ([], 1)


def test_numbers_are_by_platform_capability_and_variant() -> None:
    elsewhere = DENIED._replace(platform="codex")
    found = record(RESULT, DENIED, elsewhere, DENIED._replace(variant="ask"), DENIED._replace(outcome=Outcome.FAILED))
    passed = Outcome.PASSED
    assert found.total_of("event", passed) == 1
    assert found.total_of("response", passed) == 3
    assert found.total_of("response", passed, Outcome.FAILED) == 4
    assert found.total_of("response", passed, platform="codex") == 1
    assert found.total_of("response", passed, platform="gemini-cli") == 2
    assert found.total_of("response", passed, platform="gemini") == 0
    assert found.total_of("response", passed, variant="deny") == 2
    assert found.total_of("response", Outcome.FAILED, variant="deny") == 1
    assert found.total_of("response", passed, variant="deny", platform="codex") == 1
    assert found.total_of("response", passed, variant="context") == 0
    # What has no variant is among none.
    assert found.total_of("event", passed, variant="deny") == 0
    assert set(found.variants) == {
        ("gemini-cli", "response", "deny", passed),
        ("gemini-cli", "response", "deny", Outcome.FAILED),
        ("gemini-cli", "response", "ask", passed),
        ("codex", "response", "deny", passed),
    }


def test_what_is_judged_by_another_version_is_counted_unless_it_is_not_judged() -> None:
    inferred = RESULT._replace(inferred=True)
    found = record(
        RESULT, inferred, inferred._replace(outcome=Outcome.UNSUPPORTED), inferred._replace(outcome=Outcome.FAILED)
    )
    assert found.inferred == 2


def test_fields_that_were_left_out_are_named_once_by_platform() -> None:
    one, two = RESULT._replace(left_out=("a", "b")), RESULT._replace(left_out=("b",))
    found = record(RESULT, one, two, two._replace(platform="codex"))
    assert dict(found.left_out) == {"gemini-cli": {"a", "b"}, "codex": {"b"}}


def test_an_empty_cell_of_the_table_is_not_judged_and_so_is_what_nobody_measured() -> None:
    found = record(RESULT, DENIED, RESULT._replace(platform="codex"))
    assert found.not_judged == {("codex", "response"): []}
    found.unmeasured["gemini-cli", "response"] |= {"BeforeTool", "AfterTool"}
    assert found.not_judged == {("codex", "response"): [], ("gemini-cli", "response"): ["AfterTool", "BeforeTool"]}
    assert record().not_judged == {}
