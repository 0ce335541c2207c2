"""Verdict → answer, platform by platform; what each answer does was measured on the real programs."""

import importlib
import json
from typing import Any

import pytest

from hook_adapters.errors import AdapterError, Unsupported

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
    module = importlib.import_module(f"hook_adapters.{platform}")
    if payload is None:
        payload, registered = CALLS[platform]
    return module.respond(json.dumps(payload), verdict, registered, version)


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
        ("claude_code", "2.1.50", False),
        ("claude_code", "1.0.100", False),
        ("gemini_cli", "0.61.0", True),
        ("gemini_cli", "0.36.0-preview.1", True),
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


def test_bare_patch_text_cannot_be_changed() -> None:
    with pytest.raises(Unsupported):
        respond(
            "copilot_cli",
            {"decision": None, "updated_input": {"patch": "x"}},
            {"toolName": "apply_patch", "toolArgs": "x"},
            "preToolUse",
        )


EVENTS = {
    "claude_code": {"hook_event_name": "{}", "tool_name": "Bash", "tool_input": {}},
    "gemini_cli": {"hook_event_name": "{}", "tool_name": "glob", "tool_input": {}},
    "copilot_cli": {"toolName": "bash", "toolArgs": {}},
    "vscode_copilot": {"hook_event_name": "{}", "tool_name": "read_file", "tool_input": {}},
    "codex": {"hook_event_name": "{}", "tool_name": "Bash", "tool_input": {}},
    "cursor": {"hook_event_name": "{}", "tool_name": "Read", "tool_input": {}, "command": "ls", "file_path": "a"},
    "opencode": {"hook": "{}", "input": {"tool": "bash", "args": {}}, "output": {"args": {}}},
}


def at(platform: Any, event: Any, verdict: Any, version: Any = None) -> Any:
    payload = json.loads(
        json.dumps(EVENTS[platform]).replace("{}", event, 1)
        if platform != "copilot_cli"
        else json.dumps(EVENTS[platform])
    )
    return respond(platform, verdict, payload, event, version)


def hso(event: Any, **output: Any) -> Any:
    return {"hookSpecificOutput": {"hookEventName": event, **output}}


BLOCK = {"decision": "block", "reason": "R"}
ELSEWHERE = [
    ("claude_code", "UserPromptSubmit", DENY, BLOCK),
    ("claude_code", "PostToolUse", DENY, BLOCK),
    ("claude_code", "Stop", DENY, BLOCK),
    ("claude_code", "PermissionRequest", DENY, hso("PermissionRequest", decision={"behavior": "deny", "message": "R"})),
    ("claude_code", "PermissionRequest", ASK, None),
    ("claude_code", "PreToolUse", CONTEXT, hso("PreToolUse", additionalContext="C")),
    ("claude_code", "SessionStart", CONTEXT, hso("SessionStart", additionalContext="C")),
    ("claude_code", "UserPromptSubmit", CONTEXT, hso("UserPromptSubmit", additionalContext="C")),
    ("gemini_cli", "AfterTool", DENY, {"decision": "deny", "reason": "R"}),
    ("gemini_cli", "BeforeAgent", DENY, {"decision": "deny", "reason": "R"}),
    ("gemini_cli", "AfterAgent", DENY, {"decision": "deny", "reason": "R"}),
    ("gemini_cli", "AfterTool", CONTEXT, hso("AfterTool", additionalContext="C")),
    ("gemini_cli", "SessionStart", CONTEXT, hso("SessionStart", additionalContext="C")),
    ("copilot_cli", "PreToolUse", DENY, {"permissionDecision": "deny", "permissionDecisionReason": "R"}),
    ("copilot_cli", "permissionRequest", DENY, {"behavior": "deny", "message": "R"}),
    ("copilot_cli", "permissionRequest", ASK, None),
    ("copilot_cli", "userPromptSubmitted", DENY, BLOCK),
    ("copilot_cli", "agentStop", DENY, BLOCK),
    ("copilot_cli", "postToolUse", DENY, BLOCK),
    ("copilot_cli", "postToolUse", CONTEXT, {"additionalContext": "C"}),
    ("copilot_cli", "preToolUse", CONTEXT, {"additionalContext": "C"}),
    ("copilot_cli", "SessionStart", CONTEXT, {"additionalContext": "C"}),
    ("vscode_copilot", "Stop", DENY, hso("Stop", decision="block", reason="R")),
    ("vscode_copilot", "SubagentStop", DENY, BLOCK | hso("SubagentStop", decision="block", reason="R")),
    ("vscode_copilot", "PostToolUse", DENY, BLOCK),
    ("vscode_copilot", "PostToolUse", CONTEXT, hso("PostToolUse", additionalContext="C")),
    ("codex", "PermissionRequest", DENY, hso("PermissionRequest", decision={"behavior": "deny", "message": "R"})),
    ("codex", "PermissionRequest", ASK, None),
    ("codex", "UserPromptSubmit", DENY, BLOCK),
    ("codex", "SessionStart", DENY, {"continue": False, "stopReason": "R"}),
    ("codex", "PreCompact", DENY, {"continue": False, "stopReason": "R"}),
    ("codex", "PreToolUse", CONTEXT, hso("PreToolUse", additionalContext="C")),
    ("codex", "SubagentStart", CONTEXT, hso("SubagentStart", additionalContext="C")),
    ("cursor", "beforeShellExecution", ASK, {"permission": "ask", "user_message": "R", "agent_message": "R"}),
    ("cursor", "beforeReadFile", DENY, {"permission": "deny", "user_message": "R"}),
    ("cursor", "beforeSubmitPrompt", DENY, {"continue": False, "user_message": "R"}),
    ("cursor", "stop", DENY, {"followup_message": "R"}),
    ("cursor", "postToolUse", CONTEXT, {"additional_context": "C"}),
    ("opencode", "chat.message", DENY, {"throw": "R"}),
    ("opencode", "chat.message", CONTEXT, {"append": "C"}),
    ("opencode", "tool.execute.after", CONTEXT, {"append": "C"}),
]


@pytest.mark.parametrize(("platform", "event", "verdict", "expected"), ELSEWHERE)
def test_other_events(platform: Any, event: Any, verdict: Any, expected: Any) -> None:
    stdout = at(platform, event, verdict)["stdout"]
    assert (json.loads(stdout) if stdout else None) == expected


@pytest.mark.parametrize(
    ("event", "verdict", "version"),
    [
        ("preToolUse", {"decision": None, "updated_input": {"command": "pwd"}}, "1.0.20"),
        ("preToolUse", CONTEXT, "1.0.34"),
        ("postToolUse", DENY, "1.0.59"),
        ("postToolUse", CONTEXT, "1.0.59"),
        ("userPromptSubmitted", DENY, "1.0.59"),
        ("sessionStart", CONTEXT, "1.0.20"),
        ("agentStop", DENY, "1.0.20"),
    ],
)
def test_older_copilot_versions_were_measured_to_honour(event: Any, verdict: Any, version: Any) -> None:
    assert at("copilot_cli", event, verdict, version)["stdout"]


UNSUPPORTED = [
    ("claude_code", "SessionStart", DENY, None),
    ("claude_code", "UserPromptSubmit", ASK, None),
    ("claude_code", "Notification", DENY, None),
    ("claude_code", "PreToolUse", CONTEXT, "1.0.100"),
    ("claude_code", "PermissionRequest", CONTEXT, None),
    ("claude_code", "Stop", CONTEXT, "2.1.50"),
    ("gemini_cli", "BeforeTool", CONTEXT, None),
    ("gemini_cli", "SessionStart", DENY, None),
    ("gemini_cli", "Notification", DENY, None),
    ("gemini_cli", "AfterModel", DENY, None),
    ("copilot_cli", "sessionStart", DENY, None),
    ("copilot_cli", "preMcpToolCall", DENY, None),
    ("copilot_cli", "preToolUse", CONTEXT, "1.0.20"),
    ("copilot_cli", "postToolUse", DENY, "1.0.34"),
    ("copilot_cli", "postToolUse", CONTEXT, "1.0.34"),
    ("copilot_cli", "userPromptSubmitted", DENY, "1.0.34"),
    ("copilot_cli", "userPromptSubmitted", CONTEXT, "1.0.59"),
    ("copilot_cli", "postToolUseFailure", DENY, None),
    ("codex", "PreModelRequest", DENY, None),
    ("codex", "SessionEnd", CONTEXT, None),
    ("cursor", "sessionStart", DENY, None),
    ("cursor", "preToolUse", CONTEXT, None),
    ("opencode", "tool.execute.before", CONTEXT, None),
    ("opencode", "permission.ask", DENY, None),
    ("opencode", "session.idle", DENY, None),
]


@pytest.mark.parametrize(("platform", "event", "verdict", "version"), UNSUPPORTED)
def test_what_a_platform_cannot_do_is_said(platform: Any, event: Any, verdict: Any, version: Any) -> None:
    with pytest.raises(Unsupported) as raised:
        at(platform, event, verdict, version)
    assert raised.value.code == -32003


def test_opencode_asks_where_it_is_asking_already() -> None:
    assert at("opencode", "permission.ask", ASK)["stdout"] == ""


def test_claude_code_task_creation_is_stopped_by_exit_code() -> None:
    assert at("claude_code", "TaskCreated", DENY) == {"exit_code": 2, "stdout": "", "stderr": "R"}


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
