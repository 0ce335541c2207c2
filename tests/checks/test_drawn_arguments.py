"""A change of what an event draws from other arguments is refused or carried out, and a whole input changes a part."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hookconform.attach.calls import UNSUPPORTED_VERDICT, Refusal, Response, Result, RulePack
from hookconform.attach.registry import find_adapter
from hookconform.cases.loading import iter_cases
from hookconform.checks.capability import Subject
from hookconform.checks.changed_arguments import native_arguments
from hookconform.checks.drawn_arguments import drawn_changes, whole_input, wrongly_changed_drawn
from hookconform.checks.outcome import Outcome
from hookconform.checks.response import CAPABILITY
from hookconform.checks.verdict_questions import questions_of
from hookconform.corpus.cases import Case
from hookconform.effects.effect import Answer
from hookconform.effects.representatives import stands_for_arguments
from hookconform.effects.verdicts import INPUT

TEXT = "changed-by-the-conformance-suite"


def example(platform: str, native: str) -> Case:
    cases = iter_cases(platforms=[platform])
    return next(case for case in cases if stands_for_arguments(case) and case.expected.native_tool == native)


def updated(arguments: dict[str, Any]) -> Answer:
    return Answer(stdout=json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "updatedInput": arguments}}))


def test_the_files_of_a_patch_and_the_commands_of_a_task_are_drawn() -> None:
    patch = example("vscode-copilot", "apply_patch")
    assert {name for change in drawn_changes(patch) for name in change} >= {"file_path"}
    task = example("vscode-copilot", "create_and_run_task")
    assert {"commands": [TEXT]} in drawn_changes(task)


def test_a_list_that_a_tool_could_draw_is_asked_for_and_over_all_tools_each_of_them() -> None:
    cases = [case for case in iter_cases(platforms=["claude-code"]) if stands_for_arguments(case)]
    absent = [set(change) - set(case.expected.arguments) for case in cases for change in drawn_changes(case)]
    assert {name for names in absent for name in names} == {"file_paths", "urls", "commands"}


def test_of_several_calls_within_one_a_call_must_change() -> None:
    case = example("vscode-copilot", "multi_replace_string_in_file")
    assert drawn_changes(case)[:-2] == ({"file_path": TEXT},)
    given = native_arguments(case)
    wrong = wrongly_changed_drawn(case, updated({**given, "filePath": TEXT}), {"file_path": TEXT})
    assert "would keep its file_path" in wrong
    (listed,) = [name for name, value in given.items() if isinstance(value, list)]
    first, *others = given[listed]
    changed = {**given, listed: [{**first, "filePath": TEXT}, *others]}
    assert wrongly_changed_drawn(case, updated(changed), {"file_path": TEXT}) == ""
    alone = {**given, listed: [{**first, "filePath": TEXT}]}
    assert "not be as many" in wrongly_changed_drawn(case, updated(alone), {"file_path": TEXT})


def test_around_several_calls_a_text_and_the_order_of_the_calls_are_changed() -> None:
    case = example("vscode-copilot", "multi_replace_string_in_file")
    given = native_arguments(case)
    (listed,) = [name for name, value in given.items() if isinstance(value, list)]
    (text,) = [name for name, value in given.items() if isinstance(value, str)]
    turned = list(reversed(given[listed]))
    assert drawn_changes(case)[1:] == ({text: TEXT}, {listed: turned})
    assert wrongly_changed_drawn(case, updated({**given, text: TEXT}), {text: TEXT}) == ""
    assert wrongly_changed_drawn(case, updated({**given, listed: turned}), {listed: turned}) == ""
    assert f"would keep its {listed}" in wrongly_changed_drawn(case, updated(given), {listed: turned})
    lost = updated({text: TEXT})
    assert "not be as many" in wrongly_changed_drawn(case, lost, {text: TEXT})


def test_around_several_calls_only_texts_and_lists_are_changed_that_the_event_has_under_the_same_name() -> None:
    case = example("vscode-copilot", "multi_replace_string_in_file")
    given = native_arguments(case)
    (listed,) = [name for name, value in given.items() if isinstance(value, list)]
    own = {"count": 3, "file_paths": ["a", "b"], "renamed": "x", **given, "later": "z", "more": ["a", "b"]}
    call, *others = case.expected.calls
    first = call._replace(tool_input={"renamed": "x", "text": "y"})
    expected = case.expected._replace(
        tool_input={name: value for name, value in own.items() if name != "renamed"}, calls=(first, *others)
    )
    changed = case._replace(expected=expected, payload={**(case.payload or {}), "tool_input": own})
    (text,) = [name for name, value in given.items() if isinstance(value, str)]
    assert drawn_changes(changed) == ({"text": TEXT}, {text: TEXT}, {listed: given[listed][::-1]})


def test_added_as_they_are_they_change_nothing() -> None:
    task = example("vscode-copilot", "create_and_run_task")
    added = updated({**native_arguments(task), "commands": [TEXT]})
    wrong = wrongly_changed_drawn(task, added, {"commands": [TEXT]})
    assert wrong == "nobody would read 'commands', which other arguments of the call decide"
    other = updated({**native_arguments(task), "workspaceFolder": "/elsewhere"})
    assert "would keep its commands" in wrongly_changed_drawn(task, other, {"commands": [TEXT]})


def test_the_arguments_that_they_follow_from_may_be_changed() -> None:
    task = example("vscode-copilot", "create_and_run_task")
    given = native_arguments(task)
    changed = {**given, "task": {**given["task"], "command": TEXT, "args": []}}
    assert wrongly_changed_drawn(task, updated(changed), {"commands": [TEXT]}) == ""
    patch = example("vscode-copilot", "apply_patch")
    (text,) = [name for name, value in native_arguments(patch).items() if "*** Begin Patch" in str(value)]
    moved = f"*** Begin Patch\n*** Add File: {TEXT}\n+x\n*** End Patch"
    assert wrongly_changed_drawn(patch, updated({**native_arguments(patch), text: moved}), {"file_path": TEXT}) == ""


def test_an_answer_that_changes_no_input_is_wrong() -> None:
    task = example("vscode-copilot", "create_and_run_task")
    allowed = Answer(stdout="{}")
    assert "would not run with the changed input" in wrongly_changed_drawn(task, allowed, {"commands": [TEXT]})


def test_a_whole_input_has_all_that_the_event_has() -> None:
    case = example("gemini-cli", "grep_search")
    whole = whole_input(case, {"path": "x"})
    assert whole == {**case.expected.arguments, "platform_tool_name": "grep_search", "path": "x"}


def test_a_whole_input_names_no_tool_where_the_event_does_not() -> None:
    case = example("claude-code", "Grep")
    assert case.expected.platform_tool_name is None
    assert whole_input(case, {}) == case.expected.arguments


def test_of_one_call_within_a_call_nothing_is_drawn() -> None:
    cases = [case for case in iter_cases(platforms=["vscode-copilot", "cline"]) if stands_for_arguments(case)]
    within = [case for case in cases if len(case.expected.calls) == 1]
    assert within
    assert {drawn_changes(case) for case in within} == {()}


def test_of_several_calls_the_first_text_is_asked_for_that_the_call_itself_has_not() -> None:
    case = example("vscode-copilot", "multi_replace_string_in_file")
    call, *others = case.expected.calls
    (outer,) = [name for name, value in native_arguments(case).items() if isinstance(value, str)][:1]
    first = call._replace(tool_input={"number": 1, outer: "x", "text": "y", "other": "z"})
    changed = case._replace(expected=case.expected._replace(calls=(first, *others)))
    assert drawn_changes(changed)[:-2] == ({"text": TEXT},)


def test_a_call_whose_arguments_are_no_object_is_asked_for_nothing() -> None:
    case = example("claude-code", "Grep")
    assert case.payload is not None
    assert drawn_changes(case._replace(payload={**case.payload, "tool_input": ["x"]})) == ()


def asked(case: Case) -> Subject:
    return Subject(case, find_adapter("reference"), RulePack({"rules": []}), INPUT)


def judged(case: Case, answers: dict[str, Response]) -> Outcome:
    """Return what becomes of a case whose questions are refused, but those whose key ends so."""
    subject = asked(case)
    responses = [
        next(
            (found for end, found in answers.items() if question.key.endswith(end)), Refusal(UNSUPPORTED_VERDICT, "no")
        )
        for question in questions_of(subject)
    ]
    return CAPABILITY.judge(subject, responses).outcome


def answered(arguments: dict[str, Any]) -> Response:
    answer = updated(arguments)
    return Result({"exit_code": 0, "stdout": answer.stdout, "stderr": ""})


@pytest.mark.parametrize(
    ("key", "added", "outcome"),
    [
        ("whole", {}, Outcome.PASSED),
        ("whole", {"platform_tool_name": "create_and_run_task"}, Outcome.FAILED),
        ("whole", {"commands": ["x"]}, Outcome.FAILED),
        ("commands", {"commands": [TEXT]}, Outcome.FAILED),
    ],
)
def test_the_suite_asks_for_both(key: str, added: dict[str, Any], outcome: Outcome) -> None:
    case = example("vscode-copilot", "create_and_run_task")
    (question,) = [one for one in questions_of(asked(case)) if one.key.endswith(f", {key}")]
    changes = {} if key == "commands" else dict(question.changes or {})
    assert judged(case, {f", {key}": answered({**native_arguments(case), **changes, **added})}) is outcome


def test_in_a_whole_input_a_text_is_changed_to_nothing() -> None:
    case = example("claude-code", "Grep")
    (question,) = [one for one in questions_of(asked(case)) if one.key.endswith(", whole")]
    empty = {name: "" for name, value in (question.changes or {}).items() if isinstance(value, str)}
    assert empty
    assert dict(question.changes or {}) == {**(question.changes or {}), **empty}
    whole = question.wire["updated_input"]
    assert {name: whole[name] for name in empty} == empty
    assert any(isinstance(value, str) and value for value in whole.values())
