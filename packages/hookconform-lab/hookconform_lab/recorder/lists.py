"""Platforms whose hooks are lists of a YAML file."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from pathlib import Path

from hookconform_lab.recorder.registrations import Registration, demand_text
from hookconform_lab.recorder.yaml_lists import with_lists, without_lists


class HookLists(Registration):
    """Hooks stand below `hooks.<event>`, each with its command."""

    @abstractmethod
    def entry(self, event: str, command: str) -> dict[str, str | int]:
        """Return one hook: key → text or whole number; the command stands under `command`."""

    def contents(self, original: bytes | None, path: Path, commands: Mapping[str, str], private: Path) -> bytes:  # noqa: ARG002
        """Return the settings with one hook of ours more at the end of each event's list."""
        demand_text(self.platform, *commands.values())
        return with_lists(original or b"", path, {event: self.entry(event, line) for event, line in commands.items()})

    def without_ours(self, data: bytes, path: Path, marker: str) -> tuple[bytes, int]:
        """Return the settings without the hooks that call our script; every other byte stays."""
        return without_lists(data, path, marker)
