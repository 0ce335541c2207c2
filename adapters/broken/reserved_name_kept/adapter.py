"""Fault: a `platform_tool_name` that arrives in the native arguments survives."""

from __future__ import annotations

import json
from typing import Any

from broken.wrapper import RESERVED, BrokenAdapter, Event, with_input


def _sent_arguments(payload: dict[str, Any]) -> list[Any]:
    records = [part for part in (payload.get("output"), payload.get("input")) if isinstance(part, dict)]
    calls = [part for part in (payload.get("tool_call"), payload.get("tool_result")) if isinstance(part, dict)]
    return [
        *(payload.get(key) for key in ("tool_input", "toolArgs", "toolInput", "input")),
        *(call.get("input") for call in calls),
        *(part.get(key) for part in records for key in ("args", "input")),
    ]


class Adapter(BrokenAdapter):
    """Lets a caller forge the native name of a tool that passes through."""

    name = "broken-reserved-name-kept"

    def distort(self, event: Event, params: dict[str, Any]) -> Event:
        """Put the forged name back unless the tool was mapped."""
        arguments = event.get("tool_input", {})
        sent = json.loads(params["payload"].removeprefix("\ufeff"))
        for native in _sent_arguments(sent):
            if isinstance(native, dict) and RESERVED in native and RESERVED not in arguments:
                return with_input(event, arguments | {RESERVED: native[RESERVED]})
        return event


create = Adapter
