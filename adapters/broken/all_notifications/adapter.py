"""Fault: every event is a `Notification`."""

from __future__ import annotations

from typing import Any

from broken.wrapper import BrokenAdapter, Event


class Adapter(BrokenAdapter):
    """Knows one event."""

    name = "broken-all-notifications"

    def distort(self, event: Event, params: dict[str, Any]) -> Event:
        """Change the name."""
        del params
        return event | {"hook_event_name": "Notification"}


create = Adapter
