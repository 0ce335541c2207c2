"""Fault: `tool_input` is dropped."""

from __future__ import annotations

from typing import Any

from broken.wrapper import BrokenAdapter, Event, with_input


class Adapter(BrokenAdapter):
    """Keeps the name of a tool and forgets what it was called with."""

    name = "broken-input-dropped"

    def distort(self, event: Event, params: dict[str, Any]) -> Event:
        """Take the arguments away."""
        del params
        return with_input(event, {})


create = Adapter
