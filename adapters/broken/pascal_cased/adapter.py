"""Fault: tool names that are not in the table are turned into PascalCase."""

from __future__ import annotations

import re
from typing import Any

from broken.wrapper import BrokenAdapter, Event, native_name, with_input


class Adapter(BrokenAdapter):
    """Invents a name instead of passing it through."""

    name = "broken-pascal-cased"

    def distort(self, event: Event, params: dict[str, Any]) -> Event:
        """Change the name of every tool that was not mapped."""
        del params
        native = native_name(event)
        if native is None or native != event["tool_name"]:
            return event
        name = "".join(part[:1].upper() + part[1:] for part in re.split(r"[^A-Za-z0-9]+", native))
        return with_input(event | {"tool_name": name}, event.get("tool_input", {}))


create = Adapter
