"""Grok Build: how the recorder is registered."""

from __future__ import annotations

from typing import Any

from hookconform_lab.recorder.registrations import HookEntries, grouped


class GrokBuildRecorder(HookEntries):
    """Groups in a file of its own, without a matcher."""

    platform = "grok-build"
    advice = "Grok Build runs a project's hooks only in a folder that you have trusted."

    def events(self, version: str | None) -> tuple[str, ...]:
        """Return all of that version; without one, all of the newest."""
        return self.registrable(version)

    def entry(self, event: str, command: str) -> dict[str, Any]:  # noqa: ARG002 (the interface's form)
        """Return a group for whatever the event is about."""
        return grouped(command)


RECORDER = GrokBuildRecorder()
