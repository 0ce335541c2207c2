"""Fault: of a call that contains others only the call itself is given."""

from __future__ import annotations

from typing import Any

from broken.wrapper import BrokenAdapter, Event

_OWN = frozenset({"hook_event_name"})


class Adapter(BrokenAdapter):
    """Sees a batch, and not what is in it."""

    name = "broken-contained-calls-lost"

    def canonicalize(self, **params: Any) -> dict[str, Any]:
        """Return the events that are about the call itself: they differ in their name, and in nothing else."""
        first, *others = super().canonicalize(**params)["events"]
        return {"events": [first, *(event for event in others if _is_further(event, first))]}

    def distort(self, event: Event, params: dict[str, Any]) -> Event:
        """Leave each event as it is."""
        del params
        return event


def _is_further(event: Event, first: Event) -> bool:
    differs = {key for key in first.keys() | event.keys() if first.get(key) != event.get(key)}
    return differs == _OWN


create = Adapter
