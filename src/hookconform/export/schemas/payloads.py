"""JSON Schemas of the payloads of one event over a range of versions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.locate import corpus_root
from hookconform.export.schemas.observed import DIALECT, ends, nested, span
from hookconform.export.schemas.recorded import EventName, Recorded, recorded_events
from hookconform.export.schemas.records import EventRecord, event_record
from hookconform.ground.versions import newest_of


def payload_schemas(platforms: Sequence[str], root: Path | None = None) -> Iterator[dict[str, Any]]:
    """Yield a schema for each platform, event and range of versions, in this order; platforms as they are given.

    `event` is the name under which the hook is registered, `native` the one that the platform gives the event;
    `until` is the last version that was recorded, None where that is the newest of the platform.
    """
    base = root or corpus_root()
    for name in platforms:
        platform = load_platform(name, base)
        events = recorded_events(platform, base)
        newest = newest_of({one.version for recorded in events.values() for one in recorded}) if events else ""
        for event, recorded in events.items():
            for record in _ranges(platform, event, recorded):
                until = record.versions[-1]
                yield {
                    "platform": name,
                    "event": event.registered,
                    "native": event.native,
                    "since": record.versions[0],
                    "until": None if until == newest else until,
                    "schema": _document(record),
                }


def _ranges(platform: Platform, event: EventName, recorded: Sequence[Recorded]) -> Iterator[EventRecord]:
    """Yield the records of an event, adjacent versions of which the same is known as one."""
    group: list[Recorded] = []
    record: EventRecord | None = None
    for one in recorded:
        fresh = event_record(platform, event, [one])
        if record is not None and not record.agrees(fresh):
            yield record
            group = []
        group.append(one)
        record = event_record(platform, event, group)
    if record is not None:
        yield record


def _document(record: EventRecord) -> dict[str, Any]:
    platform, event, versions = record.platform, record.event, record.versions
    shown = event.registered if event.native in {event.registered, ""} else f"{event.registered} ({event.native})"
    place = ":".join(part.replace(" ", "-") for part in (platform.id, event.registered, event.native, versions[0]))
    return {
        "$schema": DIALECT,
        "$id": f"urn:hookconform:payload:{place}",
        "title": f"{platform.name}: {shown}",
        "description": f"Hook payload of {platform.name} at {shown}. Recorded at {span(versions)}.",
        "x-evidence": ends(record.cases),
        "x-versions": list(versions),
        **_body(record, with_evidence=True),
    }


def _body(record: EventRecord, *, with_evidence: bool = False) -> dict[str, Any]:
    schema = record.payload.schema()
    conditions: list[dict[str, Any]] = []
    for name, tool in sorted(record.tools.items()):
        evidence = {"x-evidence": ends(tool.cases)} if with_evidence else {}
        named = nested({tool.name_at: {"const": name}}, is_required=True)
        parts = {pointer: part.schema() for pointer, part in sorted(tool.parts.items())}
        if parts:
            conditions.append({"title": name, **evidence, "if": named, "then": nested(parts)})
    return {**schema, "allOf": conditions} if conditions else schema
