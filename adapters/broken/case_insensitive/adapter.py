"""Fault: tool names are looked up without regard to case."""

from __future__ import annotations

from typing import Any

from broken.wrapper import BrokenAdapter, Event, native_name, renamed

from hook_adapters.canonical.platform import load


class Adapter(BrokenAdapter):
    """Maps `RUN_SHELL_COMMAND`, which no platform sends, as if it were the shell."""

    name = "broken-case-insensitive"

    def distort(self, event: Event, params: dict[str, Any]) -> Event:
        """Map what passed through if its lower-case form is in the table."""
        native = native_name(event)
        if native is None or native != event["tool_name"]:
            return event
        table = {name.lower(): canonical for name, canonical in load(params["platform"]).tables.tools.items()}
        return renamed(event, table.get(native.lower(), native))


create = Adapter
