"""Cursor: how the recorder is registered."""

from __future__ import annotations

from typing import Any

from hookconform_lab.recorder.registrations import SECONDS, HookEntries

_EVENTS = (
    "preToolUse",
    "postToolUse",
    "postToolUseFailure",
    "beforeShellExecution",
    "afterShellExecution",
    "beforeMCPExecution",
    "afterMCPExecution",
    "beforeReadFile",
    "afterFileEdit",
    "beforeSubmitPrompt",
    "sessionStart",
    "sessionEnd",
    "stop",
    "subagentStart",
    "subagentStop",
    "preCompact",
)


class CursorRecorder(HookEntries):
    """One command an event in `hooks.json`."""

    platform = "cursor"
    advice = "Cursor runs a project's hooks only in a trusted workspace."
    preamble = {"version": 1}  # noqa: RUF012 (ClassVar in the base)

    def events(self, version: str | None) -> tuple[str, ...]:  # noqa: ARG002 (the same at all)
        """Return the agent's events, not those of completion in the editor."""
        return _EVENTS

    def entry(self, event: str, command: str) -> dict[str, Any]:  # noqa: ARG002 (the interface's form)
        """Return the command."""
        return {"command": command, "timeout": SECONDS}


RECORDER = CursorRecorder()
