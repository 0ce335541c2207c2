"""Recorded payloads with one key less, or with a value of another type, and whether recordings have the like.

What was recorded is counted here from the payloads alone, by place and tool, without the code that derives schemas.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from hookconform.corpus.cases import Case
from hookconform.corpus.claims import Platform
from hookconform.ground.pointers import first

OTHER_VALUES: dict[str, Any] = {
    "string": "a text",
    "integer": 7,
    "number": 0.5,
    "boolean": True,
    "null": None,
    "array": [],
    "object": {},
}
ITEM = "*"
Path = tuple[str, ...]
# A place in payloads: the tool, where it stands in what depends on the tool, and the keys that lead there.
Place = tuple[str | None, Path]


def type_of(value: Any) -> str:
    names = {str: "string", int: "integer", float: "number", bool: "boolean", list: "array", dict: "object"}
    return "null" if value is None else names[type(value)]


def values_in(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Yield every value with the keys that lead to it."""
    yield path, value
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in below:
        yield from values_in(inner, (*path, key))


def tool_parts(platform: Platform, payload: dict[str, Any]) -> tuple[str | None, list[Path]]:
    """Return the name of a payload's tool, and where stands what depends on it."""
    named = first(payload, platform.payload.tool_name)
    if named is None or not isinstance(named[1], str):
        return None, []
    found = (first(payload, places) for places in (platform.payload.tool_input, platform.payload.tool_response))
    return named[1], [tuple(place[0].split("/")[1:]) for place in found if place is not None]


@dataclass
class Recordings:
    """All that was recorded of one event over some versions: types by place, and keys that every object had."""

    platform: Platform
    types: dict[Place, set[str]] = field(default_factory=lambda: defaultdict(set))
    keys: dict[Place, set[str]] = field(default_factory=dict)

    def place(self, payload: dict[str, Any], path: tuple[str | int, ...]) -> Place:
        tool, parts = tool_parts(self.platform, payload)
        plain = tuple(ITEM if isinstance(key, int) else key for key in path)
        depends = any(plain[: len(part)] == part for part in parts)
        return (tool if depends else None), plain

    def add(self, payload: dict[str, Any]) -> None:
        for path, value in values_in(payload):
            place = self.place(payload, path)
            self.types[place].add(type_of(value))
            if isinstance(value, dict):
                self.keys[place] = self.keys.get(place, set(value)) & set(value)


@dataclass(frozen=True)
class Mutant:
    """A payload that no recording is like, and what was done to it."""

    case: Case
    path: tuple[str | int, ...]
    change: str
    payload: dict[str, Any]


def mutants(case: Case, recordings: Recordings) -> Iterator[Mutant]:
    """Yield a payload without each key that all like it had, and with a value of an unrecorded type at each place.

    Which type differs from place to place, and is the same each time.
    """
    original = case.payload_object or {}
    for number, (path, value) in enumerate(list(values_in(original))):
        place = recordings.place(original, path)
        if isinstance(value, dict):
            for key in sorted(recordings.keys[place]):
                yield Mutant(case, (*path, key), "removed", _changed(original, (*path, key)))
        if not path:
            continue
        recorded = recordings.types[place]
        # A number that happens to be whole is an integer.
        taken = recorded | ({"integer"} if "number" in recorded else set())
        others = [name for name in OTHER_VALUES if name not in taken]
        name = others[(number + len(case.id)) % len(others)]
        yield Mutant(case, path, f"{type_of(value)} to {name}", _changed(original, path, [OTHER_VALUES[name]]))


def _changed(payload: dict[str, Any], path: tuple[str | int, ...], put: Iterable[Any] = ()) -> dict[str, Any]:
    copy = json.loads(json.dumps(payload))
    place = copy
    for key in path[:-1]:
        place = place[key]
    for value in put:
        place[path[-1]] = value
        return copy
    del place[path[-1]]
    return copy
