"""A small adapter for Gemini CLI: it knows one tool and two events. Most checks are red."""

from __future__ import annotations

import json
from typing import Any

from hookconform_data import Refused

EVENTS = {"BeforeTool": "PreToolUse", "AfterTool": "PostToolUse"}
TOOLS = {"run_shell_command": "Bash"}

name, version, platforms = "example", "0.1.0", ["gemini-cli"]


def canonicalize(payload: str, context: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the one event of a payload."""
    try:
        sent = json.loads(payload)
    except ValueError:
        raise Refused from None
    if not isinstance(sent, dict) or not isinstance(sent.get("hook_event_name"), str):
        raise Refused
    event = dict(sent)
    native = sent["hook_event_name"]
    if native in EVENTS:
        event |= {"hook_event_name": EVENTS[native], "platform_event_name": native}
    tool = sent.get("tool_name")
    if isinstance(tool, str) and tool in TOOLS:
        event |= {"tool_name": TOOLS[tool], "tool_input": {**sent.get("tool_input", {}), "platform_tool_name": tool}}
    return [event]
