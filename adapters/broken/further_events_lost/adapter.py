"""Fault: only the first canonical event of a payload is given."""

from __future__ import annotations

from typing import Any

from broken.wrapper import BrokenAdapter, Event


class Adapter(BrokenAdapter):
    """Never fires `PostToolUseFailure` beside `PostToolUse`."""

    name = "broken-further-events-lost"

    def canonicalize(self, **params: Any) -> dict[str, Any]:
        """Return one event."""
        return {"events": super().canonicalize(**params)["events"][:1]}

    def distort(self, event: Event, params: dict[str, Any]) -> Event:
        """Change nothing: the first event is right."""
        del params
        return event


create = Adapter
