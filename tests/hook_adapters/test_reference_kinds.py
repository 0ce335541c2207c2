"""What a call does, whatever its tool is called: the kind on every event about a tool, and rules about it."""

from __future__ import annotations

import json
from typing import Any

import pytest

import hook_adapters
from hook_adapters.canonical.kinds import KINDS, OF_TOOLS
from hook_adapters.rules import compile_pack, matching
from hookconform.corpus.vocabulary import load_vocabulary


def kind(platform: str, payload: dict[str, Any]) -> Any:
    return hook_adapters.canonicalize(platform, json.dumps(payload))[0].get("tool_kind")


def claude(tool: str) -> dict[str, Any]:
    return {"hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": {"command": "ls"}}


@pytest.mark.parametrize(
    ("platform", "payload", "expected"),
    [
        ("claude-code", claude("Bash"), "execute"),
        ("claude-code", claude("PowerShell"), "execute"),
        ("claude-code", claude("Workflow"), "execute"),
        ("claude-code", claude("TaskList"), "read"),
        ("claude-code", claude("mcp__server__bash"), "other"),
        ("claude-code", claude("Whatever"), "other"),
        ("claude-code", claude("workflow"), "other"),
        ("codex", claude("exec_command"), "other"),
        ("codex", claude("write_stdin"), "execute"),
        ("claude-code", {"hook_event_name": "UserPromptSubmit", "prompt": "go"}, None),
        ("cursor", {"hook_event_name": "beforeShellExecution", "command": "ls"}, "execute"),
        ("cursor", {"hook_event_name": "beforeMCPExecution", "tool_name": "Shell", "tool_input": "{}"}, "other"),
        ("gemini-cli", {**claude("read_file"), "mcp_context": {"server_name": "s"}}, "other"),
        ("gemini-cli", {**claude("read_file"), "hook_event_name": "BeforeTool", "mcp_context": None}, "read"),
        (
            "copilot-cli",
            {"hook_event_name": "PreToolUse", "tool_name": "bash", "tool_input": {}, "serverName": None},
            "execute",
        ),
        (
            "copilot-cli",
            {"hook_event_name": "PreToolUse", "tool_name": "bash", "tool_input": {}, "serverName": ""},
            "execute",
        ),
        ("cursor", {**claude("Shell"), "hook_event_name": "preToolUse", "mcp_server_name": None}, "execute"),
        ("gemini-cli", {"hook_event_name": "Notification", "notification_type": "ToolPermission"}, None),
    ],
)
def test_the_kind_of_a_call(platform: str, payload: dict[str, Any], expected: str | None) -> None:
    assert kind(platform, payload) == expected


def test_a_kind_that_a_payload_brings_along_is_not_believed() -> None:
    assert kind("claude-code", claude("Bash") | {"tool_kind": "read"}) == "execute"


def test_one_rule_sees_whatever_runs_a_command() -> None:
    rules = compile_pack([{"name": "r", "matchers": {"kinds": ["execute"]}, "actions": {"block": True}}])
    for tool, fires in (("Bash", True), ("Monitor", True), ("Workflow", True), ("Read", False), ("Bash2", False)):
        events = hook_adapters.canonicalize("claude-code", json.dumps(claude(tool)))
        assert bool(matching(rules, events)) is fires, tool


def test_an_event_without_a_tool_is_of_no_kind() -> None:
    rules = compile_pack([{"name": "r", "matchers": {"kinds": list(KINDS)}, "actions": {"block": True}}])
    assert not matching(rules, [{"hook_event_name": "Stop"}])


def test_the_kinds_are_the_vocabularys() -> None:
    assert load_vocabulary().kinds == OF_TOOLS
    assert load_vocabulary().all_kinds == KINDS
