"""Everything that recorded payloads of one event show: around the tool, and of each tool by its name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hookconform.corpus.cases import Case
from hookconform.corpus.claims import Platform
from hookconform.corpus.native import says_mcp
from hookconform.export.schemas.observed import Observed, Opaque, json_type
from hookconform.export.schemas.recorded import EventName, Recorded
from hookconform.ground.pointers import first, unescaped


@dataclass(slots=True)
class ToolRecord:
    """What was recorded of one tool: its arguments and its result by pointer, and the cases that show them."""

    name_at: str
    parts: dict[str, Observed] = field(default_factory=dict[str, Observed])
    cases: list[str] = field(default_factory=list[str])


@dataclass(slots=True)
class EventRecord:
    """Everything recorded of one event over some versions; `cases` are those whose payload is of these versions."""

    platform: Platform
    event: EventName
    versions: list[str]
    payload: Observed = field(default_factory=Observed)
    tools: dict[str, ToolRecord] = field(default_factory=dict[str, ToolRecord])
    cases: list[str] = field(default_factory=list[str])

    def parts_of(self, payload: Mapping[str, Any]) -> tuple[str, str, dict[str, Any]]:
        """Return where a payload names its tool, the name, and by pointer what depends on it; empty without a tool."""
        places = self.platform.payload
        claim = self.platform.events.get(self.event.native)
        named = None if claim is not None and claim.names_no_tool else first(payload, places.tool_name)
        if named is None or not isinstance(named[1], str):
            return "", "", {}
        given, result = first(payload, places.tool_input), first(payload, places.tool_response)
        # Before a tool, OpenCode has its arguments where its result stands afterwards.
        if given and result and given[0].startswith(f"{result[0]}/"):
            result = None
        return *named, {place[0]: place[1] for place in (given, result) if place is not None}

    def agrees(self, other: EventRecord) -> bool:
        """Tell whether both can be of one schema; a tool that only one has seen is no difference."""
        arguments = self.platform.payload.tool_input
        return self.payload.agrees(other.payload) and all(
            part.agrees(other.tools[name].parts[pointer], is_chosen=pointer in arguments)
            for name in self.tools.keys() & other.tools.keys()
            for pointer, part in self.tools[name].parts.items()
            if pointer in other.tools[name].parts
        )


def event_record(platform: Platform, event: EventName, recorded: Sequence[Recorded]) -> EventRecord:
    """Return what some versions have recorded of an event."""
    record = EventRecord(platform, event, [one.version for one in recorded])
    different: dict[str, Case] = {}
    for case in (case for one in recorded for case in one.cases):
        different.setdefault(case.payload_text, case)
        if not case.repeats:
            record.cases.append(case.id)
    record.cases = record.cases or [case.id for one in recorded for case in one.cases]
    # What was made up for a test shows types and missing keys, but no names: those come from the others.
    envelopes = [keys for one in recorded for keys in one.envelopes]
    known = frozenset[str]().union(*envelopes)
    for case in sorted(different.values(), key=lambda case: case.is_probe):
        _add(record, case, known)
    record.payload.keep(known, frozenset.intersection(*envelopes))
    return record


def _add(record: EventRecord, case: Case, known: frozenset[str]) -> None:
    # Under keys that the versions do not have, a repeated payload shows nothing of them.
    payload = shown = {key: value for key, value in (case.payload_object or {}).items() if key in known}
    place, name, parts = record.parts_of(payload)
    for pointer, value in parts.items():
        shown = _with_opaque(shown, pointer.split("/")[1:], Opaque(json_type(value)))
    record.payload.add(shown)
    named = first(payload, record.platform.payload.event)
    if named is not None and isinstance(named[1], str):
        record.payload.name(named[0], named[1], is_open=False)
    platform = record.platform
    # A server's tools are the user's own, and so are tools that the claims do not know.
    if not name or name not in platform.tools or says_mcp(platform, payload):
        return
    if name not in record.tools:
        if case.is_probe:
            return
        record.tools[name] = ToolRecord(place)
    record.payload.name(place, name, is_open=True)
    tool = record.tools[name]
    tool.cases.append(case.id)
    for pointer, value in parts.items():
        _add_part(tool, pointer, value, is_made_up=case.is_probe)


def _with_opaque(payload: dict[str, Any], path: list[str], value: Opaque) -> dict[str, Any]:
    """Return an object with a value in another's place; the rest is shared, not copied."""
    key, *rest = path
    key = unescaped(key)
    return {**payload, key: _with_opaque(payload[key], rest, value) if rest else value}


def _add_part(tool: ToolRecord, pointer: str, value: Any, *, is_made_up: bool) -> None:
    part = tool.parts.setdefault(pointer, Observed())
    if is_made_up and isinstance(value, dict):
        value = {key: item for key, item in value.items() if key in part.properties}
    part.add(value)
