"""Fault: every further top-level field of the payload is left out, although the manifest claims them all."""

from __future__ import annotations

from typing import Any

from broken.wrapper import BrokenAdapter, Event

from hook_adapters.canonical.platform import load


class Adapter(BrokenAdapter):
    """Keeps what has a place of its own in the canonical event, and nothing else."""

    name = "broken-further-fields-lost"

    def distort(self, event: Event, params: dict[str, Any]) -> Event:
        """Drop what the platform's tables keep."""
        further = load(params["platform"]).tables.kept
        return {key: value for key, value in event.items() if key not in further}


create = Adapter
