"""One result in the run report and on a line: everything that was said of it, and nothing that was not."""

from __future__ import annotations

from hookconform.checks.outcome import CheckResult, Difference, Outcome
from hookconform.ground.pointers import MISSING
from hookconform.run.formats.result_rows import result_as_json


def test_a_result_has_all_that_was_said_of_it() -> None:
    result = CheckResult(
        "codex/synthetic/a",
        "response",
        "codex",
        Outcome.KNOWN,
        message="it answers otherwise",
        differences=(Difference("/effect", "stopped", "runs"), Difference("/told", MISSING, None)),
        reason="not written yet",
        case_file="corpus/platforms/codex/cases/names.json",
        case_entry="a",
        claim="codex#event:PreToolUse",
        evidence="measured at 0.169.0",
        variant="deny",
        inferred=True,
    )
    assert result_as_json(result) == {
        "check": "codex/synthetic/a::response[deny]",
        "case": "codex/synthetic/a",
        "platform": "codex",
        "capability": "response",
        "outcome": "known",
        "variant": "deny",
        "inferred": True,
        "message": "it answers otherwise",
        "differences": [
            {"pointer": "/effect", "expected": "stopped", "got": "runs"},
            {"pointer": "/told", "got": None},
        ],
        "reason": "not written yet",
        "case_file": "corpus/platforms/codex/cases/names.json",
        "case_entry": "a",
        "claim": "codex#event:PreToolUse",
        "evidence": "measured at 0.169.0",
    }


def test_what_was_not_said_is_no_key() -> None:
    assert result_as_json(CheckResult("codex/synthetic/a", "event", "codex", Outcome.PASSED)) == {
        "check": "codex/synthetic/a::event",
        "case": "codex/synthetic/a",
        "platform": "codex",
        "capability": "event",
        "outcome": "passed",
    }
