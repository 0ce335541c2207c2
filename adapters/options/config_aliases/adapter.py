"""Aliases from the user's configuration, matched in any case; what the file does not list is not found."""

from __future__ import annotations

from pathlib import Path

import yaml
from options.native import Event, NativeNames


class Adapter(NativeNames):
    """Knows no name of its own: `aliases.yaml` is all there is."""

    name = "config-aliases"

    def __init__(self) -> None:
        super().__init__()
        text = Path(__file__).with_name("aliases.yaml").read_text(encoding="utf-8")
        self._aliases: dict[str, list[str]] = yaml.safe_load(text)

    def tools(self, names: list[str]) -> list[str]:
        """Return the names and their aliases in lower case."""
        return sorted({alias.lower() for name in names for alias in [name, *self._aliases.get(name, [])]})

    def event(self, event: Event) -> Event:
        """Return the event with its tool's name in lower case."""
        return event | {"tool_name": event["tool_name"].lower()} if "tool_name" in event else event


create = Adapter
