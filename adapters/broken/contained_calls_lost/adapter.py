"""Fault: of a call that contains others only the call itself is given."""

from __future__ import annotations

from typing import Any

from broken.wrapper import BrokenAdapter, Event

_OWN = frozenset({"hook_event_name"})


class Adapter(BrokenAdapter):
    """Sees a batch, and not what is in it."""

    name = "broken-contained-calls-lost"

    def canonicalize(self, **params: Any) -> dict[str, Any]:
        """Return the events that are about the call itself: they differ in their name alone."""
        first, *others = super().canonicalize(**params)["events"]
        return {"events": [first, *(event for event in others if _unnamed(event) == _unnamed(first))]}

    def distort(self, event: Event, params: dict[str, Any]) -> Event:
        """Leave each event as it is."""
        del params
        return event


def _unnamed(event: Event) -> Event:
    return {key: value for key, value in event.items() if key not in _OWN}


create = Adapter
