"""The capability `response` judges an answer by what the platform would do with it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from hookconform.attach.calls import UNSUPPORTED_VERDICT, Broken, Refusal, Response, Result, RulePack
from hookconform.attach.manifest import Manifest
from hookconform.attach.registry import find_adapter
from hookconform.cases.loading import iter_cases
from hookconform.checks.capability import Subject
from hookconform.checks.changed_arguments import wrongly_changed_arguments
from hookconform.checks.outcome import Judgement, Outcome
from hookconform.checks.response import CAPABILITY
from hookconform.checks.verdict_questions import ODD, PLAIN
from hookconform.corpus.cases import Case
from hookconform.effects import modelled_platforms
from hookconform.effects.effect import Answer
from hookconform.effects.representatives import stands_for_event, stands_for_input
from hookconform.run.plan import CasePlan, plan_case

pytestmark = pytest.mark.whole

DRAWN = "changed-by-the-conformance-suite"
CANNOT = Refusal(UNSUPPORTED_VERDICT, "unsupported verdict")
DENY = {"decision": "deny", "reason": PLAIN.reason}


def verdicts_of(asked: Subject) -> tuple[str, ...]:
    assert CAPABILITY.variants is not None
    return tuple(CAPABILITY.variants(asked))


def subject(platform: str, version: str, event: str) -> Subject:
    """Return the case that stands for an event of a version."""
    found = [
        case
        for case in iter_cases(platforms=[platform], globs=[f"{platform}/captured/{version}/*"])
        if case.registered_event == event and stands_for_event(case)
    ]
    assert len(found) == 1
    return Subject(found[0], _manifest(), RulePack({"rules": []}))


def _manifest() -> Manifest:
    return find_adapter("reference")


def test_the_version_that_asks_first_is_asked_and_its_pre_release_may_not_ask() -> None:
    """At the version before it, whose payloads are there, the answer lets the tool run."""
    asked = subject("gemini-cli", "0.38.2", "BeforeTool")._replace(variant="ask")
    versions = [call.params["platform_version"] for call in CAPABILITY.calls(asked)]
    assert versions == ["0.38.2", "0.38.2", "0.38.0-preview.1", "0.38.0"]
    good = says({"decision": "ask", "reason": PLAIN.reason})
    odd = says({"decision": "ask", "reason": ODD.reason})
    for early, outcome in ((CANNOT, Outcome.PASSED), (says(DENY), Outcome.PASSED), (good, Outcome.FAILED)):
        assert CAPABILITY.judge(asked, (good, odd, early, good)).outcome is outcome
    assert CAPABILITY.judge(asked, (good, odd, CANNOT, CANNOT)).outcome is Outcome.FAILED
    later = subject("gemini-cli", "0.61.0", "BeforeTool")._replace(variant="ask")
    assert {call.params["platform_version"] for call in CAPABILITY.calls(later)} == {"0.61.0"}


def says(value: dict[str, Any] | None = None, exit_code: int = 0, stderr: str = "") -> Result:
    stdout = "" if value is None else json.dumps(value)
    return Result({"exit_code": exit_code, "stdout": stdout, "stderr": stderr})


def gemini(**answers: Response) -> dict[str, Judgement]:
    """Judge five answers to Gemini CLI's BeforeTool, all good but for those given."""
    asked = subject("gemini-cli", "0.61.0", "BeforeTool")
    arguments = asked.case.payload["tool_input"]
    good: dict[str, Response] = {
        "allow": says(),
        "deny": says(DENY),
        "ask": says({"decision": "ask", "reason": PLAIN.reason}),
        "context": CANNOT,
        "input": says({"hookSpecificOutput": {"tool_input": {**arguments, "command": PLAIN.command}}}),
    }
    return judged(asked, good | answers)


def judged(asked: Subject, answers: Mapping[str, Response]) -> dict[str, Judgement]:
    """Return the judgement of each verdict's check that is red."""
    assert set(answers) == set(CAPABILITY.variants(asked))
    found = {name: CAPABILITY.judge(asked._replace(variant=name), [answer]) for name, answer in answers.items()}
    return {name: judgement for name, judgement in found.items() if judgement.outcome is not Outcome.PASSED}


def test_each_verdict_is_asked_for_in_the_words_of_the_contract_once_with_plain_and_once_with_odd_words() -> None:
    asked = subject("gemini-cli", "0.61.0", "BeforeTool")
    said = {
        name: [(call.key, call.params["verdict"]) for call in CAPABILITY.calls(asked._replace(variant=name))]
        for name in verdicts_of(asked)
    }
    assert said == {
        "allow": [("respond allow", {"decision": "allow"})],
        "deny": [
            ("respond deny", {"decision": "deny", "reason": PLAIN.reason}),
            ("respond deny, odd words", {"decision": "deny", "reason": ODD.reason}),
            ("respond deny, no reason", {"decision": "deny"}),
            ("respond deny, empty", {"decision": "deny", "reason": ""}),
            ("respond deny, context", {"decision": "deny", "reason": PLAIN.reason, "context": PLAIN.context}),
            ("respond deny, no version", {"decision": "deny", "reason": PLAIN.reason}),
        ],
        "ask": [
            ("respond ask", {"decision": "ask", "reason": PLAIN.reason}),
            ("respond ask, odd words", {"decision": "ask", "reason": ODD.reason}),
        ],
        "context": [
            ("respond context", {"decision": "allow", "context": PLAIN.context}),
            ("respond context, odd words", {"decision": "allow", "context": ODD.context}),
        ],
        "input": [
            ("respond input", {"decision": "allow", "updated_input": {"command": PLAIN.command}}),
            ("respond input, odd words", {"decision": "allow", "updated_input": {"command": ODD.command}}),
            (
                "respond input, context",
                {"decision": "allow", "updated_input": {"command": PLAIN.command}, "context": PLAIN.context},
            ),
            ("respond input, 0", {"decision": "allow", "updated_input": {"run_in_background": True}}),
            (
                "respond input, whole",
                {
                    "decision": "allow",
                    "updated_input": {
                        **asked.case.expected.arguments,
                        "platform_tool_name": "run_shell_command",
                        "run_in_background": True,
                    },
                },
            ),
            ("respond input, file_paths", {"decision": "allow", "updated_input": {"file_paths": [DRAWN]}}),
            ("respond input, urls", {"decision": "allow", "updated_input": {"urls": [DRAWN]}}),
        ],
    }


@pytest.mark.parametrize(("calls", "asked"), [(0, True), (1, True), (2, False), (3, False)])
def test_a_changed_input_is_asked_for_where_there_is_one_call(calls: int, asked: bool) -> None:
    found = subject("gemini-cli", "0.61.0", "BeforeTool")
    within = found.case.expected._replace(calls=(found.case.expected,) * calls)  # type: ignore[arg-type]
    several = found._replace(case=found.case._replace(expected=within))
    assert ("input" in verdicts_of(several)) is asked
    none = found._replace(case=found.case._replace(expected=within._replace(tool_input=None)))
    assert "input" not in verdicts_of(none)


def test_answers_that_do_what_the_verdicts_say_pass() -> None:
    assert gemini() == {}


@pytest.mark.parametrize(
    ("verdict", "answer", "got"),
    [
        ("deny", says({"permissionDecision": "deny", "permissionDecisionReason": PLAIN.reason}), "the tool would run"),
        ("deny", says(exit_code=1, stderr=PLAIN.reason), "the tool would run"),
        ("deny", CANNOT, "although the platform can"),
        ("allow", says(DENY), "the tool would be stopped"),
        ("ask", says(DENY), "the user would not be asked"),
        ("context", says({"hookSpecificOutput": {"additionalContext": PLAIN.context}}), "would not reach the model"),
        ("input", says({"tool_input": {"command": PLAIN.command}}), "not run with the changed input"),
        (
            "input",
            says({"hookSpecificOutput": {"tool_input": {"command": "ls"}}}),
            "does not hold the new value under 'command'",
        ),
        ("deny", Result({"exit_code": "2", "stdout": "", "stderr": ""}), "`exit_code` must be an integer"),
        ("deny", Result([]), "not an object"),
    ],
)
def test_an_answer_without_the_effect_fails_with_the_reason(verdict: str, answer: Response, got: str) -> None:
    found = gemini(**{verdict: answer})
    assert list(found) == [verdict]
    judgement = found[verdict]
    assert judgement.outcome is Outcome.FAILED
    assert [difference.pointer for difference in judgement.differences] == [f"/{verdict}"]
    assert got in judgement.differences[0].got


@pytest.mark.parametrize("answer", [Broken("it crashed"), Refusal(-32601, "method not found")])
def test_an_adapter_that_breaks_is_an_error(answer: Response) -> None:
    found = gemini(deny=answer)
    assert {name: judgement.outcome for name, judgement in found.items()} == {"deny": Outcome.ERROR}


def test_what_would_have_been_right_is_said() -> None:
    old = subject("gemini-cli", "0.27.0", "BeforeTool")
    ignored = says({"decision": "ask", "reason": PLAIN.reason})
    changed = says({"hookSpecificOutput": {"tool_input": {"command": PLAIN.command}}})
    good: dict[str, Response] = {
        "allow": says(),
        "deny": says(DENY),
        "ask": CANNOT,
        "context": CANNOT,
        "input": changed,
    }
    cannot = f"error {UNSUPPORTED_VERDICT}, because this version has no answer that does it"
    for verdict, expected in (("ask", f"{cannot}, or a denial"), ("context", cannot)):
        (difference,) = judged(old, {**good, verdict: ignored})[verdict].differences
        assert difference.expected == expected
    for verdict, word in (("allow", "goes on"), ("deny", "stopped"), ("ask", "asked"), ("input", "changed input")):
        (difference,) = gemini(**{verdict: CANNOT})[verdict].differences
        assert word in difference.expected


def test_where_nobody_can_be_asked_a_denial_is_as_good_as_a_refusal() -> None:
    old = subject("gemini-cli", "0.27.0", "BeforeTool")
    changed = says({"hookSpecificOutput": {"tool_input": {"command": PLAIN.command}}})
    good: dict[str, Response] = {"allow": says(), "deny": says(DENY), "context": CANNOT, "input": changed}
    for answer in (says(DENY), CANNOT):
        assert judged(old, {**good, "ask": answer}) == {}
    ignored = says({"decision": "ask", "reason": PLAIN.reason})
    assert list(judged(old, {**good, "ask": ignored})) == ["ask"]


@pytest.mark.parametrize(
    ("platform", "version", "event", "place"),
    [("gemini-cli", "0.61.0", "BeforeTool", "tool_input"), ("claude-code", "2.1.330", "PreToolUse", "updatedInput")],
)
def test_context_beside_a_changed_input_is_told_or_both_are_refused(
    platform: str, version: str, event: str, place: str
) -> None:
    asked = subject(platform, version, event)._replace(variant="input")
    arguments = asked.case.payload["tool_input"]

    def changed(command: str, **more: str) -> Result:
        specific = {"hookEventName": event, place: {**arguments, "command": command}, **more}
        return says({"hookSpecificOutput": specific})

    plain = [changed(PLAIN.command), changed(ODD.command)]
    assert CAPABILITY.judge(asked, [*plain, CANNOT]).outcome is Outcome.PASSED
    lost = CAPABILITY.judge(asked, [*plain, changed(PLAIN.command)])
    assert lost.outcome is Outcome.FAILED
    assert "with context beside: the model would not be told the context" in lost.differences[0].got
    kept = CAPABILITY.judge(asked, [*plain, changed(ODD.command, additionalContext=PLAIN.context)])
    assert "does not hold the new value" in kept.differences[0].got
    if platform == "claude-code":
        both = changed(PLAIN.command, additionalContext=PLAIN.context)
        assert CAPABILITY.judge(asked, [*plain, both]).outcome is Outcome.PASSED


def test_context_beside_an_input_is_asked_for_where_the_input_can_be_changed() -> None:
    # Measured: no answer at Qwen Code's PreToolUse changes the input.
    for asked, beside in (
        (subject("gemini-cli", "0.61.0", "BeforeTool"), True),
        (subject("qwen-code", "0.24.4", "PreToolUse"), False),
    ):
        keys = [call.key for call in CAPABILITY.calls(asked._replace(variant="input"))]
        assert keys[:2] == ["respond input", "respond input, odd words"]
        assert ("respond input, context" in keys) is beside


def test_a_form_of_a_shell_call_is_asked_about_its_command_beside_other_arguments() -> None:
    # Pi's `timeout` is in seconds, so it is converted; the command is not.
    (case,) = iter_cases(platforms=["pi"], ids=["pi/captured/1.6.0/tool-call-bash-3"])
    asked = Subject(case, _manifest(), RulePack({"rules": []}), variant="input")
    verdicts = [call.params["verdict"]["updated_input"] for call in CAPABILITY.calls(asked)]
    assert [list(changes) for changes in verdicts] == [
        ["command"],
        ["command"],
        ["command"],
        ["timeout"],
        ["command", "timeout", "platform_tool_name"],
        ["file_paths"],
    ]


def test_an_argument_with_a_unit_is_asked_for_though_the_call_has_none() -> None:
    # Added as it is, a second and a half would be 25 minutes.
    (case,) = iter_cases(platforms=["pi"], ids=["pi/captured/1.6.0/tool-call-bash-2"])
    assert "timeout" not in case.expected.arguments
    asked = Subject(case, _manifest(), RulePack({"rules": []}), variant="input")
    call = next(call for call in CAPABILITY.calls(asked) if call.key == "respond input, 0")
    assert call.params["verdict"]["updated_input"] == {"timeout": 1500}

    def answered(timeout: float) -> str:
        text = json.dumps({"args": {"command": "echo oops >&2; exit 3", "timeout": timeout}})
        return wrongly_changed_arguments(case, Answer(exit_code=0, stdout=text, stderr=""), {"timeout": 1500})

    assert answered(1.5) == ""
    # Nor is a shorter time what was said, or a longer one.
    for wrong in (1500, 1, 2):
        assert "does not hold the new value under 'timeout'" in answered(wrong)


def test_another_context_than_the_given_one_fails() -> None:
    session = subject("gemini-cli", "0.61.0", "SessionStart")
    good: dict[str, Response] = {"allow": says(), "deny": CANNOT, "ask": CANNOT}
    other = says({"hookSpecificOutput": {"additionalContext": "Context of somebody else."}})
    found = judged(session, {**good, "context": other})
    assert "the text would not reach the model" in found["context"].differences[0].got


def test_a_deny_where_nothing_can_be_denied_must_be_refused() -> None:
    session = subject("gemini-cli", "0.61.0", "SessionStart")
    context = says({"hookSpecificOutput": {"additionalContext": PLAIN.context}})
    good: dict[str, Response] = {"allow": says(), "deny": CANNOT, "ask": CANNOT, "context": context}
    assert judged(session, good) == {}
    assert list(judged(session, {**good, "deny": says(DENY)})) == ["deny"]


def test_an_allow_that_answers_the_platforms_own_question_fails() -> None:
    asked = subject("claude-code", "2.1.329", "PreToolUse")
    allow = says({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow"}})
    judgement = CAPABILITY.judge(asked._replace(variant="allow"), [allow])
    assert "question to its user would be skipped" in judgement.differences[0].got


def test_every_measured_event_of_a_captured_version_is_judged_once() -> None:
    applying: dict[tuple[str, str | None, str | None], list[Case]] = {}
    for case in iter_cases(platforms=["gemini-cli"]):
        asked = Subject(case, _manifest(), RulePack({"rules": []}))
        if CAPABILITY.applies(asked) and verdicts_of(asked) != ("input",):
            applying.setdefault((case.platform, case.version, case.registered_event), []).append(case)
    assert applying
    assert {len(cases) for cases in applying.values()} == {1}
    assert ("gemini-cli", "0.61.0", "BeforeTool") in applying


def test_a_changed_input_is_asked_for_at_every_form_of_a_shell_call() -> None:
    asked = [Subject(case, _manifest(), RulePack({"rules": []})) for case in iter_cases(platforms=["cline", "pi"])]
    forms = {
        (one.case.platform, one.case.version, tuple(sorted(one.case.expected.arguments)))
        for one in asked
        if CAPABILITY.applies(one) and verdicts_of(one) == ("input",) and stands_for_input(one.case)
    }
    assert forms == {
        ("cline", "3.0.65", ("args", "command")),
        ("cline", "3.0.65", ("cmd",)),
        ("cline", "3.0.65", ("commands",)),
        ("cline", "3.0.65", ("tool_input",)),
        ("pi", "1.6.0", ("command", "timeout")),
    }


def test_where_no_input_can_be_changed_no_more_of_them_are_asked_for() -> None:
    asked = [Subject(case, _manifest(), RulePack({"rules": []})) for case in iter_cases(platforms=["qwen-code"])]
    assert any(CAPABILITY.applies(one) for one in asked)
    assert not any(CAPABILITY.applies(one) and verdicts_of(one) == ("input",) for one in asked)


@cache
def plan_of(platform: str) -> CasePlan:
    """Return the plan of a case of this platform that `response` asks before a tool."""
    cases = (case for case in iter_cases(platforms=[platform]) if case.expected.event == "PreToolUse")
    plans = (plan_case(case, _manifest(), RulePack({}), ["response"]) for case in cases)
    return next(plan for plan in plans if plan is not None and plan.calls)


HOSTILE: list[Any] = [{}, [], {"a": {}}, ["deny"], 7, True, None, "\ud800"]


@pytest.mark.parametrize("value", HOSTILE)
@pytest.mark.parametrize("key", ["decision", "hookSpecificOutput", "permissionDecision", "continue", "reason", "args"])
@pytest.mark.parametrize("platform", modelled_platforms())
def test_answers_of_any_shape_are_judged_and_never_end_a_run(platform: str, key: str, value: Any) -> None:
    plan = plan_of(platform)
    for body in ({key: value}, {"hookSpecificOutput": {key: value}}, {"permission": value, key: value}):
        results = plan.judge([says(body)] * len(plan.calls))
        outcomes = {result.outcome for result in results}
        assert outcomes <= {Outcome.PASSED, Outcome.FAILED, Outcome.ERROR}
        assert outcomes & {Outcome.FAILED, Outcome.ERROR}


def test_a_deny_stops_the_tool_whatever_parts_it_lacks() -> None:
    asked = subject("codex", "0.169.0", "PreToolUse")._replace(variant="deny")
    keys = [call.key for call in CAPABILITY.calls(asked)]
    assert keys[2:] == [
        "respond deny, no reason",
        "respond deny, empty",
        "respond deny, context",
        "respond deny, no version",
    ]
    calls = CAPABILITY.calls(asked)
    assert calls[2].params["verdict"] == {"decision": "deny"}
    assert calls[5].params["platform_version"] is None
    nested = {"hookEventName": "PreToolUse", "permissionDecision": "deny"}
    good = [
        says({"hookSpecificOutput": nested | {"permissionDecisionReason": text}}) for text in (PLAIN.reason, ODD.reason)
    ]
    rest = [says({"hookSpecificOutput": nested | {"permissionDecisionReason": "no"}})] * 2 + [good[0], good[0]]
    assert CAPABILITY.judge(asked, [*good, *rest]).outcome is Outcome.PASSED
    # Measured: Codex runs the tool for want of a reason.
    without = says({"hookSpecificOutput": nested})
    failed = CAPABILITY.judge(asked, [*good, without, *rest[1:]])
    assert failed.outcome is Outcome.FAILED
    assert failed.differences[0].got.startswith("without a reason: the tool would run")
