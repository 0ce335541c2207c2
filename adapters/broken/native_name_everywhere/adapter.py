"""Fault: `platform_tool_name` is there even if the name was not mapped."""

from __future__ import annotations

from typing import Any

from broken.wrapper import RESERVED, BrokenAdapter, Event, native_name, with_input


class Adapter(BrokenAdapter):
    """Injects the name on pass-through too."""

    name = "broken-native-name-everywhere"

    def distort(self, event: Event, params: dict[str, Any]) -> Event:
        """Add the reserved key to every event with a tool."""
        del params
        if "tool_name" not in event:
            return event
        return with_input(event, event.get("tool_input", {}) | {RESERVED: native_name(event)})


create = Adapter
