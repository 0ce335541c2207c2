"""Fault: Copilot CLI's shell is known as `shell` only, not as `bash`."""

from __future__ import annotations

from typing import Any

from broken.wrapper import BrokenAdapter, Event, native_name, renamed


class Adapter(BrokenAdapter):
    """Lets `bash` pass under its native name."""

    name = "broken-copilot-shell"

    def distort(self, event: Event, params: dict[str, Any]) -> Event:
        """Undo one row of one table."""
        if params["platform"] == "copilot-cli" and native_name(event) == "bash":
            return renamed(event, "bash")
        return event


create = Adapter
