"""Fault: `platform_tool_name` is never there."""

from __future__ import annotations

from typing import Any

from broken.wrapper import RESERVED, BrokenAdapter, Event, with_input


class Adapter(BrokenAdapter):
    """Forgets what the platform called the tool."""

    name = "broken-native-name-lost"

    def distort(self, event: Event, params: dict[str, Any]) -> Event:
        """Take the reserved key away."""
        del params
        arguments = event.get("tool_input", {})
        return with_input(event, {key: value for key, value in arguments.items() if key != RESERVED})


create = Adapter
