"""Known failures still run; a list that has become wrong turns the run red."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookconform.checks.known_failures import Entry, KnownFailures, load_known_failures, stated_entries
from hookconform.checks.outcome import CheckResult, Outcome
from hookconform.ground.errors import HookconformError


def result(outcome: Outcome, case: str = "codex/synthetic/x") -> CheckResult:
    return CheckResult(case, "event", "codex", outcome)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (Outcome.FAILED, Outcome.KNOWN),
        (Outcome.PASSED, Outcome.STALE),
        (Outcome.ERROR, Outcome.ERROR),
        (Outcome.UNSUPPORTED, Outcome.UNSUPPORTED),
    ],
)
@pytest.mark.parametrize("check", ["codex/synthetic/x::event", "codex/*::event"])
def test_a_listed_check(check: str, before: Outcome, after: Outcome) -> None:
    known = KnownFailures((Entry(check, "because"),))
    assert known.apply(result(before)).outcome is after


def test_an_unlisted_check_stays_what_it_is() -> None:
    known = KnownFailures((Entry("codex/synthetic/y::event", "because"),))
    assert known.apply(result(Outcome.FAILED)).outcome is Outcome.FAILED
    assert known.unmet() == [Entry("codex/synthetic/y::event", "because")]


def test_an_entry_that_met_a_check_is_not_unmet() -> None:
    known = KnownFailures((Entry("codex/*::event", "because"),))
    known.apply(result(Outcome.FAILED))
    assert known.unmet() == []


def test_an_adapter_that_breaks_over_a_listed_check_does_not_make_the_entry_one_about_nothing() -> None:
    known = KnownFailures((Entry("codex/*::event", "because"),))
    known.apply(result(Outcome.ERROR))
    assert known.unmet() == []


def test_a_list_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "known.yaml"
    path.write_text("- {check: 'a::event'}\n")
    with pytest.raises(HookconformError) as caught:
        load_known_failures(path)
    assert caught.value.code == "schema.known-failures"
    with pytest.raises(HookconformError):
        load_known_failures(tmp_path / "missing.yaml")
    assert load_known_failures(None).entries == ()


def test_entries_without_a_reason_are_refused_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "known.yaml"
    path.write_text(
        "- {check: 'a::event', reason: why}\n- {check: 'b::event', reason: ' '}\n- {check: c, reason: ''}\n"
    )
    with pytest.raises(HookconformError) as caught:
        load_known_failures(path)
    assert caught.value.code == "known-failures.reason"
    assert caught.value.what == "2 of 3 entries without a reason; the first is b::event."
    path.write_text("- {check: 'a::event', reason: why}\n")
    assert load_known_failures(path).entries == (Entry("a::event", "why"),)


def test_of_a_list_that_is_written_anew_the_entries_with_a_reason_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "known.yaml"
    path.write_text(
        "- {check: 'a::event', reason: ''}\n- {check: 'b::event', reason: '  '}\n- {check: 'c::event', reason: why}\n"
    )
    assert stated_entries(path) == (Entry("c::event", "why"),)


@pytest.mark.parametrize(
    "text", ["check: a::event\n", "- {check: 7, reason: why}\n", "- {check: 'a::event'}\n", "- a::event\n"]
)
def test_a_list_of_another_form_is_not_written_over(tmp_path: Path, text: str) -> None:
    path = tmp_path / "known.yaml"
    path.write_text(text)
    with pytest.raises(HookconformError) as caught:
        stated_entries(path)
    assert caught.value.code == "schema.known-failures"
    assert str(path) in str(caught.value.where)


CLAIM = "codex#tool:write_stdin"


def of_claim(outcome: Outcome, claim: str = CLAIM) -> CheckResult:
    return CheckResult("codex/captured/1/a", "tool-name", "codex", outcome, claim=claim)


def test_an_entry_with_a_claim_covers_its_failing_checks() -> None:
    known = KnownFailures((Entry(CLAIM, "not yet"),))
    assert known.unmet() == list(known.entries)
    assert known.apply(of_claim(Outcome.FAILED)).outcome is Outcome.KNOWN
    assert known.apply(of_claim(Outcome.FAILED, "codex#tool:Bash")).outcome is Outcome.FAILED
    assert known.apply(of_claim(Outcome.PASSED)).outcome is Outcome.PASSED
    assert known.unmet() == []


def test_an_entry_with_a_claim_that_nothing_fails_is_unmet() -> None:
    known = KnownFailures((Entry(CLAIM, "not yet"),))
    known.apply(of_claim(Outcome.PASSED))
    assert known.unmet() == list(known.entries)


def test_an_error_is_no_known_failure_of_a_claim() -> None:
    known = KnownFailures((Entry(CLAIM, "not yet"),))
    assert known.apply(of_claim(Outcome.ERROR)).outcome is Outcome.ERROR
