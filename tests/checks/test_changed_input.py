"""The verdict `input`: other arguments survive, and the new value stands under the platform's own name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support import fakes

from hookconform.attach.calls import Result, RulePack
from hookconform.cases.loading import iter_cases
from hookconform.checks.capability import Subject
from hookconform.checks.changed_input import native_arguments, wrongly_changed
from hookconform.checks.outcome import Judgement, Outcome
from hookconform.checks.response import CAPABILITY
from hookconform.checks.verdict_questions import PLAIN
from hookconform.corpus.cases import Case
from hookconform.effects.effect import Effect


def shell(platform: str, version: str, **arguments: Any) -> Case:
    """Return a recorded shell call, with other arguments."""
    cases = iter_cases(platforms=[platform], globs=[f"{platform}/captured/{version}/*"])
    case = next(case for case in cases if case.expected.event == "PreToolUse" and case.expected.tool_name == "Bash")
    return case._replace(expected=case.expected._replace(tool_input={"command": "ls", **arguments}))


def judged(case: Case, answer: dict[str, Any]) -> Judgement:
    subject = Subject(case, fakes.manifest(Path("/nowhere")), RulePack({"rules": []}), variant="input")
    return CAPABILITY.judge(subject, [Result({"exit_code": 0, "stdout": json.dumps(answer), "stderr": ""})])


def claude(**changed: Any) -> dict[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": "PreToolUse", "updatedInput": changed}}


def gemini(**changed: Any) -> dict[str, Any]:
    return {"hookSpecificOutput": {"tool_input": changed}}


def test_the_whole_input_with_the_new_value_passes() -> None:
    case = shell("claude-code", "2.1.329", description="look")
    assert judged(case, claude(command=PLAIN.command, description="look")).outcome is Outcome.PASSED


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"command": PLAIN.command}, "the argument 'description' would be lost"),
        ({"command": PLAIN.command, "description": "else"}, "the argument 'description', which nobody changed"),
        ({"command": "ls", "description": "look", "note": PLAIN.command}, "new value under 'command'"),
        ({"command": f"{PLAIN.command} ", "description": "look"}, "new value under 'command'"),
    ],
)
def test_an_input_that_loses_or_changes_more_fails(changed: dict[str, Any], says: str) -> None:
    judgement = judged(shell("claude-code", "2.1.329", description="look"), claude(**changed))
    assert judgement.outcome is Outcome.FAILED
    assert says in judgement.differences[0].got


def test_an_argument_that_the_call_did_not_have_stands_under_its_canonical_name() -> None:
    case = shell("claude-code", "2.1.329")
    assert wrongly_changed(case, Effect("", arguments={"command": "ls", "timeout": 7}), "timeout", 7) == ""
    assert "under 'timeout'" in wrongly_changed(case, Effect("", arguments={"command": "ls"}), "timeout", 7)


def test_a_platform_that_merges_keeps_what_the_answer_does_not_name() -> None:
    assert judged(shell("gemini-cli", "0.27.0", timeout=7), gemini(command=PLAIN.command)).outcome is Outcome.PASSED
    late = judged(shell("gemini-cli", "0.61.0", timeout=7), gemini(command=PLAIN.command))
    assert "the argument 'timeout' would be lost" in late.differences[0].got


def test_the_bridge_of_opencode_changes_key_by_key() -> None:
    case = shell("opencode", "1.18.33", timeout=7)
    assert judged(case, {"args": {"command": PLAIN.command}}).outcome is Outcome.PASSED
    assert "which nobody changed" in judged(case, {"args": {"command": PLAIN.command, "timeout": 8}}).differences[0].got


def test_the_new_value_must_stand_under_the_platforms_own_name() -> None:
    cases = iter_cases(platforms=["opencode"], globs=["opencode/captured/1.18.33/*"])
    case = next(case for case in cases if {"file_path", "old_string"} <= set(case.expected.arguments))
    native = native_arguments(case)
    assert native["filePath"] == ("file_path", case.expected.arguments["file_path"])
    assert native["oldString"][0] == "old_string"
    right = Effect("", "ran", input="changed", arguments={"filePath": "new"}, keeps_rest=True)
    assert wrongly_changed(case, right, "file_path", "new") == ""
    decoy = Effect("", "ran", input="changed", arguments={"file_path": "new"}, keeps_rest=True)
    assert "under 'filePath'" in wrongly_changed(case, decoy, "file_path", "new")


def test_values_stand_in_the_platforms_own_unit() -> None:
    case = next(
        case for case in iter_cases(platforms=["pi"]) if case.is_captured and "timeout" in case.expected.arguments
    )
    given = json.loads(case.payload_text)["input"]["input"]["timeout"]
    assert case.expected.arguments["timeout"] == given * 1000
    assert native_arguments(case)["timeout"] == ("timeout", given)

    def said(timeout: float, key: str, value: Any) -> str:
        changed = {"command": PLAIN.command, "timeout": timeout} if key == "command" else {"timeout": timeout}
        return wrongly_changed(case, Effect("", "ran", arguments=changed, keeps_rest=True), key, value)

    assert said(given, "command", PLAIN.command) == ""
    assert "which nobody changed" in said(given * 1000, "command", PLAIN.command)
    assert said(7, "timeout", 7000) == ""
    assert "does not hold the new value" in said(7000, "timeout", 7000)


def test_the_list_of_paths_is_drawn_from_other_arguments_and_cannot_be_lost() -> None:
    cases = iter_cases(platforms=["gemini-cli"], globs=["gemini-cli/captured/0.61.0/before-tool-run-shell-command*"])
    case = next(case for case in cases if "file_paths" in case.expected.arguments)
    native = native_arguments(case)
    assert "file_paths" not in native
    whole = {name: value for name, (_, value) in native.items()} | {"command": PLAIN.command}
    assert wrongly_changed(case, Effect("", "ran", input="changed", arguments=whole), "command", PLAIN.command) == ""


@pytest.mark.parametrize("form", [lambda one: one, lambda one: [one], lambda one: {"pattern": one}])
def test_the_only_value_of_a_list_may_stand_alone_in_the_list_or_in_its_object(form: Any) -> None:
    case = next(
        case
        for case in iter_cases(platforms=["cline"])
        if case.expected.native_tool == "search_codebase" and case.is_captured and case.expected.event == "PreToolUse"
    )
    right = Effect("", "ran", input="changed", arguments={"queries": form("new")})
    assert wrongly_changed(case, right, "pattern", "new") == ""
    among = Effect("", "ran", input="changed", arguments={"queries": ["old", form("new")]})
    assert "the new value alone" in wrongly_changed(case, among, "pattern", "new")
    elsewhere = Effect("", "ran", input="changed", arguments={"queries": {"each": "new"}})
    assert "the new value alone" in wrongly_changed(case, elsewhere, "pattern", "new")


def test_a_list_in_place_of_the_arguments_is_replaced_as_a_whole() -> None:
    case = next(
        case
        for case in iter_cases(platforms=["cline"])
        if case.is_captured and case.expected.event == "PreToolUse" and "tool_input" in case.expected.arguments
    )
    right = Effect("", "ran", input="changed", arguments={"commands": [PLAIN.command]})
    assert wrongly_changed(case, right, "command", PLAIN.command) == ""
    both = Effect("", "ran", input="changed", arguments={"commands": [PLAIN.command, "echo bare list"]})
    assert "the new value alone" in wrongly_changed(case, both, "command", PLAIN.command)


def test_the_words_of_the_only_command_may_go_and_nothing_else_may() -> None:
    case = next(
        case
        for case in iter_cases(platforms=["cline"])
        if case.expected.native_tool == "run_commands" and "args" in case.expected.arguments
    )
    alone = {"commands": [PLAIN.command]}
    assert wrongly_changed(case, Effect("", "ran", input="changed", arguments=alone), "command", PLAIN.command) == ""
    kept = case._replace(expected=case.expected._replace(tool_input={**case.expected.arguments, "shell": "sh"}))
    assert "'shell'" in wrongly_changed(
        kept, Effect("", "ran", input="changed", arguments=alone), "command", PLAIN.command
    )
    both = Effect("", "ran", input="changed", arguments={**alone, "shell": "sh"})
    assert wrongly_changed(kept, both, "command", PLAIN.command) == ""
