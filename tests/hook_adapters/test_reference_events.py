"""Native event names and where session, folder and prompt stand, platform by platform."""

import json
from typing import Any

import pytest

import hook_adapters
from hook_adapters import InvalidPayload


def canonicalize(platform: Any, payload: Any, registered: Any = None) -> Any:
    return hook_adapters.canonicalize(platform.replace("_", "-"), json.dumps(payload), registered_event=registered)


# Platform, native event, canonical event if it has another name.
EVENTS = """
gemini_cli      BeforeAgent                      UserPromptSubmit
gemini_cli      AfterAgent                       Stop
gemini_cli      PreCompress                      PreCompact
gemini_cli      SessionStart SessionEnd Notification BeforeModel AfterModel BeforeToolSelection PreCompact beforetool
copilot_cli     userPromptSubmitted              UserPromptSubmit
copilot_cli     promptSubmit                     UserPromptSubmit
copilot_cli     sessionStart                     SessionStart
copilot_cli     sessionEnd                       SessionEnd
copilot_cli     agentStop                        Stop
copilot_cli     subagentStart                    SubagentStart
copilot_cli     subagentStop                     SubagentStop
copilot_cli     preCompact                       PreCompact
copilot_cli     notification                     Notification
copilot_cli     Stop UserPromptSubmit errorOccurred ErrorOccurred userPromptTransformed UserPromptTransformed
copilot_cli     preMcpToolCall PreMcpToolCall
claude_code     SessionStart UserPromptExpansion TeammateIdle WorktreeCreate sessionstart
codex           Interrupt PreModelRequest PostCompact SessionEnd
vscode_copilot  SessionStart Stop SubagentStop PreCompact ErrorOccurred
cursor          beforeSubmitPrompt               UserPromptSubmit
cursor          sessionStart                     SessionStart
cursor          sessionEnd                       SessionEnd
cursor          stop                             Stop
cursor          subagentStart                    SubagentStart
cursor          subagentStop                     SubagentStop
cursor          preCompact                       PreCompact
cursor          beforeTabFileRead afterTabFileEdit afterAgentResponse afterAgentThought workspaceOpen Stop
opencode        chat.message                     UserPromptSubmit
opencode        experimental.session.compacting  PreCompact
opencode        shell.env chat.params dispose config command.execute.before tool.definition
"""


def event_rows() -> list[tuple[str, str, str]]:
    """A wide gap says that the name after it is the canonical one."""
    rows = []
    for platform, names in (line.split(maxsplit=1) for line in EVENTS.strip().splitlines()):
        native, gap, canonical = names.partition("  ")
        rows += [(platform, native, canonical.strip())] if gap else [(platform, name, name) for name in names.split()]
    return rows


@pytest.mark.parametrize(("platform", "native", "canonical"), event_rows())
def test_a_native_event_becomes_canonical_or_passes(platform: Any, native: Any, canonical: Any) -> None:
    if platform.startswith("copilot"):
        (event,) = canonicalize(platform, {"sessionId": "s-1"}, native)
    else:
        (event,) = canonicalize(platform, {"hook" if platform == "opencode" else "hook_event_name": native})
    assert event["hook_event_name"] == canonical
    assert event.get("platform_event_name") == (native if native != canonical else None)
    assert "tool_name" not in event


@pytest.mark.parametrize(
    ("platform", "native", "canonical"),
    [
        ("gemini_cli", "AfterTool", "PostToolUse"),
        ("copilot_cli", "postToolUse", "PostToolUse"),
        ("copilot_cli", "postToolUseFailure", "PostToolUseFailure"),
        ("cursor", "postToolUse", "PostToolUse"),
        ("cursor", "postToolUseFailure", "PostToolUseFailure"),
        ("codex", "PostToolUse", "PostToolUse"),
        ("claude_code", "PostToolUseFailure", "PostToolUseFailure"),
    ],
)
def test_an_after_tool_event_names_its_tool(platform: Any, native: Any, canonical: Any) -> None:
    payload = {"tool_name": "mcp", "tool_input": {"x": 1}}
    (event,) = canonicalize(platform, payload, native)
    assert (event["hook_event_name"], event["tool_name"], event["tool_input"]) == (canonical, "mcp", {"x": 1})
    with pytest.raises(InvalidPayload):
        canonicalize(platform, {"tool_input": {"x": 1}}, native)


@pytest.mark.parametrize(
    ("type_", "canonical"),
    [
        ("session.created", "SessionStart"),
        ("session.idle", "Stop"),
        ("session.error", "StopFailure"),
        ("session.compacted", "PostCompact"),
        ("permission.asked", "PermissionRequest"),
        ("permission.updated", "PermissionRequest"),
        ("session.updated", "session.updated"),
        ("permission.replied", "permission.replied"),
        ("session.deleted", "session.deleted"),
    ],
)
def test_opencode_bus_events_are_named_by_their_type(type_: Any, canonical: Any) -> None:
    record = {
        "hook": "event",
        "input": {"event": {"type": type_, "properties": {"sessionID": "s-1"}}},
        "directory": "/p",
    }
    (event,) = canonicalize("opencode", record)
    assert event["hook_event_name"] == canonical
    assert (event["session_id"], event["cwd"]) == ("s-1", "/p")
    assert "tool_name" not in event
    assert "tool_input" not in event


def test_opencode_takes_the_session_from_its_description() -> None:
    for type_, info in (("session.created", {"id": "s-1"}), ("message.updated", {"id": "msg", "sessionID": "s-1"})):
        record = {"hook": "event", "input": {"event": {"type": type_, "properties": {"info": info}}}}
        assert canonicalize("opencode", record)[0]["session_id"] == "s-1"


def test_opencode_permission_ask_names_no_tool() -> None:
    record = {"hook": "permission.ask", "input": {"type": "bash", "sessionID": "s-1"}, "output": {"status": "ask"}}
    (event,) = canonicalize("opencode", record)
    assert event == {
        "hook_event_name": "PermissionRequest",
        "platform_event_name": "permission.ask",
        "session_id": "s-1",
    }


def test_opencode_prompt_is_the_text_of_the_message() -> None:
    parts = [{"type": "text", "text": "hello"}, {"type": "file", "url": "x"}, {"type": "text", "text": "there"}]
    (event,) = canonicalize(
        "opencode", {"hook": "chat.message", "input": {}, "output": {"message": {}, "parts": parts}}
    )
    assert event["prompt"] == "hello\nthere"
