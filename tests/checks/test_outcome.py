"""The words for what became of a check, which reports and lists use, and what each of them counts for."""

from __future__ import annotations

from hookconform.checks.outcome import JUDGED, PASS, RED, UNCLAIMED, Difference, Outcome, check_name, split_name
from hookconform.ground.pointers import MISSING


def test_each_outcome_has_the_word_that_reports_state() -> None:
    assert {outcome.name: outcome.value for outcome in Outcome} == {
        "PASSED": "passed",
        "FAILED": "failed",
        "ERROR": "error",
        "UNSUPPORTED": "unsupported",
        "KNOWN": "known",
        "STALE": "stale",
    }


def test_a_run_is_red_for_three_of_them_and_one_says_nothing_of_the_adapter() -> None:
    assert {outcome.value for outcome in RED} == {"failed", "error", "stale"}
    assert {outcome.value for outcome in Outcome} - {outcome.value for outcome in JUDGED} == {"unsupported"}
    assert (PASS.outcome, UNCLAIMED.outcome) == (Outcome.PASSED, Outcome.UNSUPPORTED)
    assert UNCLAIMED.message == "the adapter does not claim this capability"


def test_what_is_absent_is_no_key_of_a_difference() -> None:
    assert Difference("/a", None, 1).as_json() == {"pointer": "/a", "expected": None, "got": 1}
    assert Difference("/a", MISSING, 1).as_json() == {"pointer": "/a", "got": 1}
    assert Difference("/a", 1, MISSING).as_json() == {"pointer": "/a", "expected": 1}


def test_a_variant_stands_in_brackets_behind_its_capability() -> None:
    for name, parts in (("event", ("event", "")), ("response[deny]", ("response", "deny")), ("", ("", ""))):
        assert split_name(name) == parts
        assert check_name(*parts) == name
