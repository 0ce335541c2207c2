"""Reading schemas of payloads into types: structs by their name, each structure once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from hookconform.export.types.model import (
    ANY,
    NULL,
    STRING,
    Constant,
    Field,
    ListOf,
    MapOf,
    Module,
    Names,
    Path,
    Payload,
    Plain,
    Ref,
    Struct,
    Tool,
    Type,
    Union,
)
from hookconform.export.types.naming import RESERVED, pascal, version_suffix

_PLAIN: dict[str, Plain] = {
    "string": STRING,
    "boolean": Plain("boolean"),
    "integer": Plain("integer"),
    "number": Plain("number"),
    "null": NULL,
}


def read_module(platform: str, schemas: Sequence[Mapping[str, Any]]) -> Module:
    """Return the types of a platform's payloads; schemas of other platforms are left out.

    The newest ranges come first, so that their types have the plain names.
    """
    mine = [one for one in schemas if one["platform"] == platform]
    last = {(one["event"], one["native"]): number for number, one in enumerate(mine)}
    newest = set(last.values())
    reader = _Reader(Module(platform), _event_names(last))
    read = {
        number: reader.payload(mine[number], is_newest=number in newest)
        for number in sorted(range(len(mine)), key=lambda number: (number not in newest, number))
    }
    reader.module.payloads.extend(read[number] for number in range(len(mine)))
    return reader.module


def _event_names(events: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """Return what to call the types of each event: by its own name where hooks for it are registered under another."""
    known = list(events)
    registered = [event for event, _ in known]
    names: dict[tuple[str, str], str] = {}
    taken: dict[str, int] = {}
    # Whatever is a name of a type as it stands keeps it.
    for event, native in sorted(known, key=lambda key: (pascal(key[0]) != key[0], known.index(key))):
        plain = pascal(native if registered.count(event) > 1 else event)
        name = plain if plain not in taken else f"{plain}CamelCase"
        taken[plain] = taken.get(plain, 0) + 1
        names[event, native] = name if taken[plain] <= 2 else f"{plain}{taken[plain]}"  # noqa: PLR2004 (two spellings)
    return names


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a type is found: how its struct may be called, best first, in which payload it is, and under which keys."""

    names: tuple[str, ...]
    payload: str
    keys: Path = ()

    @property
    def doc(self) -> str:
        """Return what the comment of a struct says of its place."""
        return f"The value of `{'.'.join(self.keys)}` in {self.payload}."

    def inside(self, key: str) -> _Place:
        """Return the place of a key's value."""
        names = [f"{name.removesuffix('Payload')}{pascal(key)}" for name in self.names]
        # Few keys of payloads mean different things in different events.
        short = () if self.keys else (pascal(key),)
        return replace(self, names=tuple(dict.fromkeys((*short, *names))), keys=(*self.keys, key))

    @property
    def item(self) -> _Place:
        """Return the place of an item of a list."""
        return replace(self, names=tuple(f"{name}Item" for name in self.names))


class _Reader:
    """Reads one platform's schemas into a module."""

    def __init__(self, module: Module, event_names: Mapping[tuple[str, str], str]) -> None:
        self.module = module
        self._event_names = event_names

    def payload(self, raw: Mapping[str, Any], *, is_newest: bool) -> Payload:
        """Read the schema of one event over a range of versions."""
        schema = raw["schema"]
        event = self._event_names[raw["event"], raw["native"]]
        suffix = "" if is_newest else version_suffix(raw["since"])
        name = f"{event}Payload{suffix}"
        tools, name_at = self._tools(schema.get("allOf", ()), event, name, suffix)
        struct = self._struct(schema, _Place((name,), name), schema["description"])
        return Payload(
            raw["event"], raw["native"], raw["since"], raw["until"], is_newest, struct.name, name_at, tuple(tools)
        )

    def _tools(
        self, conditions: Sequence[Mapping[str, Any]], event: str, payload: str, suffix: str
    ) -> tuple[list[Tool], Path]:
        tools: list[Tool] = []
        name_at: Path = ()
        for condition in conditions:
            ((name_at, named),) = _leaves(condition["if"])
            tool = named["const"]
            parts: list[tuple[Path, Type]] = []
            for path, part in _leaves(condition["then"]):
                plain = f"{pascal(tool)}{pascal(path[-1])}"
                names = tuple(dict.fromkeys((plain, f"{plain}{suffix}", f"{event}{plain}{suffix}")))
                parts.append((path, self._type(part, _Place(names, f"{payload} of {tool}", path))))
            tools.append(Tool(tool, tuple(parts)))
        return tools, name_at

    def _struct(self, schema: Mapping[str, Any], place: _Place, doc: str = "") -> Ref:
        required = set(schema.get("required", ()))
        fields: list[Field] = []
        for key, inner in schema["properties"].items():
            fields.append(Field(key, self._type(inner, place.inside(key)), key in required))
        return self._declare(place, lambda name: Struct(name, doc or place.doc, tuple(fields)))

    def _declare(self, place: _Place, make: Any) -> Ref:
        numbered = (f"{place.names[-1]}{number}" for number in range(2, 1000))
        for name in chain(place.names, numbered):
            known = self.module.declarations.get(name)
            made = make(name)
            if known is not None and replace(known, doc="") == replace(made, doc=""):
                return Ref(name)
            if known is None and name not in RESERVED:
                self.module.declarations[name] = made
                return Ref(name)
        raise AssertionError(place.names)

    def _type(self, schema: Mapping[str, Any], place: _Place) -> Type:
        if "enum" in schema:
            return Constant(tuple(schema["enum"]))
        if "anyOf" in schema:
            return self._named(schema["anyOf"], place)
        types = schema.get("type", ())
        return _union([self._option(name, schema, place) for name in ([types] if isinstance(types, str) else types)])

    def _named(self, options: Sequence[Mapping[str, Any]], place: _Place) -> Type:
        listed, others = options
        rest = self._type(others, place)
        if STRING not in (rest.options if isinstance(rest, Union) else (rest,)):
            return _union([Constant(tuple(listed["enum"])), rest])
        names = self._declare(place, lambda name: Names(name, place.doc, tuple(listed["enum"])))
        return _union([names, NULL]) if isinstance(rest, Union) and rest.is_nullable else names

    def _option(self, name: str, schema: Mapping[str, Any], place: _Place) -> Type:
        if name == "array":
            return ListOf(self._type(schema.get("items", {}), place.item))
        if name != "object":
            return _PLAIN[name]
        if "properties" in schema:
            return self._struct(schema, place)
        return MapOf(self._type(schema.get("additionalProperties", {}), place))


def _union(options: Sequence[Type]) -> Type:
    """Return the one type of some options; none is any."""
    flat = [inner for one in options for inner in (one.options if isinstance(one, Union) else (one,))]
    ordered = tuple(sorted(dict.fromkeys(flat), key=lambda one: one == NULL))
    if not ordered or ANY in ordered:
        return ANY
    return ordered[0] if len(ordered) == 1 else Union(ordered)


def _leaves(schema: Mapping[str, Any], path: Path = ()) -> list[tuple[Path, Mapping[str, Any]]]:
    """Return the schemas at the end of nested objects that say nothing else, by path."""
    if set(schema) <= {"properties", "required"} and "properties" in schema:
        return [leaf for key, inner in schema["properties"].items() for leaf in _leaves(inner, (*path, key))]
    return [(path, schema)]
