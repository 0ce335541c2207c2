"""Copilot CLI: how the recorder is registered."""

from __future__ import annotations

from typing import Any

from hookconform_lab.platforms.copilot_cli.names import events_at
from hookconform_lab.recorder.registrations import SECONDS, HookEntries

# Some versions drop a whole file for some keys in PascalCase; what this one knows has done no harm to any later one.
_ASSUMED = "1.0.6"


class CopilotCliRecorder(HookEntries):
    """One command an event; the casing of the key decides the payload's shape, so both are worth having."""

    platform = "copilot-cli"
    advice = "Copilot CLI runs a project's hooks only in a trusted folder."
    preamble = {"version": 1}  # noqa: RUF012 (ClassVar in the base)

    def events(self, version: str | None) -> tuple[str, ...]:
        """Return the keys the version reads, in both casings."""
        return events_at(version or _ASSUMED)

    def registrable(self, version: str | None) -> tuple[str, ...]:
        """Return the keys the version reads and that do not make it drop the file."""
        return events_at(version) if version else super().registrable(None)

    def entry(self, event: str, command: str) -> dict[str, Any]:  # noqa: ARG002 (the interface's form)
        """Return the command for a POSIX shell."""
        return {"type": "command", "bash": command, "timeoutSec": SECONDS}


RECORDER = CopilotCliRecorder()
