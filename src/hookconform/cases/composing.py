"""Compose a payload of a platform's shape: a recorded one of the event, with another tool call in it."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hookconform.cases.loading import iter_cases
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.native import named_tool
from hookconform.corpus.payload_places import Pointers
from hookconform.ground.errors import HookconformError
from hookconform.ground.json_text import compact
from hookconform.ground.meant import meant
from hookconform.ground.pointers import first
from hookconform.ground.printable import printable_json


@dataclass(frozen=True, slots=True)
class Composed:
    """A payload that could have been sent; `shaped_after` is the case its shape comes from.

    `sent` is the text of a payload that is no JSON object, empty for all others; its `payload` is empty.
    """

    platform: str
    version: str | None
    native_event: str
    native_tool: str | None
    registered_event: str | None
    payload: dict[str, Any]
    shaped_after: str
    sent: str = ""

    @property
    def text(self) -> str:
        """Return the payload as a hook would read it."""
        return self.sent or compact(self.payload)

    @property
    def shown(self) -> str:
        """Return the payload as a person would read it."""
        return f"(as text) {printable_json(self.sent)}" if self.sent else printable_json(self.payload, indent=2)


def as_filed(case: Case) -> Composed:
    """Return the payload of a case as it is."""
    claims = load_platform(case.platform)
    return Composed(
        platform=case.platform,
        version=case.version,
        native_event=case.expected.native_event,
        native_tool=named_tool(claims, case.payload) if case.payload is not None else None,
        registered_event=case.registered_event,
        payload=case.payload or {},
        shaped_after=case.id,
        sent="" if case.payload is not None and compact(case.payload) == case.payload_text else case.payload_text,
    )


def compose(platform: str, event: str, *, tool: str | None = None, arguments: dict[str, Any] | None = None) -> Composed:
    """Return a payload of `event` (canonical or native) with this tool call.

    Without `arguments` those of a recorded call of the tool stay, or none are given; arguments need a tool.
    Raises `HookconformError` (`platform.unknown`, `compose.event`, `compose.arguments`).
    """
    claims = load_platform(platform)
    if arguments is not None and tool is None:
        raise HookconformError("compose.arguments", "Arguments were given, but no tool.", hint="Name it with --tool.")
    case = _template(claims, event, tool)
    payload: dict[str, Any] = copy.deepcopy(case.payload) if case.payload is not None else {}
    if tool is not None:
        _set(payload, _place(claims.payload.tool_name, payload), tool)
    if arguments is not None or (tool is not None and tool != case.expected.native_tool):
        place = _place(claims.payload.tool_input, payload)
        encoded = isinstance((first(payload, [place]) or ("", None))[1], str)
        given: Any = compact(arguments or {}) if encoded and claims.payload.string_arguments else arguments or {}
        _set(payload, place, given)
    return Composed(
        platform=platform,
        version=case.version,
        native_event=case.expected.native_event,
        native_tool=named_tool(claims, payload),
        registered_event=case.registered_event,
        payload=payload,
        shaped_after=case.id,
    )


def doubts_of(composed: Composed, arguments: Mapping[str, Any] | None) -> list[str]:
    """Return why the program may never send such a call: a tool, or arguments of it, that nobody has seen there."""
    claims, name = load_platform(composed.platform), composed.native_tool or ""
    claim = claims.tools.get(name)
    if claim is None:
        known = [native for native, one in claims.tools.items() if one.status == "current"]
        calls_it = [native for native in known if claims.tools[native].canonical == name]
        hint = f"It calls that {', '.join(calls_it)}." if calls_it else meant(name, known)
        return [] if claims.mcp_forms(name) else [f"{claims.id} is not known to have a tool {name}. {hint}"]
    unseen = sorted((arguments or {}).keys() - claim.keys - claim.arguments.keys())
    if not unseen or not claim.keys:
        return []
    return [f"{name} is not known to take {', '.join(unseen)}, but {', '.join(claim.keys)}."]


def _template(platform: Platform, event: str, tool: str | None) -> Case:
    """Return the best case of the event: registered so, of the tool, recorded, no probe, well-formed, newest."""
    candidates = [
        case
        for case in iter_cases(platforms=[platform.id])
        if case.payload is not None
        and event in (case.expected.event, case.expected.platform_event_name)
        and (tool is None or _names_tool(platform, case))
    ]
    if not candidates:
        events = sorted({*platform.events, *(c.canonical for c in platform.events.values() if c.canonical)})
        raise HookconformError(
            "compose.event",
            f"No payload of {platform.id} is known for the event {event!r}" + (" with a tool." if tool else "."),
            hint=meant(event, events),
        )
    order = {version: number for number, version in enumerate(platform.versions)}
    return max(
        candidates,
        key=lambda case: (
            case.registered_event == event,
            tool == case.expected.native_tool,
            case.is_captured,
            not case.is_probe,
            _has_arguments(platform, case),
            order.get(case.version or "", -1),
        ),
    )


def _names_tool(platform: Platform, case: Case) -> bool:
    """Tell whether the payload says which tool it is about; some events only imply it."""
    return case.expected.tool_name is not None and named_tool(platform, case.payload or {}) is not None


def _has_arguments(platform: Platform, case: Case) -> bool:
    found = first(case.payload or {}, platform.payload.tool_input)
    return found is not None and isinstance(found[1], dict) and bool(found[1])


def _place(pointers: Pointers, payload: dict[str, Any]) -> str:
    found = first(payload, pointers)
    return found[0] if found else pointers[0]


def _set(payload: dict[str, Any], pointer: str, value: Any) -> None:
    *parents, last = pointer.split("/")[1:]
    place = payload
    for part in parents:
        place = place.setdefault(part, {})
    place[last] = value
