"""Where a value is planted: a payload that the gate clears as it is, and every kind of place in it."""

from collections.abc import Callable
from typing import Any

# Position → the object it is in (empty: the payload itself), the key, and the value with the planted one in it.
POSITIONS: dict[str, Callable[[Any], tuple[str, str, Any]]] = {
    "top level": lambda value: ("", "message", value),
    "argument": lambda value: ("tool_input", "file_path", value),
    "key": lambda value: ("tool_input", str(value), True),
    "list": lambda value: ("tool_input", "paths", ["src", value]),
    "deep": lambda value: ("tool_input", "edits", [{"options": {"path": value}}]),
    "folder": lambda value: ("", "transcript_path", f"/home/dev/project/{value}/x.json"),
    "file name": lambda value: ("tool_input", "file_path", f"src/{value}.json"),
    "session": lambda value: ("", "session_id", value),
    "tool name": lambda value: ("", "tool_name", value),
    "event name": lambda value: ("", "hook_event_name", value),
    "time": lambda value: ("", "timestamp", value),
    "version": lambda value: ("", "version", value),
    "model": lambda value: ("", "model", value),
    "source": lambda value: ("", "source", value),
}


def payload_with(value: Any, position: str) -> dict[str, Any]:
    """Return a payload with a value at a position; without it nothing in the payload is a doubt once redacted."""
    payload: dict[str, Any] = {
        "session_id": "7d2b0a3e-5a0f-4a0e-9d7c-3f6f2f1f0b11",
        "transcript_path": "/home/waltraud/.gemini/tmp/zeppelin-merger/chats/session-2026-11-21T02-31-7d2b0a3e.jsonl",
        "cwd": "/home/waltraud/clients/zeppelin-merger",
        "hook_event_name": "BeforeTool",
        "timestamp": "2026-11-21T02:31:32.915Z",
        "tool_name": "read_file",
        "tool_input": {"file_path": "README.md"},
    }
    holder, key, planted = POSITIONS[position](value)
    (payload[holder] if holder else payload)[key] = planted
    return payload
