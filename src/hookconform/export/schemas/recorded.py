"""Recorded payloads by event and version: what schemas of payloads are derived from.

A manifest lists what a version repeats of earlier ones, and the keys around it. The payload of a repeat is an earlier
version's: its values count for the later version too, its top-level keys only where the manifest lists the same ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hookconform.cases.loading import captured_cases
from hookconform.corpus.case_files import CaseFiles
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import Platform
from hookconform.corpus.native import native_event, without_matcher
from hookconform.ground.versions import in_order

Keys = frozenset[str]


@dataclass(frozen=True, slots=True, order=True)
class EventName:
    """The name under which a hook is registered, and the platform's own name of the event that it receives."""

    registered: str
    native: str


@dataclass(frozen=True, slots=True)
class Recorded:
    """What was recorded of one event at one version; `envelopes` are the sets of top-level keys of its payloads."""

    version: str
    cases: tuple[Case, ...]
    envelopes: frozenset[Keys]


def recorded_events(platform: Platform, root: Path) -> dict[EventName, list[Recorded]]:
    """Return what was recorded of each event, by name, oldest version first."""
    files = CaseFiles(root / "platforms" / platform.id)
    found: dict[EventName, list[Recorded]] = {}
    for version in in_order(files.versions):
        by_event: dict[EventName, list[Case]] = {}
        for case in captured_cases(root, platform.id, version):
            payload = case.payload_object
            if payload is not None:
                by_event.setdefault(event_of(platform, case, payload), []).append(case)
        manifest = files.manifests.get(version)
        registered = [event.registered for event in by_event]
        for event, cases in by_event.items():
            listed = manifest.envelopes.get(event.registered, ()) if manifest is not None else ()
            # A list of several events says of none of them that it has these keys.
            shared = registered.count(event.registered) > 1
            keys = _envelopes(cases, {_top(envelope) for envelope in listed}, is_shared=shared)
            found.setdefault(event, []).append(Recorded(version, tuple(cases), keys))
    return dict(sorted(found.items()))


def event_of(platform: Platform, case: Case, payload: Mapping[str, Any]) -> EventName:
    """Return the event that a payload is of."""
    native = native_event(platform, case.registered_event, payload) or ""
    return EventName(without_matcher(case.registered_event or native), native)


def _envelopes(cases: list[Case], listed: set[Keys], *, is_shared: bool) -> frozenset[Keys]:
    every = {frozenset(case.payload_object or ()) for case in cases}
    own = {frozenset(case.payload_object or ()) for case in cases if not case.repeats}
    if is_shared:
        return frozenset(own or every & listed or every)
    # Of a version without a list of its own, what it repeats is all that is known.
    return frozenset(listed | own or every)


def _top(envelope: tuple[str, ...]) -> Keys:
    """Return the top-level keys: of an in-process record the manifest lists those of input and output too."""
    return frozenset(key for key in envelope if "/" not in key)
