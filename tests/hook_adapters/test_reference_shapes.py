"""Payload shapes that only one platform has: failures, casings, early builds, events that stand for a tool."""

import json
from typing import Any

import pytest

import hook_adapters

ENVELOPE = {"session_id": "s-1", "cwd": "/home/dev/project"}


def canonicalize(platform: Any, payload: Any, registered: Any = None) -> Any:
    return hook_adapters.canonicalize(platform.replace("_", "-"), json.dumps(payload), registered_event=registered)


def claude_shaped(event: Any, name: Any, arguments: Any) -> Any:
    return {**ENVELOPE, "hook_event_name": event, "tool_name": name, "tool_input": arguments}


@pytest.mark.parametrize(
    ("is_error", "names"), [(True, ["PostToolUse", "PostToolUseFailure"]), (False, ["PostToolUse"])]
)
def test_opencode_after_carries_the_whole_output(is_error: Any, names: Any) -> None:
    output = {"content": [], "isError": is_error}
    record = {"hook": "tool.execute.after", "input": {"tool": "demo_fail", "args": {"why": "x"}}, "output": output}
    events = canonicalize("opencode", record)
    assert [event["hook_event_name"] for event in events] == names
    assert events[0]["tool_response"] == output
    assert events[0]["tool_input"] == {"why": "x"}


def test_opencode_result_cannot_replace_the_arguments() -> None:
    record = {
        "hook": "tool.execute.after",
        "input": {"tool": "bash", "args": {"command": "ls"}},
        "output": {"args": {}},
    }
    assert canonicalize("opencode", record)[0]["tool_input"]["command"] == "ls"


@pytest.mark.parametrize(
    ("response", "names"),
    [
        ({"llmContent": "x", "error": {"message": "m"}}, ["PostToolUse", "PostToolUseFailure"]),
        ({"llmContent": "Exit Code: 1"}, ["PostToolUse"]),
        ("text", ["PostToolUse"]),
    ],
)
def test_gemini_failure_is_its_error_field(response: Any, names: Any) -> None:
    payload = claude_shaped("AfterTool", "read_file", {"file_path": "a"}) | {"tool_response": response}
    events = canonicalize("gemini_cli", payload)
    assert [event["hook_event_name"] for event in events] == names
    assert all(event["tool_response"] == response for event in events)
    assert all(event["platform_event_name"] == "AfterTool" for event in events)


def test_gemini_permission_notice_also_fires_a_permission_request() -> None:
    payload = {"hook_event_name": "Notification", "notification_type": "ToolPermission", "details": {"type": "exec"}}
    assert [event["hook_event_name"] for event in canonicalize("gemini_cli", payload)] == [
        "Notification",
        "PermissionRequest",
    ]
    (event,) = canonicalize("gemini_cli", payload | {"notification_type": "Other"})
    assert event["hook_event_name"] == "Notification"


def test_gemini_server_tool_with_a_native_looking_name_passes() -> None:
    payload = claude_shaped("BeforeTool", "execute_code", {"dir_path": "x"}) | {"mcp_context": {"server_name": "lab"}}
    (event,) = canonicalize("gemini_cli", payload)
    assert (event["tool_name"], event["tool_input"]) == ("execute_code", {"dir_path": "x", "file_paths": ["x"]})


@pytest.mark.parametrize("arguments", [{"path": "a"}, '{"path":"a"}'])
@pytest.mark.parametrize("timestamp", [1, 1.5, "2026-11-21T00:00:00Z"])
def test_copilot_arguments_come_as_object_or_as_its_text(arguments: Any, timestamp: Any) -> None:
    payload = {"sessionId": "s", "timestamp": timestamp, "toolName": "view", "toolArgs": arguments}
    (event,) = canonicalize("copilot_cli", payload, "preToolUse[view|edit]")
    assert event["tool_input"] == {"file_path": "a", "platform_tool_name": "view"}


@pytest.mark.parametrize("text", ["[1]", '"x"', "{broken", "not json"])
def test_copilot_text_that_is_no_object_is_kept(text: Any) -> None:
    (event,) = canonicalize("copilot_cli", {"toolName": "sql", "toolArgs": text}, "preToolUse")
    assert event["tool_input"] == {"tool_input": text}


def test_copilot_pascal_payload() -> None:
    payload = {
        "hook_event_name": "PostToolUse",
        "session_id": "s",
        "timestamp": "2026-11-21T00:00:00Z",
        "cwd": "/p",
        "tool_name": "Write",
        "tool_input": {"path": "a", "file_text": "t"},
        "tool_result": {"result_type": "success"},
    }
    (event,) = canonicalize("copilot_cli", payload, "PostToolUse")
    assert event["tool_name"] == "Write"
    assert event["tool_input"] == {"file_path": "a", "content": "t"}
    assert event["tool_response"] == {"result_type": "success"}
    assert "platform_event_name" not in event


def test_copilot_pascal_patch_is_an_edit_already() -> None:
    payload = {"hook_event_name": "PreToolUse", "tool_name": "Edit", "tool_input": "*** Add File: a\n+x\n"}
    (event,) = canonicalize("copilot_cli", payload, "PreToolUse")
    assert event["tool_input"] == {"patch": "*** Add File: a\n+x\n", "file_paths": ["a"], "file_path": "a"}


def test_copilot_registration_decides_over_the_payload() -> None:
    payload = {"hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}}
    assert canonicalize("copilot_cli", payload, "PreToolUse")[0]["hook_event_name"] == "PreToolUse"
    assert canonicalize("copilot_cli", payload)[0]["hook_event_name"] == "PostToolUse"


def test_copilot_permission_request_keeps_camel_case_under_either_key() -> None:
    payload = {
        "hookName": "permissionRequest",
        "sessionId": "s",
        "toolName": "edit",
        "toolInput": {"file_path": "a", "diff": "d"},
    }
    for registered, native in (
        ("permissionRequest", "permissionRequest"),
        ("PermissionRequest", None),
        (None, "permissionRequest"),
    ):
        (event,) = canonicalize("copilot_cli", payload, registered)
        assert event["hook_event_name"] == "PermissionRequest"
        assert event.get("platform_event_name") == native
        assert event["tool_input"] == {"file_path": "a", "diff": "d", "platform_tool_name": "edit"}


def test_copilot_server_call_names_a_servers_tool() -> None:
    payload = {"serverName": "lab", "toolName": "bash", "arguments": {"path": "a"}, "toolCallId": "c"}
    (event,) = canonicalize("copilot_cli", payload, "preMcpToolCall")
    assert (event["hook_event_name"], event["tool_name"], event["tool_input"]) == (
        "preMcpToolCall",
        "bash",
        {"path": "a", "file_paths": ["a"]},
    )


def test_vscode_early_builds_named_fields_otherwise() -> None:
    payload = {
        "hookEventName": "PreToolUse",
        "sessionId": "s",
        "tool_name": "read_file",
        "tool_input": {"filePath": "a"},
    }
    (event,) = canonicalize("vscode_copilot", payload)
    assert (event["hook_event_name"], event["session_id"]) == ("PreToolUse", "s")


CURSOR = {"conversation_id": "c", "generation_id": "g", "workspace_roots": ["/p", "/q"]}


@pytest.mark.parametrize(
    ("fields", "name", "tool", "arguments", "response"),
    [
        (
            {"hook_event_name": "beforeShellExecution", "command": "ls", "cwd": "/x", "sandbox": True},
            "PreToolUse",
            "Bash",
            {"command": "ls"},
            None,
        ),
        (
            {"hook_event_name": "afterShellExecution", "command": "ls", "output": "a\n", "duration": 5},
            "PostToolUse",
            "Bash",
            {"command": "ls"},
            "a\n",
        ),
        (
            {"hook_event_name": "beforeReadFile", "file_path": "/p/a", "content": "c", "attachments": []},
            "PreToolUse",
            "Read",
            {"file_path": "/p/a", "content": "c"},
            None,
        ),
        (
            {"hook_event_name": "afterFileEdit", "file_path": "/p/a", "edits": []},
            "PostToolUse",
            "Edit",
            {"file_path": "/p/a", "edits": []},
            None,
        ),
        (
            {"hook_event_name": "beforeMCPExecution", "tool_name": "Shell", "tool_input": '{"a":1}', "command": "srv"},
            "PreToolUse",
            "Shell",
            {"a": 1},
            None,
        ),
        (
            {"hook_event_name": "afterMCPExecution", "tool_name": "t", "tool_input": "{}", "result_json": "{}"},
            "PostToolUse",
            "t",
            None,
            "{}",
        ),
    ],
)
def test_cursor_events_that_stand_for_a_tool(fields: Any, name: Any, tool: Any, arguments: Any, response: Any) -> None:
    (event,) = canonicalize("cursor", CURSOR | fields)
    assert (event["hook_event_name"], event["tool_name"]) == (name, tool)
    assert event.get("tool_input") == arguments
    assert event.get("tool_response") == response
    assert (event["session_id"], event["cwd"]) == ("c", fields.get("cwd", "/p"))


def test_cursor_generic_result_stays_text() -> None:
    payload = CURSOR | {
        "hook_event_name": "postToolUse",
        "tool_name": "Read",
        "tool_input": {"file_path": "a"},
        "tool_output": '{"x":1}',
        "session_id": "s",
    }
    (event,) = canonicalize("cursor", payload)
    assert (event["tool_response"], event["session_id"]) == ('{"x":1}', "s")


def test_tool_response_belongs_to_after_tool_events() -> None:
    payload = claude_shaped("PreToolUse", "Bash", {"command": "ls"}) | {"tool_response": "x"}
    assert "tool_response" not in canonicalize("claude_code", payload)[0]


def test_an_event_the_payload_does_not_name_is_the_registered_one() -> None:
    assert canonicalize("gemini_cli", {"source": "startup"}, "SessionStart")[0]["hook_event_name"] == "SessionStart"
    assert canonicalize("gemini_cli", {"hook_event_name": "AfterAgent"}, "SessionStart")[0]["hook_event_name"] == "Stop"
