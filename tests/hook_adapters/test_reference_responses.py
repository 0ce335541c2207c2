"""Verdict → answer, platform by platform; what each answer does was measured on the real programs."""

import json
from typing import Any

import pytest

import hook_adapters
from hook_adapters import AdapterError, Unsupported

DENY = {"decision": "deny", "reason": "R"}
ASK = {"decision": "ask", "reason": "R"}
CONTEXT = {"decision": "allow", "context": "C"}
INSTEAD = "R (Denied: hooks cannot make this version ask.)"

# Platform → a shell call before it runs, as its payload and registered event.
CALLS = {
    "claude_code": (
        {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls", "description": "d"}},
        None,
    ),
    "gemini_cli": (
        {
            "hook_event_name": "BeforeTool",
            "tool_name": "run_shell_command",
            "tool_input": {"command": "ls", "dir_path": "d"},
        },
        None,
    ),
    "copilot_cli": ({"toolName": "bash", "toolArgs": '{"command":"ls","mode":"sync"}'}, "preToolUse"),
    "vscode_copilot": (
        {"hook_event_name": "PreToolUse", "tool_name": "run_in_terminal", "tool_input": {"command": "ls", "goal": "g"}},
        None,
    ),
    "codex": ({"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}}, None),
    "cursor": (
        {"hook_event_name": "preToolUse", "tool_name": "Shell", "tool_input": {"command": "ls", "cwd": "/p"}},
        None,
    ),
    "opencode": (
        {"hook": "tool.execute.before", "input": {"tool": "bash"}, "output": {"args": {"command": "ls"}}},
        None,
    ),
}


def respond(platform: Any, verdict: Any, payload: Any = None, registered: Any = None, version: Any = None) -> Any:
    if payload is None:
        payload, registered = CALLS[platform]
    return hook_adapters.respond(platform.replace("_", "-"), json.dumps(payload), verdict, registered, version)


def body(platform: Any, verdict: Any, payload: Any = None, registered: Any = None, version: Any = None) -> Any:
    answer = respond(platform, verdict, payload, registered, version)
    assert answer["exit_code"] == 0
    return json.loads(answer["stdout"])


def specific(**output: Any) -> Any:
    return {"hookSpecificOutput": {"hookEventName": "PreToolUse", **output}}


@pytest.mark.parametrize("platform", CALLS)
@pytest.mark.parametrize("decision", ["allow", None])
def test_an_allow_has_no_opinion_so_the_platforms_own_question_stays(platform: Any, decision: Any) -> None:
    assert respond(platform, {"decision": decision}) == {"exit_code": 0, "stdout": "", "stderr": ""}


DENIES = {
    "claude_code": specific(permissionDecision="deny", permissionDecisionReason="R"),
    "gemini_cli": {"decision": "deny", "reason": "R"},
    "copilot_cli": {"permissionDecision": "deny", "permissionDecisionReason": "R"},
    "vscode_copilot": specific(permissionDecision="deny", permissionDecisionReason="R"),
    "codex": specific(permissionDecision="deny", permissionDecisionReason="R"),
    "cursor": {"permission": "deny", "user_message": "R", "agent_message": "R"},
    "opencode": {"throw": "R"},
}


@pytest.mark.parametrize("platform", CALLS)
def test_deny(platform: Any) -> None:
    assert body(platform, DENY) == DENIES[platform]


@pytest.mark.parametrize("platform", CALLS)
def test_a_deny_always_has_a_reason_and_carries_its_context_in_it(platform: Any) -> None:
    assert "Denied by policy." in respond(platform, {"decision": "deny"})["stdout"]
    assert body(platform, {**DENY, "context": "C"}) == json.loads(
        json.dumps(DENIES[platform]).replace('"R"', '"R\\nC"')
    )


@pytest.mark.parametrize(
    ("platform", "version", "asked"),
    [
        ("claude_code", None, True),
        ("claude_code", "2.1.329", True),
        ("claude_code", "2.1.85", True),
        ("claude_code", "2.1.84", False),
        ("claude_code", "1.0.100", False),
        ("gemini_cli", "0.61.0", True),
        ("gemini_cli", "0.40.1", True),
        ("gemini_cli", "0.38.0", True),
        ("gemini_cli", "0.38.0-preview.1", False),
        ("gemini_cli", "0.35.3", False),
        ("copilot_cli", "1.0.102", True),
        ("copilot_cli", "1.0.34", True),
        ("vscode_copilot", None, True),
        ("codex", "0.169.0", False),
        ("cursor", None, False),
        ("opencode", "1.18.33", False),
    ],
)
def test_where_a_platform_would_run_the_tool_instead_of_asking_it_is_denied(
    platform: Any, version: Any, asked: Any
) -> None:
    expected = json.dumps(DENIES[platform])
    expected = expected.replace('"deny"', '"ask"') if asked else expected.replace('"R"', json.dumps(INSTEAD))
    assert body(platform, ASK, version=version) == json.loads(expected)


CHANGES = {
    "claude_code": specific(updatedInput={"command": "pwd", "description": "d"}),
    "gemini_cli": {
        "hookSpecificOutput": {"hookEventName": "BeforeTool", "tool_input": {"command": "pwd", "dir_path": "d"}}
    },
    "copilot_cli": {"modifiedArgs": {"command": "pwd", "mode": "sync"}},
    "vscode_copilot": specific(updatedInput={"command": "pwd", "goal": "g"}),
    "codex": specific(permissionDecision="allow", updatedInput={"command": "pwd"}),
    "cursor": {"permission": "allow", "updated_input": {"command": "pwd", "cwd": "/p"}},
    "opencode": {"args": {"command": "pwd"}},
}


@pytest.mark.parametrize("platform", CALLS)
def test_changed_input_is_the_whole_native_input(platform: Any) -> None:
    changed = {"command": "pwd", "platform_tool_name": "whatever"}
    assert body(platform, {"decision": "allow", "updated_input": changed}) == CHANGES[platform]


def test_changed_input_has_native_names() -> None:
    payload = {"toolName": "edit", "toolArgs": {"path": "a", "old_str": "o", "new_str": "n"}}
    verdict = {"decision": None, "updated_input": {"file_path": "b", "new_string": "m", "extra": 1}}
    expected = {"modifiedArgs": {"path": "b", "old_str": "o", "new_str": "m", "extra": 1}}
    assert body("copilot_cli", verdict, payload, "preToolUse") == expected
    payload = {
        "hook_event_name": "BeforeTool",
        "tool_name": "grep_search",
        "tool_input": {"pattern": "x", "include": "*.py"},
    }
    verdict = {"decision": None, "updated_input": {"glob": "*.md", "path": "d"}}
    changed = body("gemini_cli", verdict, payload)["hookSpecificOutput"]["tool_input"]
    assert changed == {"pattern": "x", "include": "*.md", "dir_path": "d"}


def test_a_change_takes_the_name_that_the_platform_reads_even_beside_a_decoy() -> None:
    payload = {"toolName": "edit", "toolArgs": {"file_path": "decoy", "path": "a", "old_str": "o"}}
    verdict = {"decision": None, "updated_input": {"file_path": "b"}}
    assert body("copilot_cli", verdict, payload, "preToolUse")["modifiedArgs"]["path"] == "b"
    payload = {"hook_event_name": "BeforeTool", "tool_name": "glob", "tool_input": {"path": "ignored"}}
    changed = body("gemini_cli", {"decision": None, "updated_input": {"path": "b"}}, payload)
    assert changed["hookSpecificOutput"]["tool_input"]["dir_path"] == "b"


def patching(**change: Any) -> Any:
    payload = {
        "hook_event_name": "PreToolUse",
        "tool_name": "apply_patch",
        "tool_input": {"command": "*** Add File: a"},
    }
    return "codex", {"decision": None, "updated_input": change}, payload


def test_a_patch_is_changed_by_its_text() -> None:
    changed = body(*patching(patch="*** Add File: b", file_path="a"))
    assert changed["hookSpecificOutput"]["updatedInput"] == {"command": "*** Add File: b"}
    with pytest.raises(Unsupported):
        respond(*patching(file_path="b"))


@pytest.mark.parametrize("arguments", [["ls"], "ls", {"commands": ["ls"]}, {"command": "ls", "args": ["-a"]}])
def test_the_one_value_of_a_tool_that_takes_several_is_replaced_in_its_list(arguments: Any) -> None:
    payload = {"hookName": "tool_call", "tool_call": {"name": "run_commands", "input": arguments}}
    verdict = {"decision": None, "updated_input": {"command": "pwd"}}
    assert body("cline", verdict, payload, "PreToolUse") == {"overrideInput": {"commands": ["pwd"]}}
    del payload["tool_call"]["input"]  # pyright: ignore[reportArgumentType]
    with pytest.raises(hook_adapters.InvalidPayload):
        body("cline", verdict, payload, "PreToolUse")


@pytest.mark.parametrize("arguments", [["ls", "pwd"], [], 7])
def test_which_of_several_values_is_meant_is_not_guessed(arguments: Any) -> None:
    payload = {"hookName": "tool_call", "tool_call": {"name": "run_commands", "input": arguments}}
    with pytest.raises(Unsupported):
        body("cline", {"decision": None, "updated_input": {"command": "id"}}, payload, "PreToolUse")


def test_bare_patch_text_cannot_be_changed() -> None:
    with pytest.raises(Unsupported):
        respond(
            "copilot_cli",
            {"decision": None, "updated_input": {"patch": "x"}},
            {"toolName": "apply_patch", "toolArgs": "x"},
            "preToolUse",
        )


def test_codex_loses_a_change_next_to_context_so_both_together_are_refused() -> None:
    with pytest.raises(Unsupported):
        respond("codex", {"decision": None, "context": "C", "updated_input": {"command": "pwd"}})
    with pytest.raises(Unsupported):
        respond("codex", {"decision": None, "updated_input": {"command": "pwd"}}, version="0.128.0")


@pytest.mark.parametrize("platform", CALLS)
def test_a_message_for_the_user_is_said_somewhere(platform: Any) -> None:
    for verdict in ({"decision": "allow"}, DENY):
        answer = respond(platform, {**verdict, "system_message": "for you"})
        assert "for you" in answer["stdout"] + answer["stderr"]


@pytest.mark.parametrize("verdict", [{"decision": "block"}, {"decision": "deny", "why": "x"}, {"decision": "Deny"}])
def test_a_verdict_that_is_none_is_refused(verdict: Any) -> None:
    with pytest.raises(AdapterError):
        respond("claude_code", verdict)
