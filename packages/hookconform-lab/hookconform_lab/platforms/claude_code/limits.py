"""What no run of Claude Code reaches offline, and why."""

from __future__ import annotations

from hookconform.ground.versions import within
from hookconform_lab.lab.driver import NotDriven

_TOOLS = {"DeferredToolPlaceholder": "stands for tools that are not loaded yet; it cannot be called"}
_EVENTS = {"WorktreeRemove": "no run of these versions removes a worktree"}


def undriven_at(version: str) -> NotDriven:
    """Return the tools and events of a version that its runs do not reach."""
    return NotDriven(
        tools=_TOOLS if within(version, "2.1.329") else {},
        events=_EVENTS if within(version, "2.1.63", "2.1.141") else {},
    )
