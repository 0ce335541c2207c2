"""Letta Code: how the recorder is registered."""

from __future__ import annotations

from typing import Any

from hookconform_lab.platforms.letta_code.driver import MATCHED
from hookconform_lab.recorder.registrations import SECONDS, HookEntries, grouped

# A recorder that ends with 0 there would answer yes in its user's place.
_ANSWERING = frozenset({"PermissionRequest"})


class LettaCodeRecorder(HookEntries):
    """Groups in `settings.json`; times are milliseconds."""

    platform = "letta-code"
    advice = "Letta Code reads its settings when it starts: start it anew."

    def events(self, version: str | None) -> tuple[str, ...]:
        """Return all of that version but the one whose hook would answer for the user by ending well."""
        return tuple(event for event in self.registrable(version) if event not in _ANSWERING)

    def entry(self, event: str, command: str) -> dict[str, Any]:
        """Return a group that matches every tool."""
        return grouped(command, matcher="*" if event in MATCHED else None, timeout=SECONDS * 1000)


RECORDER = LettaCodeRecorder()
