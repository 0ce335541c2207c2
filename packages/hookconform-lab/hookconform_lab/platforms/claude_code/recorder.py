"""Claude Code: how the recorder is registered."""

from __future__ import annotations

from typing import Any

from hookconform_lab.platforms.claude_code.events import events_at
from hookconform_lab.recorder.registrations import HookEntries, grouped

# Up to 2.1.50 it ignores every hook if one event name is unknown to it: assumed where the version is not known.
_ASSUMED = "1.0.85"
_LEFT_OUT = frozenset({"WorktreeCreate", "WorktreeRemove", "MessageDisplay", "FileChanged"})
_TOOL_EVENTS = frozenset({"PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest"})


class ClaudeCodeRecorder(HookEntries):
    """Groups with a matcher in `settings.json`."""

    platform = "claude-code"
    advice = "Hooks of a project run once you have trusted its folder in Claude Code."

    def events(self, version: str | None) -> tuple[str, ...]:
        """Return what the version has, without what replaces the program's own way or fires for every word."""
        return tuple(name for name in events_at(version or _ASSUMED) if name not in _LEFT_OUT)

    def registrable(self, version: str | None) -> tuple[str, ...]:
        """Return what the version has; of an unknown one what any has, the harm then being the user's choice."""
        return events_at(version) if version else super().registrable(None)

    def entry(self, event: str, command: str) -> dict[str, Any]:
        """Return a group that matches every tool."""
        return grouped(command, matcher="*" if event in _TOOL_EVENTS else None)


RECORDER = ClaudeCodeRecorder()
