"""Kimi Code: how the recorder is registered."""

from __future__ import annotations

from typing import Any

from hookconform_lab.recorder.registrations import SECONDS
from hookconform_lab.recorder.tables import HookTables

# One unknown event voids all hooks: the oldest version recorded is assumed where the version is not known.
_ASSUMED = "0.25.0"


class KimiCodeRecorder(HookTables):
    """Tables of the user's `config.toml`; it refuses a table with a key that it does not know."""

    platform = "kimi-code"
    advice = "Kimi Code reads its settings when it starts: start it anew."

    def events(self, version: str | None) -> tuple[str, ...]:
        """Return all of that version."""
        return self.registrable(version or _ASSUMED)

    def entry(self, event: str, command: str) -> dict[str, Any]:
        """Return a table for whatever the event is about."""
        return {"event": event, "command": command, "timeout": SECONDS}


RECORDER = KimiCodeRecorder()
