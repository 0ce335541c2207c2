"""Fault: a tool without a canonical name is of no known kind."""

from __future__ import annotations

from typing import Any

from broken.wrapper import BrokenAdapter, Event

from hook_adapters.canonical.kinds import OF_TOOLS, UNKNOWN


class Adapter(BrokenAdapter):
    """Knows the kinds of canonical tools, and takes every other tool for something unknown."""

    name = "broken-kinds-of-native-tools-lost"

    def distort(self, event: Event, params: dict[str, Any]) -> Event:
        """Give tools that keep their native name the unknown kind."""
        del params
        if event.get("tool_name", "Bash") in OF_TOOLS:
            return event
        return event | {"tool_kind": UNKNOWN}


create = Adapter
