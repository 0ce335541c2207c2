"""Fault: arguments that arrive as a JSON string are not decoded."""

from __future__ import annotations

import json
from typing import Any

from broken.wrapper import RESERVED, BrokenAdapter, Event, with_input

ENCODED = {"copilot-cli": "toolArgs", "copilot-cloud-agent": "toolArgs", "cursor": "tool_input"}


class Adapter(BrokenAdapter):
    """Keeps the string as it came."""

    name = "broken-strings-not-decoded"

    def distort(self, event: Event, params: dict[str, Any]) -> Event:
        """Put the string back where an object was read from it."""
        arguments = event.get("tool_input", {})
        sent = json.loads(params["payload"].removeprefix("\ufeff"))
        text = sent.get(ENCODED.get(params["platform"], ""))
        if not isinstance(text, str) or not _is_object(text):
            return event
        kept = {key: value for key, value in arguments.items() if key == RESERVED}
        return with_input(event, {"tool_input": text} | kept)


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False


create = Adapter
