"""cline: how the recorder of a person's own runs is registered."""

from __future__ import annotations

from typing import Any

from hookconform.recorder.registrations import SECONDS, HookEntries


class ClineRecorder(HookEntries):
    """One command an event in `hooks.json`."""

    platform = "cline"
    advice = "Say here what must be so for a project's hooks to run."

    def events(self, version: str | None) -> tuple[str, ...]:
        """Return what is worth recording: not what fires for every word or carries the vendor's prompts."""
        return self.registrable(version)

    def entry(self, event: str, command: str) -> dict[str, Any]:  # noqa: ARG002 (the interface's form)
        """Return the command."""
        return {"type": "command", "command": command, "timeout": SECONDS}


RECORDER = ClineRecorder()
