"""The shape of a payload: what makes two recordings different enough to be two cases."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from hookconform.corpus.claims import Platform
from hookconform.corpus.native import failed, native_event, tool_place, without_matcher
from hookconform.ground.pointers import first

# Small enumerations whose values are situations of their own.
_SITUATIONS = ("source", "reason", "trigger", "notification_type")


@dataclass(frozen=True, slots=True)
class Shape:
    """(version, event, tool, argument keys, failure, payload keys), with the rules that match."""

    version: str
    registered_event: str
    event: str | None
    tool: str | None
    argument_type: str
    argument_keys: tuple[str, ...]
    failed: bool
    payload_keys: tuple[str, ...]
    situation: tuple[str, ...]
    matched_rules: tuple[str, ...]


def shape_of(
    platform: Platform,
    version: str,
    registered_event: str | None,
    payload: dict[str, Any],
    matched_rules: tuple[str, ...] = (),
) -> Shape:
    """Return the shape of one payload."""
    registered = without_matcher(registered_event or "")
    event = native_event(platform, registered_event, payload)
    claim = platform.events.get(event or "")
    tool = None if claim is not None and claim.names_no_tool else tool_place(platform, payload)
    arguments = first(payload, platform.payload.tool_input) if tool else None
    value: Any = arguments[1] if arguments else None
    argument_type = type(value).__name__ if arguments else "absent"
    if isinstance(value, str):
        value = _decoded(value)
    return Shape(
        version=version,
        registered_event=registered,
        event=event,
        tool=str(tool[1]) if tool else None,
        argument_type=argument_type,
        argument_keys=tuple(sorted(value)) if isinstance(value, dict) else (),
        failed="error" in payload or failed(platform, payload),
        payload_keys=_payload_keys(payload),
        situation=tuple(str(payload[key]) for key in _SITUATIONS if isinstance(payload.get(key), str)),
        matched_rules=matched_rules,
    )


def _decoded(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _payload_keys(payload: dict[str, Any]) -> tuple[str, ...]:
    """Return the sorted top-level keys; for an OpenCode record those of input and output too."""
    keys = list(payload)
    if "hook" in payload:
        for part in ("input", "output"):
            inner = payload.get(part)
            if isinstance(inner, dict):
                keys.extend(f"{part}/{key}" for key in inner)
                event = inner.get("event")
                if isinstance(event, dict) and isinstance(event.get("properties"), dict):
                    keys.extend(f"{part}/event/{key}" for key in event["properties"])
    return tuple(sorted(keys))
