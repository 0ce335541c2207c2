"""The base line of adapters: everything native is handed on as it came, under the canonical keys."""

from __future__ import annotations

import json
import math
import os
from typing import Any

# It knows none of them, so that it can stand beside an adapter of any; separated by blanks.
PLATFORMS = os.environ.get("BASE_LINE_PLATFORMS", "").split() or [
    "claude-code", "codex", "copilot-cli", "copilot-cloud-agent", "cursor", "gemini-cli", "opencode", "vscode-copilot",
]  # fmt: skip
# Where payloads keep what the canonical event names; the first key that is there is taken.
KEYS = {
    "hook_event_name": ("hook_event_name", "hook"),
    "tool_name": ("tool_name", "toolName"),
    "tool_input": ("tool_input", "toolArgs"),
    "tool_response": ("tool_response", "toolResult"),
    "session_id": ("session_id", "sessionId"),
    "cwd": ("cwd", "directory"),
    "prompt": ("prompt",),
}
TYPES = {"hook_event_name": str, "tool_name": str, "tool_input": dict, "session_id": str, "cwd": str, "prompt": str}


def _number(text: str) -> float | str:
    """Return a number; one that no double holds as it is written, since JSON has no infinity."""
    found = float(text)
    return text if math.isinf(found) else found


class InvalidPayloadError(Exception):
    """The payload is no JSON object."""

    code = -32001


class Adapter:
    """Keyword arguments and results are the serve protocol's."""

    def __init__(self, tier: str) -> None:
        self._tier = tier

    def initialize(self, **_: Any) -> dict[str, Any]:
        """Say who this is."""
        return {
            "protocol": 2,
            "name": "identity",
            "version": "1",
            "language": "python",
            "platforms": PLATFORMS,
            "capabilities": ["tool-name", "event", "input", "result", "kind", "calls", "refusal", "response", "facade"],
            "tier": self._tier,
        }

    def canonicalize(self, payload: str, registered_event: str | None = None, **_: Any) -> dict[str, Any]:
        """Return one event that holds what the payload holds, nothing renamed and nothing decoded.

        A value of another type than the canonical one has is left out: it would have to be decoded.
        """
        try:
            call = json.loads(payload, parse_constant=str, parse_float=_number)
        except (ValueError, RecursionError) as error:
            raise InvalidPayloadError(str(error)) from error
        if not isinstance(call, dict):
            raise InvalidPayloadError("not an object")
        nested = call.get("input")
        # An OpenCode record has its tool one level down.
        tool = nested.get("tool") if isinstance(nested, dict) else None
        found: dict[str, Any] = {"tool_name": tool} if isinstance(tool, str) else {}
        for key, names in KEYS.items():
            value = next((call[name] for name in names if name in call), None)
            if value is not None and isinstance(value, TYPES.get(key, object)):
                found[key] = value
        return {"events": [{"hook_event_name": registered_event or "", **found}]}

    def tools(self, **_: Any) -> dict[str, Any]:
        """Return that no tool is known."""
        return {"tools": []}

    def map(self, tool: str, **call: Any) -> dict[str, Any]:
        """Return the calls with the name and the arguments that they came with."""
        if "calls" in call:
            return {"calls": [{"tool": call["native_tool"] or tool, "arguments": one} for one in call["calls"]]}
        return {"calls": [{"tool": tool, **{name: call[name] for name in ("arguments", "text") if name in call}}]}

    def respond(self, **_: Any) -> dict[str, Any]:
        """Return the answer of a hook that has nothing to say."""
        return {"exit_code": 0, "stdout": "", "stderr": ""}


def core() -> Adapter:
    """Return the base line of adapters of the tier core."""
    return Adapter("core")


def extended() -> Adapter:
    """Return the base line of adapters of the tier extended."""
    return Adapter("extended")
