"""Fault: every platform is answered in Claude Code's words."""

from __future__ import annotations

from typing import Any

from hook_adapters.canonical.verdict import answer
from hook_adapters.suite import Suite, create


class Adapter:
    """The reference adapter, but for `respond`."""

    def __init__(self) -> None:
        self._right: Suite = create()

    def initialize(self, **params: Any) -> dict[str, Any]:
        """Say who this is."""
        return self._right.initialize(**params) | {"name": "broken-claude-answers-everywhere"}

    def respond(self, *, verdict: dict[str, Any], **params: Any) -> dict[str, Any]:
        """Answer as Claude Code before a tool is answered, whatever the platform and the event."""
        call = self._right.canonicalize(**params)["events"][0]
        event = call["hook_event_name"]
        output: dict[str, Any] = {}
        if verdict["decision"] != "allow":
            output["permissionDecision"] = verdict["decision"]
            output["permissionDecisionReason"] = verdict.get("reason", "")
        if "context" in verdict:
            output["additionalContext"] = verdict["context"]
        if "updated_input" in verdict:
            # Claude Code's own names are the canonical ones.
            kept = {name: value for name, value in call["tool_input"].items() if name != "platform_tool_name"}
            output["updatedInput"] = kept | verdict["updated_input"]
        return answer({"hookSpecificOutput": {"hookEventName": event, **output}} if output else None)


create_adapter = Adapter
