"""GitHub Copilot in VS Code: how the recorder is registered."""

from __future__ import annotations

from typing import Any

from hookconform_lab.recorder.registrations import SECONDS, HookEntries

_EVENTS = (
    "SessionStart",
    "UserPromptSubmit",
    "PreToolUse",
    "PostToolUse",
    "PreCompact",
    "SubagentStart",
    "SubagentStop",
    "Stop",
)


class VsCodeRecorder(HookEntries):
    """One command an event in a file of its own."""

    platform = "vscode-copilot"
    advice = "VS Code runs hooks only in a trusted workspace."

    def events(self, version: str | None) -> tuple[str, ...]:  # noqa: ARG002 (the same at all)
        """Return the events it documents."""
        return _EVENTS

    def entry(self, event: str, command: str) -> dict[str, Any]:  # noqa: ARG002 (the interface's form)
        """Return the command."""
        return {"type": "command", "command": command, "timeout": SECONDS}


RECORDER = VsCodeRecorder()
