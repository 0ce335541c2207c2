"""Changed arguments of other tools than the shell stand under the platform's names, and nothing else changes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hookconform.cases.loading import iter_cases
from hookconform.checks.changed_arguments import changes_of, native_arguments, wrongly_changed_arguments
from hookconform.corpus.cases import Case
from hookconform.effects.effect import Answer
from hookconform.effects.representatives import stands_for_arguments


def example(platform: str, native: str) -> Case:
    found = [
        case
        for case in iter_cases(platforms=[platform])
        if stands_for_arguments(case) and case.expected.native_tool == native
    ]
    return found[0]


def gemini(arguments: dict[str, Any]) -> Answer:
    return Answer(stdout=json.dumps({"hookSpecificOutput": {"hookEventName": "BeforeTool", "tool_input": arguments}}))


def updated(arguments: dict[str, Any]) -> Answer:
    return Answer(stdout=json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "updatedInput": arguments}}))


def test_renamed_arguments_and_units_are_asked_at_once() -> None:
    case = example("gemini-cli", "grep_search")
    (renamed, other) = changes_of(case)
    assert renamed == {"path": "changed-by-the-conformance-suite", "glob": "changed-by-the-conformance-suite"}
    assert len(other) == 1
    assert not renamed.keys() & other.keys()


def test_no_other_text_of_a_shell_call_is_asked_for() -> None:
    # The command is asked about apart.
    cases = [case for case in iter_cases(platforms=["claude-code"]) if stands_for_arguments(case)]
    shell = [case for case in cases if case.expected.native_tool in {"Bash", "PowerShell"}]
    assert shell
    assert {name for case in shell for name in native_arguments(case)} >= {"command", "description"}
    assert {name for case in shell for group in changes_of(case) for name in group} & {
        "command",
        "description",
    } == set()


def test_the_native_name_must_hold_the_new_value() -> None:
    case = example("gemini-cli", "grep_search")
    given = native_arguments(case)
    assert wrongly_changed_arguments(case, gemini({**given, "dir_path": "x"}), {"path": "x"}) == ""
    assert "under 'dir_path'" in wrongly_changed_arguments(case, gemini({**given, "path": "x"}), {"path": "x"})


def test_every_other_argument_stays_as_it_was() -> None:
    case = example("gemini-cli", "grep_search")
    given = native_arguments(case) | {"dir_path": "x"}
    lost = {key: value for key, value in given.items() if key != "pattern"}
    assert "'pattern' would be lost" in wrongly_changed_arguments(case, gemini(lost), {"path": "x"})
    other = gemini(given | {"pattern": "else"})
    assert "'pattern', which nobody changed" in wrongly_changed_arguments(case, other, {"path": "x"})
    assert "'path' is none of the call's" in wrongly_changed_arguments(
        case, gemini(given | {"path": "x"}), {"path": "x"}
    )


def test_a_value_is_in_the_platforms_unit() -> None:
    case = example("letta-code", "Read")
    given = native_arguments(case)
    assert "offset" in given
    (changes, *_) = changes_of(case)
    said = {"hookEventName": "PreToolUse", "permissionDecision": "allow"}

    def answer(offset: Any) -> Answer:
        output = {"hookSpecificOutput": {**said, "updatedInput": given | {"offset": offset}}}
        return Answer(stdout=json.dumps(output))

    only = {"offset": changes["offset"]}
    right = changes["offset"] - 1
    assert wrongly_changed_arguments(case, answer(right), only) == ""
    assert "under 'offset'" in wrongly_changed_arguments(case, answer(changes["offset"]), only)


def test_an_answer_that_changes_nothing_is_none() -> None:
    case = example("gemini-cli", "grep_search")
    given = native_arguments(case) | {"dir_path": "x"}
    at_top = Answer(stdout=json.dumps({"tool_input": given}))
    assert "would not run with the changed input" in wrongly_changed_arguments(case, at_top, {"path": "x"})
    assert "would not run" in wrongly_changed_arguments(case, Answer(), {"path": "x"})


@pytest.mark.parametrize("platform", ["codex", "opencode", "vscode-copilot", "pi", "kilo-code", "cline", "grok-build"])
def test_renamed_arguments_are_asked_on_every_platform_that_changes_input(platform: str) -> None:
    cases = [case for case in iter_cases(platforms=[platform]) if stands_for_arguments(case)]
    asked = [group for case in cases for group in changes_of(case)]
    assert len(asked) >= 4


def test_an_argument_that_a_call_lacks_is_asked_for_under_the_platforms_name() -> None:
    case = next(
        case
        for case in iter_cases(platforms=["grok-build"])
        if stands_for_arguments(case) and case.expected.native_tool == "edit" and len(changes_of(case)) > 1
    )
    given = native_arguments(case)
    assert "replaceAll" not in given
    changes = changes_of(case)[-1]
    assert changes == {"replace_all": True}
    assert wrongly_changed_arguments(case, updated({**given, "replaceAll": True}), changes) == ""
    assert "under 'replaceAll'" in wrongly_changed_arguments(case, updated({**given, "replace_all": True}), changes)


def test_a_time_in_seconds_that_a_call_lacks_is_asked_for_with_a_fraction() -> None:
    lacking = [
        changes
        for case in iter_cases(platforms=["pi"])
        if stands_for_arguments(case)
        and case.expected.native_tool == "bash"
        and "timeout" not in native_arguments(case)
        for changes in changes_of(case)
    ]
    assert {"timeout": 1500} in lacking


def test_a_change_of_an_enveloped_call_stands_in_the_envelope() -> None:
    case = example("grok-build", "lab__echo_text")
    (changes,) = changes_of(case)
    new = {**native_arguments(case), **changes}
    assert wrongly_changed_arguments(case, updated({"tool_name": "lab__echo_text", "tool_input": new}), changes) == ""
    beside = {"tool_name": "lab__echo_text", "tool_input": new, "text": "x"}
    for wrong in (new, {"tool_input": new}, {"tool_name": "lab__other", "tool_input": new}, beside):
        assert "by way of which" in wrongly_changed_arguments(case, updated(wrong), changes)
    lost = updated({"tool_name": "lab__echo_text", "tool_input": {}})
    assert "does not hold the new value" in wrongly_changed_arguments(case, lost, changes)


def cline(arguments: Any) -> Answer:
    return Answer(stdout=json.dumps({"overrideInput": arguments}))


def test_a_change_of_the_one_value_of_a_tool_with_several_replaces_it() -> None:
    case = next(
        case
        for case in iter_cases(platforms=["cline"])
        if stands_for_arguments(case) and case.expected.native_tool == "search_codebase"
    )
    (changes,) = changes_of(case)
    new = changes["pattern"]
    for right in ([new], [{"pattern": new}], new):
        assert wrongly_changed_arguments(case, cline({"queries": right}), changes) == ""
    given = native_arguments(case)
    for wrong in ({**given, "pattern": new}, {"queries": [*given["queries"], new]}, {"queries": []}):
        assert "would not be made with the new pattern" in wrongly_changed_arguments(case, cline(wrong), changes)
    more = cline({"queries": [new], "pattern": new})
    assert "'pattern' is none of the call's" in wrongly_changed_arguments(case, more, changes)


def test_a_change_of_the_one_file_of_several_changes_each_of_its_changes() -> None:
    name = "multi_replace_string_in_file"
    (*_, case) = [
        case
        for case in iter_cases(platforms=["vscode-copilot"])
        if case.expected.native_tool == name and "/captured/" in case.id and case.expected.event == "PreToolUse"
    ]
    items = [{"filePath": "a", "oldString": "x", "newString": "y"}] * 2
    payload = {**(case.payload or {}), "tool_input": {"explanation": "why", "replacements": items}}
    case = case._replace(payload=payload)
    changes = {"file_path": "new"}
    (asked,) = changes_of(case)
    assert asked.keys() == {"file_path"}
    new = [{**item, "filePath": "new"} for item in items]
    assert wrongly_changed_arguments(case, updated({"explanation": "why", "replacements": new}), changes) == ""
    half = updated({"explanation": "why", "replacements": [new[0], items[1]]})
    assert "would not be made" in wrongly_changed_arguments(case, half, changes)
    beside = updated({"explanation": "why", "replacements": items, "filePath": "new"})
    assert "would not be made" in wrongly_changed_arguments(case, beside, changes)
    assert "'explanation', which" in wrongly_changed_arguments(case, updated({"replacements": new}), changes)


def test_a_changed_list_stays_a_list() -> None:
    case = example("grok-build", "ask_user_question")
    (changes,) = changes_of(case)
    (new,) = changes.values()
    given = native_arguments(case)
    assert isinstance(new, list)
    assert len(new) == len(given["questions"]) + 1
    assert wrongly_changed_arguments(case, updated({**given, "questions": new}), changes) == ""
    assert "new value" in wrongly_changed_arguments(case, updated({**given, "questions": json.dumps(new)}), changes)
