"""Fault: an unknown tool's paths, addresses and commands are not looked for."""

from __future__ import annotations

from typing import Any

from broken.wrapper import BrokenAdapter, Event, with_input

from hook_adapters.canonical.arguments import is_unknown
from hook_adapters.canonical.contained import contained_calls
from hook_adapters.canonical.event import canonical_events
from hook_adapters.canonical.opened import add_opened
from hook_adapters.canonical.platform import load
from hook_adapters.canonical.reading import Reading, Tables

LISTS = ("file_paths", "urls", "commands")


class Adapter(BrokenAdapter):
    """Gives the arguments of an unknown tool as they arrive, without the lists of what they name."""

    name = "broken-unknown-tools-ignored"

    def canonicalize(self, **params: Any) -> dict[str, Any]:
        """Return the reference adapter's events, those of unknown tools without the lists."""
        platform = load(params["platform"])
        tables = platform.tables
        reading = platform.read(params["payload"], params.get("registered_event"))
        events = [dict(event) for event in canonical_events(reading, tables)]
        readings = [*[reading] * (1 + len(reading.also)), *contained_calls(reading, tables)]
        pairs = zip(events, readings, strict=True)
        return {"events": [_ignoring(*pair, tables) if is_unknown(pair[1], tables) else pair[0] for pair in pairs]}

    def distort(self, event: Event, params: dict[str, Any]) -> Event:
        """Leave each event as it is."""
        del params
        return event


def _ignoring(event: Event, reading: Reading, tables: Tables) -> Event:
    native = reading.arguments if isinstance(reading.arguments, dict) else {}
    given = {key: native[key] for key in LISTS if key in native}
    arguments = {key: value for key, value in event.get("tool_input", {}).items() if key not in LISTS} | given
    add_opened(arguments, None, tables.opened_as)
    return with_input(event, arguments)


create = Adapter
