"""Fault: every payload is refused, good ones too."""

from __future__ import annotations

from typing import Any

from broken.wrapper import BrokenAdapter, Event

from hook_adapters import InvalidPayload


class Adapter(BrokenAdapter):
    """Refuses what it should read."""

    name = "broken-refuses-everything"

    def distort(self, event: Event, params: dict[str, Any]) -> Event:
        """Refuse the event."""
        del event, params
        raise InvalidPayload("every payload is refused")


create = Adapter
