"""Platforms whose hooks are tables of a TOML file."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hookconform_lab.recorder.registrations import Registration, demand_text
from hookconform_lab.recorder.toml_tables import with_tables, without_tables


class HookTables(Registration):
    """Hooks are tables `[[hooks]]`, each with the command of one event."""

    @abstractmethod
    def entry(self, event: str, command: str) -> dict[str, Any]:
        """Return one table: key → text or whole number; the command stands under `command`."""

    def contents(self, original: bytes | None, path: Path, commands: Mapping[str, str], private: Path) -> bytes:  # noqa: ARG002
        """Return the settings with our tables at the end."""
        demand_text(self.platform, *commands.values())
        return with_tables(original or b"", path, [self.entry(event, line) for event, line in commands.items()])

    def without_ours(self, data: bytes, path: Path, marker: str) -> tuple[bytes, int]:
        """Return the settings without the tables that call our script; every other byte stays."""
        return without_tables(data, path, marker)
