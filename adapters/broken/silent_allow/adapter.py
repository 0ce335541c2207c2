"""Fault: a payload that cannot be read is answered as if it were harmless."""

from __future__ import annotations

from typing import Any

from broken.wrapper import BrokenAdapter, Event

from hook_adapters import InvalidPayload


class Adapter(BrokenAdapter):
    """Swallows what it should refuse."""

    name = "broken-silent-allow"

    def canonicalize(self, **params: Any) -> dict[str, Any]:
        """Make up an event where there is none."""
        try:
            return super().canonicalize(**params)
        except InvalidPayload:
            return {"events": [{"hook_event_name": params["registered_event"] or "Unknown"}]}

    def distort(self, event: Event, params: dict[str, Any]) -> Event:
        """Change nothing: good payloads are read well."""
        del params
        return event


create = Adapter
