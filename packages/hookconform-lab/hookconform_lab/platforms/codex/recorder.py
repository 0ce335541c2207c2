"""Codex: how the recorder is registered."""

from __future__ import annotations

from typing import Any

from hookconform_lab.platforms.codex.names import events_at
from hookconform_lab.platforms.codex.replies import MODEL_EVENTS
from hookconform_lab.recorder.registrations import HookEntries, grouped

# The oldest version recorded: its events are all that is asked for where the version is not known.
_ASSUMED = "0.117.0"


class CodexRecorder(HookEntries):
    """Groups in `hooks.json`, without a matcher: it reads one as a regular expression, in which `*` is an error."""

    platform = "codex"
    advice = (
        "From 0.129 on Codex silently skips hooks you have not reviewed: start codex, type /hooks and trust them. "
        "A project's hooks run only in a trusted project."
    )

    def events(self, version: str | None) -> tuple[str, ...]:
        """Return what the version has, without the events that carry the whole conversation."""
        return tuple(name for name in events_at(version or _ASSUMED) if name not in MODEL_EVENTS)

    def entry(self, event: str, command: str) -> dict[str, Any]:  # noqa: ARG002 (the interface's form)
        """Return a group for whatever the event is about."""
        return grouped(command)


RECORDER = CodexRecorder()
