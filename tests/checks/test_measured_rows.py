"""A red answer cites the measured row it is, one that works, and says where nothing was measured."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support import fakes

from hookconform.attach.calls import UNSUPPORTED_VERDICT, Refusal, Response, Result, RulePack
from hookconform.cases.loading import iter_cases
from hookconform.checks.measured_rows import is_inferred
from hookconform.checks.outcome import Outcome
from hookconform.checks.verdict_questions import ODD, PLAIN
from hookconform.corpus.cases import Case
from hookconform.effects.representatives import stands_for_event
from hookconform.effects.rows import measured_versions
from hookconform.run.plan import plan_case


def asked(platform: str, version: str, event: str) -> Case:
    cases = iter_cases(platforms=[platform], globs=[f"{platform}/captured/{version}/*"])
    return next(case for case in cases if case.registered_event == event and stands_for_event(case))


def evidence(case: Case, verdict: str, answer: Response) -> tuple[str, bool]:
    """Return the evidence of one red check, and whether it is marked as inferred."""
    manifest = fakes.manifest(Path("/nowhere"), capabilities=["response"], platforms=[case.platform])
    plan = plan_case(case, manifest, RulePack({"rules": []}), [f"response[{verdict}]"])
    assert plan is not None
    (result,) = plan.judge([answer] * len(plan.calls))
    assert result.outcome is Outcome.FAILED
    return result.evidence, result.inferred


def says(value: dict[str, Any], code: int = 0) -> Result:
    return Result({"exit_code": code, "stdout": json.dumps(value), "stderr": ""})


def nested(**fields: Any) -> dict[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": "PreToolUse", **fields}}


def test_an_answer_that_was_measured_is_cited_by_its_row() -> None:
    case = asked("claude-code", "1.0.100", "PreToolUse")
    cited, inferred = evidence(case, "context", says(nested(additionalContext=PLAIN.context)))
    assert cited.startswith(
        "measured at 1.0.100, row PreToolUse/nested-context: the tool ran, the model was told nothing"
    )
    assert not inferred


def test_an_answer_that_was_not_measured_is_led_to_one_that_works() -> None:
    case = asked("claude-code", "2.1.329", "PreToolUse")
    cited, _ = evidence(case, "deny", says({"verdict": "no", "because": PLAIN.reason}))
    assert "this answer is none of the" in cited
    assert cited.endswith(" does it")
    refused, _ = evidence(case, "deny", Refusal(UNSUPPORTED_VERDICT, ""))
    assert refused.endswith(" does it")


def test_where_no_answer_does_it_that_is_said() -> None:
    case = asked("claude-code", "1.0.100", "PreToolUse")
    assert "answers does it" in evidence(case, "input", says({"updated": 1}))[0]


def test_a_version_that_was_not_measured_is_said_and_can_be_left_out() -> None:
    manifest = fakes.manifest(Path("/nowhere"), capabilities=["response"], platforms=["gemini-cli"])
    cases = [case for case in iter_cases(platforms=["gemini-cli"]) if stands_for_event(case)]
    case = next(case for case in cases if case.registered_event == "BeforeTool" and is_inferred(case))
    assert case.version not in measured_versions("gemini-cli")
    cited, inferred = evidence(case, "deny", says({"what": PLAIN.reason}))
    assert cited.startswith(f"gemini-cli {case.version} was not measured; inferred from the rows of ")
    assert inferred
    plan = plan_case(case, manifest, RulePack({"rules": []}), ["response"], measured_only=True)
    assert plan is not None
    assert plan.names == []
    measured = next(case for case in cases if case.version == "0.61.0" and case.registered_event == "BeforeTool")
    plan = plan_case(measured, manifest, RulePack({"rules": []}), ["response"], measured_only=True)
    assert plan is not None
    assert plan.names


def test_a_case_without_a_version_is_judged_by_the_newest_and_not_inferred() -> None:
    case = next(case for case in iter_cases(platforms=["gemini-cli"]) if case.version is None)
    assert not is_inferred(case)


def test_a_reason_the_platform_can_carry_must_reach_the_model() -> None:
    case = asked("claude-code", "2.1.329", "PreToolUse")
    manifest = fakes.manifest(Path("/nowhere"), capabilities=["response"], platforms=["claude-code"])
    plan = plan_case(case, manifest, RulePack({"rules": []}), ["response[deny]"])
    assert plan is not None
    both = [says(nested(permissionDecision="deny", permissionDecisionReason=one.reason)) for one in (PLAIN, ODD)]
    # The ways to ask with parts left out.
    rest = [both[0]] * (len(plan.calls) - 2)
    assert plan.judge([*both, *rest])[0].outcome is Outcome.PASSED
    for other in ("", "blocked"):
        said = says(nested(permissionDecision="deny", permissionDecisionReason=other))
        for answers in ([said, both[1]], [both[0], said]):
            silent = plan.judge([*answers, *rest])[0]
            assert silent.outcome is Outcome.FAILED
            assert "would not be told the reason" in silent.differences[0].got


@pytest.mark.parametrize(
    ("platform", "event"),
    [("claude-code", "Stop"), ("codex", "Stop"), ("gemini-cli", "AfterAgent"), ("qwen-code", "Stop")],
)
def test_what_may_not_end_must_be_told_why(platform: str, event: str) -> None:
    case = asked(platform, measured_versions(platform)[-1], event)
    manifest = fakes.manifest(Path("/nowhere"), capabilities=["response"], platforms=[platform])
    plan = plan_case(case, manifest, RulePack({"rules": []}), ["response[deny]"])
    assert plan is not None
    both = [says({"decision": "block", "reason": one.reason}) for one in (PLAIN, ODD)]
    assert plan.judge(both)[0].outcome is Outcome.PASSED
    silent = plan.judge([says({"decision": "block", "reason": "blocked"}), both[1]])[0]
    assert silent.outcome is Outcome.FAILED
    assert silent.differences[0].got.startswith("it is denied, but the model would not be told the reason: ")
