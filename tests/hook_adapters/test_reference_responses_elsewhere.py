"""Verdict → answer on other events than before a tool, and what a platform cannot do there."""

import json
from typing import Any

import pytest

import hook_adapters
from hook_adapters import Unsupported

DENY = {"decision": "deny", "reason": "R"}
ASK = {"decision": "ask", "reason": "R"}
CONTEXT = {"decision": "allow", "context": "C"}

# Platform → a payload that will do for every event, whose name takes the place of `{}`.
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
    payload = EVENTS[platform]
    named = {key: event if value == "{}" else value for key, value in payload.items()}
    return hook_adapters.respond(platform.replace("_", "-"), json.dumps(named), verdict, event, version)


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
    ("copilot_cli", "userPromptSubmitted", DENY, {**BLOCK, "handled": True, "responseContent": BLOCK["reason"]}),
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
    ("claude_code", "PreToolUse", CONTEXT, "2.1.8"),
    ("claude_code", "PreToolUse", {"decision": None, "updated_input": {"command": "pwd"}}, "2.1.1"),
    ("claude_code", "PermissionRequest", CONTEXT, None),
    ("claude_code", "Stop", CONTEXT, "2.1.162"),
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
