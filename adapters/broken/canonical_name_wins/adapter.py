"""Fault: an argument under its canonical name wins over the one that the platform reads."""

from __future__ import annotations

from typing import Any

from broken.wrapper import BrokenAdapter, Event, with_input

from hook_adapters.canonical.platform import load


class Adapter(BrokenAdapter):
    """Believes `file_path: "a.txt"` beside the `filePath` that the program writes to."""

    name = "broken-canonical-name-wins"

    def distort(self, event: Event, params: dict[str, Any]) -> Event:
        """Put back what stood under a canonical name, and the platform's own argument where it was."""
        platform = load(params["platform"])
        reading = platform.read(params["payload"], params["registered_event"])
        native = reading.arguments
        if not isinstance(native, dict) or reading.bare_tool or event.get("tool_name") is None:
            return event
        arguments = dict(event.get("tool_input", {}))
        for own, canonical in platform.tables.arguments.get(reading.tool, {}).items():
            if own in native and canonical in native and canonical != "patch":
                arguments |= {own: native[own], canonical: native[canonical]}
        return with_input(event, arguments)


create = Adapter
