"""Fault: of a known tool only `file_path`, `url` and `command` are seen, not the further places of its table."""

from __future__ import annotations

from typing import Any

from broken.wrapper import BrokenAdapter, Event

from hook_adapters.canonical.event import canonical_events
from hook_adapters.canonical.platform import load
from hook_adapters.canonical.reading import Tables


class Adapter(BrokenAdapter):
    """Forgets where else a known tool has paths, addresses and commands."""

    name = "broken-role-forgotten"

    def canonicalize(self, **params: Any) -> dict[str, Any]:
        """Return the events by tables that name no further places."""
        platform = load(params["platform"])
        tables = Tables(**{**vars(platform.tables), "paths": {}, "urls": {}, "commands": {}})
        reading = platform.read(params["payload"], params.get("registered_event"))
        return {"events": [dict(event) for event in canonical_events(reading, tables)]}

    def distort(self, event: Event, params: dict[str, Any]) -> Event:
        """Leave each event as it is."""
        del params
        return event


create = Adapter
