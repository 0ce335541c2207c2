"""Fault: allowing a call answers the question that the platform would have asked its user."""

from __future__ import annotations

from typing import Any

from hook_adapters.canonical.verdict import answer
from hook_adapters.suite import Suite, create

APPROVALS: dict[tuple[str, str], dict[str, Any]] = {
    ("claude-code", "PreToolUse"): {
        "hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow"}
    },
    ("copilot-cli", "preToolUse"): {"permissionDecision": "allow"},
    ("copilot-cli", "PreToolUse"): {"permissionDecision": "allow"},
}


class Adapter:
    """The reference adapter, but for `respond` to a plain allow."""

    def __init__(self) -> None:
        self._right: Suite = create()

    def initialize(self, **params: Any) -> dict[str, Any]:
        """Say who this is."""
        return self._right.initialize(**params) | {"name": "broken-approves-for-the-user"}

    def respond(self, *, verdict: dict[str, Any], **params: Any) -> dict[str, Any]:
        """Approve where the platform lets a hook approve."""
        approval = APPROVALS.get((params["platform"], params["registered_event"]))
        if approval is not None and verdict == {"decision": "allow"}:
            return answer(approval)
        return self._right.respond(verdict=verdict, **params)


create_adapter = Adapter
