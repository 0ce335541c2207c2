"""What recorded JSON values have in common, and the JSON Schema that says it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hookconform.ground.pointers import unescaped

DIALECT = "https://json-schema.org/draft/2020-12/schema"
# The order in which types stand in a schema.
_TYPES = ("object", "array", "string", "boolean", "integer", "number", "null")
# What a program calls its own keys; anything else is somebody's data: a question, a file, an identifier.
_OWN_KEY = re.compile(r"[-$A-Za-z_][-$\w]*", re.ASCII)
# So many keys that objects side by side all have make them entries of a map.
_LIKE_ENTRIES = 3


def json_type(value: Any) -> str:
    """Return the JSON Schema type of a parsed JSON value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    names = {int: "integer", float: "number", str: "string", list: "array", dict: "object"}
    return names[type(value)]


@dataclass(frozen=True, slots=True)
class Opaque:
    """A value of which only the type counts: what is in it is described elsewhere."""

    type: str


@dataclass(slots=True)
class Observed:
    """All values that were recorded at one place.

    `objects` counts the objects among them, `present` how many of those had a key. `names` are texts to enumerate, and
    with `is_open` not the only ones.
    """

    types: set[str] = field(default_factory=set[str])
    objects: int = 0
    present: dict[str, int] = field(default_factory=dict[str, int])
    properties: dict[str, Observed] = field(default_factory=dict[str, "Observed"])
    items: Observed | None = None
    names: set[str] = field(default_factory=set[str])
    is_open: bool = False

    def add(self, value: Any) -> None:
        """Count one more value."""
        if isinstance(value, Opaque):
            self.types.add(value.type)
            self.objects += value.type == "object"
            return
        self.types.add(json_type(value))
        if isinstance(value, dict):
            self.objects += 1
            for key, item in value.items():
                self.present[key] = self.present.get(key, 0) + 1
                self.properties.setdefault(key, Observed()).add(item)
        elif isinstance(value, list):
            self.items = self.items or Observed()
            for item in value:
                self.items.add(item)

    def name(self, pointer: str, name: str, *, is_open: bool) -> None:
        """Enumerate a name among the texts at a pointer; `is_open` says that there are others."""
        place = self
        for part in pointer.split("/")[1:]:
            place = place.properties[unescaped(part)]
        place.names.add(name)
        place.is_open = is_open

    def keep(self, known: Collection[str], required: Collection[str]) -> None:
        """Limit the properties to known keys, and say which ones are required."""
        self.properties = {key: value for key, value in self.properties.items() if key in known}
        self.present = {key: self.objects if key in required else 0 for key in self.properties}

    @property
    def required(self) -> list[str]:
        """Return the keys that every object had, sorted; a map has none."""
        if self.is_map:
            return []
        return sorted(key for key, count in self.present.items() if count == self.objects)

    @property
    def is_map(self) -> bool:
        """Tell whether the keys are data: not names of a program's own, or of several objects that are alike."""
        if any(not _OWN_KEY.fullmatch(key) for key in self.properties):
            return True
        entries = list(self.properties.values())
        if len(entries) < 2 or any(entry.types != {"object"} for entry in entries):  # noqa: PLR2004 (one is not alike)
            return False
        always = [{key for key, count in entry.present.items() if count == entry.objects} for entry in entries]
        return len(always[0]) >= _LIKE_ENTRIES and all(keys == always[0] for keys in always)

    def agrees(self, other: Observed, *, is_chosen: bool = False) -> bool:
        """Tell whether two records can be of one schema: what both saw is the same, what one saw the other may lack.

        `is_chosen`: the model decides which keys there are, so a missing one is no difference. Null is an absence.
        """
        mine, others = self.types - {"null"}, other.types - {"null"}
        if mine and others and mine != others:
            return False
        if self.objects and other.objects and not is_chosen and self.required != other.required:
            return False
        if self.items and other.items and not self.items.agrees(other.items, is_chosen=is_chosen):
            return False
        both = self.properties.keys() & other.properties.keys()
        return all(self.properties[key].agrees(other.properties[key], is_chosen=is_chosen) for key in both)

    def schema(self) -> dict[str, Any]:
        """Return a schema that all recorded values follow; unknown keys are allowed."""
        # Every integer is a number.
        types = [name for name in _TYPES if name in self.types and not (name == "integer" and "number" in self.types)]
        found = self._named(types) if self.names else _typed(types)
        if self.is_map:
            found["additionalProperties"] = merged(self.properties.values()).schema()
        elif self.properties:
            found["properties"] = {key: self.properties[key].schema() for key in sorted(self.properties)}
        if required := self.required:
            found["required"] = required
        if self.items is not None and self.items.types:
            found["items"] = self.items.schema()
        return found

    def _named(self, types: list[str]) -> dict[str, Any]:
        listed = {"enum": sorted(self.names)}
        others = types if self.is_open else [name for name in types if name != "string"]
        return {"anyOf": [listed, _typed(others)]} if others else listed


def span(versions: Sequence[str]) -> str:
    """Return versions, oldest first, in words."""
    return versions[0] if len(versions) == 1 else f"{versions[0]} to {versions[-1]}"


def ends(items: Sequence[str]) -> list[str]:
    """Return the first and the last of some items; one alone, or none."""
    return list(dict.fromkeys((*items[:1], *items[-1:])))


def _typed(types: list[str]) -> dict[str, Any]:
    return {"type": types[0] if len(types) == 1 else types} if types else {}


def merged(records: Iterable[Observed]) -> Observed:
    """Return what several places have in common."""
    found = Observed()
    for one in records:
        found.types |= one.types
        found.objects += one.objects
        for key, inner in one.properties.items():
            found.present[key] = found.present.get(key, 0) + one.present.get(key, 0)
            found.properties[key] = merged([found.properties[key], inner]) if key in found.properties else inner
        if one.items is not None:
            found.items = merged([found.items, one.items]) if found.items is not None else one.items
    return found


def nested(places: Mapping[str, Any], *, is_required: bool = False) -> dict[str, Any]:
    """Return the schema of an object that has these schemas at some pointers."""
    inner: dict[str, Any] = {}
    for pointer, schema in places.items():
        head, _, rest = pointer[1:].partition("/")
        inner.setdefault(unescaped(head), {})[f"/{rest}" if rest else ""] = schema
    properties = {
        key: below[""] if "" in below else nested(below, is_required=is_required) for key, below in inner.items()
    }
    return {"properties": properties, **({"required": sorted(properties)} if is_required else {})}
