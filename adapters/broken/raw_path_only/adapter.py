"""Fault: paths are those that the payload has, and not those that the platform opens in their place."""

from __future__ import annotations

from typing import Any

from broken.wrapper import BrokenAdapter, Event

from hook_adapters.canonical.event import canonical_events
from hook_adapters.canonical.platform import load
from hook_adapters.canonical.reading import Tables


class Adapter(BrokenAdapter):
    """Hands on paths as they are written, and knows nothing of what the program does to them."""

    name = "broken-raw-path-only"

    def canonicalize(self, **params: Any) -> dict[str, Any]:
        """Return the events by tables that say nothing of how paths are opened."""
        platform = load(params["platform"])
        tables = Tables(**{**vars(platform.tables), "opened_as": ()})
        reading = platform.read(params["payload"], params.get("registered_event"))
        return {"events": [dict(event) for event in canonical_events(reading, tables)]}

    def distort(self, event: Event, params: dict[str, Any]) -> Event:
        """Leave each event as it is."""
        del params
        return event


create = Adapter
