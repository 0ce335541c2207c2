"""Code Puppy: how the recorder is registered."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hookconform_lab.recorder.registrations import SECONDS, HookEntries, grouped
from hookconform_lab.recorder.settings_file import format_settings, parse_settings, with_entries, without_entries


class CodePuppyRecorder(HookEntries):
    """Groups in the user's `hooks.json`; times are milliseconds.

    They stand below `hooks` or, where that key is missing, at the top: an added `hooks` would hide those.
    """

    platform = "code-puppy"
    advice = "Code Puppy reads its hooks when it starts: start it anew."

    def events(self, version: str | None) -> tuple[str, ...]:
        """Return all of that version; without one, all of the newest."""
        return self.registrable(version)

    def entry(self, event: str, command: str) -> dict[str, Any]:  # noqa: ARG002 (the same for all)
        """Return a group that matches whatever the event is about."""
        return grouped(command, matcher="*", timeout=SECONDS * 1000)

    def contents(self, original: bytes | None, path: Path, commands: Mapping[str, str], private: Path) -> bytes:
        """Return the settings with one entry of ours more at the end of each event's list."""
        settings = parse_settings(original or b"{}", path)
        if "hooks" in settings or not settings:
            return super().contents(original, path, commands, private)
        ours = {event: self.entry(event, command) for event, command in commands.items()}
        added = with_entries({"hooks": _events(settings, path)}, ours)["hooks"]
        return format_settings({**settings, **added}, original)

    def without_ours(self, data: bytes, path: Path, marker: str) -> tuple[bytes, int]:
        """Return the settings without the hooks that call our script; everything else stays."""
        settings = parse_settings(data, path)
        if "hooks" in settings:
            return super().without_ours(data, path, marker)
        events = _events(settings, path)
        kept, count = without_entries({"hooks": events}, marker)
        left = kept.get("hooks", {})
        rest = {key: left.get(key, value) for key, value in settings.items() if key not in events or key in left}
        return (format_settings(rest, data) if count else data), count


def _events(settings: Mapping[str, Any], path: Path) -> dict[str, Any]:
    """Return what stands at the top and is no comment; raises `HookconformError` (`record.settings`) for no lists."""
    events = {key: value for key, value in settings.items() if not key.startswith("_")}
    return parse_settings(format_settings({"hooks": events}, None), path)["hooks"]


RECORDER = CodePuppyRecorder()
