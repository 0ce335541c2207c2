"""Gemini CLI: how the recorder is registered."""

from __future__ import annotations

from typing import Any

from hookconform_lab.platforms.gemini_cli.driver import EVENTS, MODEL_EVENTS, TOOL_EVENTS
from hookconform_lab.recorder.registrations import SECONDS, HookEntries, grouped


class GeminiCliRecorder(HookEntries):
    """Groups in `settings.json`; times are milliseconds."""

    platform = "gemini-cli"
    advice = (
        "Gemini CLI runs a project's hooks only in a trusted folder: set GEMINI_CLI_TRUST_WORKSPACE=true. "
        "The option --skip-trust does not count."
    )

    def events(self, version: str | None) -> tuple[str, ...]:  # noqa: ARG002 (the same at all)
        """Return all but the model's events, which carry the whole conversation with the vendor's own prompts."""
        return tuple(event for event in EVENTS if event not in MODEL_EVENTS)

    def entry(self, event: str, command: str) -> dict[str, Any]:
        """Return a group that matches every tool."""
        matcher = "*" if event in TOOL_EVENTS else None
        return grouped(command, matcher=matcher, timeout=SECONDS * 1000, name=f"hookconform-{event}")


RECORDER = GeminiCliRecorder()
