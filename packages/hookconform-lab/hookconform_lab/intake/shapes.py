"""The shape of a payload: what makes two recordings different enough to be two cases.

Neither the version nor the envelope belongs to it: most versions only repeat what an earlier one sent, and a new key
around it is a fact of its own, kept once for each event.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from hookconform.corpus.cases import Case
from hookconform.corpus.claims import Platform
from hookconform.corpus.expected import Expected
from hookconform.corpus.manifests import Envelope
from hookconform.corpus.native import failed, native_event, tool_place, without_matcher
from hookconform.ground.pointers import first

# Small enumerations whose values are situations of their own.
_SITUATIONS = ("source", "reason", "trigger", "notification_type")
# Results, and payloads of events without a tool, may hold whole conversations: below this their keys tell no more.
_DEEPEST = 3
_ARGUMENTS_DEEPEST = 8
# The fields of an expectation that count by value; of all others the form does.
_BY_VALUE = frozenset(
    {"event", "platform_event_name", "also_fires", "tool_name", "platform_tool_name", "kind", "failed", "error"}
    | {"tool_response_from", "matched_rules", "may_refuse"}
)
# Keys and types, without texts and numbers.
Form = Any


@dataclass(frozen=True, slots=True)
class Shape:
    """Event, tool, argument keys, failure and situation of a payload: what a program did."""

    registered_event: str
    event: str | None
    tool: str | None
    argument_type: str
    argument_keys: tuple[str, ...]
    failed: bool
    situation: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CaseShape:
    """A shape with the forms of arguments, result and expectation: cases that share it teach an adapter the same."""

    shape: Shape
    is_probe: bool
    arguments: Form
    result: Form
    expected: Form
    text_form: tuple[bool, bool]
    # Whether the platform asks as usual, as far as the payload says: policies are proved by calls that it does ask of.
    in_default_mode: bool | None = None


def shape_of(platform: Platform, registered_event: str | None, payload: dict[str, Any]) -> Shape:
    """Return the shape of one payload."""
    event = native_event(platform, registered_event, payload)
    tool, given = _tool(platform, event, payload)
    value: Any = _decoded(given[1]) if given else None
    return Shape(
        registered_event=without_matcher(registered_event or ""),
        event=event,
        tool=tool,
        argument_type=type(given[1]).__name__ if given else "absent",
        argument_keys=tuple(sorted(value)) if isinstance(value, dict) else (),
        failed="error" in payload or failed(platform, payload),
        situation=tuple(str(payload[key]) for key in _SITUATIONS if isinstance(payload.get(key), str)),
    )


def case_shape(
    platform: Platform,
    registered_event: str | None,
    payload: dict[str, Any],
    expected: Expected,
    origin: dict[str, Any],
) -> CaseShape:
    """Return the shape of a case; `origin` says how its text is written and whether it is a probe."""
    shape = shape_of(platform, registered_event, payload)
    tool, given = _tool(platform, shape.event, payload)
    result = first(payload, platform.payload.tool_response) if tool else None
    return CaseShape(
        shape=shape,
        is_probe="probe" in origin,
        arguments=form(_decoded(given[1]), _ARGUMENTS_DEEPEST) if given else "absent",
        result=(form(result[1], _DEEPEST) if result else "absent") if tool else form(payload, _DEEPEST),
        expected=tuple(
            (key, tuple(value) if isinstance(value, list) else value)
            if key in _BY_VALUE
            else (key, form(value, _ARGUMENTS_DEEPEST))
            for key, value in sorted(expected.as_json().items())
        ),
        text_form=(bool(origin.get("spaced")), bool(origin.get("trailing_newline"))),
        in_default_mode=_in_default_mode(platform, payload),
    )


def shape_of_case(platform: Platform, case: Case) -> CaseShape:
    """Return the shape of a case whose payload is an object."""
    return case_shape(platform, case.registered_event, case.payload_object or {}, case.expected, case.origin)


def form(value: Any, deepest: int) -> Form:
    """Return a value without its texts and numbers: keys and types, of a list each form once."""
    if isinstance(value, dict):
        inner = tuple((key, form(item, deepest - 1)) for key, item in sorted(value.items())) if deepest else ()
        return ("object", *inner)
    if isinstance(value, list):
        return ("list", *sorted({form(item, deepest - 1) for item in value}, key=repr)) if deepest else ("list",)
    return type(value).__name__


def envelope_of(payload: dict[str, Any]) -> Envelope:
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


def _tool(platform: Platform, event: str | None, payload: dict[str, Any]) -> tuple[str | None, tuple[str, Any] | None]:
    """Return the tool's native name and the place and value of its arguments; None where there are none."""
    claim = platform.events.get(event or "")
    tool = None if claim is not None and claim.names_no_tool else tool_place(platform, payload)
    return (str(tool[1]), first(payload, platform.payload.tool_input)) if tool else (None, None)


def _in_default_mode(platform: Platform, payload: dict[str, Any]) -> bool | None:
    mode = platform.payload.permission_mode
    found = None if mode is None else first(payload, [mode.pointer])
    return None if mode is None or found is None else found[1] == mode.default


def _decoded(value: Any) -> Any:
    """Return arguments as an object where the platform sends them as a JSON text."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value
