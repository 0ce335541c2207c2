"""Qwen Code: how the recorder is registered."""

from __future__ import annotations

from typing import Any

from hookconform_lab.platforms.qwen_code.driver import MATCHED
from hookconform_lab.recorder.registrations import SECONDS, HookEntries, grouped


class QwenCodeRecorder(HookEntries):
    """Groups in `settings.json`; times are milliseconds."""

    platform = "qwen-code"
    advice = "Qwen Code runs a project's hooks only in a trusted folder."

    def events(self, version: str | None) -> tuple[str, ...]:
        """Return all of that version; without one, all of the newest."""
        return self.registrable(version)

    def entry(self, event: str, command: str) -> dict[str, Any]:
        """Return a group that matches every tool."""
        matcher = "*" if event in MATCHED else None
        return grouped(command, matcher=matcher, timeout=SECONDS * 1000, name=f"hookconform-{event}")


RECORDER = QwenCodeRecorder()
