"""Fault: OpenCode's web fetch is known as `fetch` only, not as `webfetch`."""

from __future__ import annotations

from typing import Any

from broken.wrapper import BrokenAdapter, Event, native_name, renamed


class Adapter(BrokenAdapter):
    """Lets `webfetch` pass under its native name."""

    name = "broken-opencode-fetch"

    def distort(self, event: Event, params: dict[str, Any]) -> Event:
        """Undo one row of one table."""
        if params["platform"] == "opencode" and native_name(event) == "webfetch":
            return renamed(event, "webfetch")
        return event


create = Adapter
