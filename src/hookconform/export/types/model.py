"""Types without a language: what the schemas of a platform's payloads become before a language writes them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["string", "integer", "number", "boolean", "null", "any"]


@dataclass(frozen=True, slots=True)
class Plain:
    """A value without parts; `any` is a value of which nothing is known."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class ListOf:
    """An array."""

    item: Type


@dataclass(frozen=True, slots=True)
class MapOf:
    """An object whose keys are data, or of which no key is known."""

    value: Type


@dataclass(frozen=True, slots=True)
class Ref:
    """A type that the module declares under a name."""

    name: str


@dataclass(frozen=True, slots=True)
class Constant:
    """One of these texts and no other."""

    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Union:
    """A value of one of several types, at least two; null, where it is one of them, stands last."""

    options: tuple[Type, ...]

    @property
    def is_nullable(self) -> bool:
        """Tell whether null is one of the types."""
        return self.options[-1] == NULL

    @property
    def others(self) -> tuple[Type, ...]:
        """Return the types besides null."""
        return self.options[:-1] if self.is_nullable else self.options


Type = Plain | ListOf | MapOf | Ref | Constant | Union
ANY, NULL, STRING = Plain("any"), Plain("null"), Plain("string")


@dataclass(frozen=True, slots=True)
class Field:
    """A key of an object, exactly as it stands in JSON."""

    key: str
    type: Type
    is_required: bool


@dataclass(frozen=True, slots=True)
class Struct:
    """An object with known keys; others are allowed."""

    name: str
    doc: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Names:
    """Texts that are known of an open list."""

    name: str
    doc: str
    values: tuple[str, ...]


# The keys that lead to a value.
Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tool:
    """The types of what depends on a tool: by path, in an order that all tools share."""

    name: str
    parts: tuple[tuple[Path, Type], ...]


@dataclass(frozen=True, slots=True)
class Payload:
    """The payload of an event over a range of versions: `type` is its struct.

    `name_at` leads to the name of the tool, and is empty where the event has none. `is_newest` tells the newest range.
    """

    event: str
    native: str
    since: str
    until: str | None
    is_newest: bool
    type: str
    name_at: Path = ()
    tools: tuple[Tool, ...] = ()


@dataclass(frozen=True, slots=True)
class Module:
    """The types of one platform; a declaration stands behind those that it needs."""

    platform: str
    declarations: dict[str, Struct | Names] = field(default_factory=dict[str, "Struct | Names"])
    payloads: list[Payload] = field(default_factory=list["Payload"])

    def struct(self, name: str) -> Struct:
        """Return a declared object."""
        found = self.declarations[name]
        if not isinstance(found, Struct):
            raise TypeError(name)
        return found

    def steps(self, payload: Payload, path: Path) -> list[tuple[Struct, Field]]:
        """Return what leads from a payload to a value, each field with the object that has it.

        It is empty if one on the way is no plain object.
        """
        found: list[tuple[Struct, Field]] = []
        at: Type = Ref(payload.type)
        for key in path:
            at = without_null(at)
            if not isinstance(at, Ref):
                return []
            struct = self.struct(at.name)
            found.append((struct, next(field for field in struct.fields if field.key == key)))
            at = found[-1][1].type
        return found

    def parts(self, payload: Payload) -> dict[Path, list[Tool]]:
        """Return the tools that have a value at each place that depends on the tool; all that have one, by path."""
        found: dict[Path, list[Tool]] = {}
        for tool in payload.tools:
            for path, _ in tool.parts:
                found.setdefault(path, []).append(tool)
        return {path: found[path] for path in sorted(found) if self.steps(payload, path)}

    def raw_fields(self) -> set[tuple[str, str]]:
        """Return struct and key of each value that depends on the tool."""
        ends = (self.steps(payload, path)[-1] for payload in self.payloads for path in self.parts(payload))
        return {(struct.name, field.key) for struct, field in ends}

    def newest(self) -> list[Payload]:
        """Return the payload of each event that its newest versions send."""
        return [payload for payload in self.payloads if payload.is_newest]


def without_null(value: Type) -> Type:
    """Return the one type that a value has unless it is null; a value of several types is returned as it is."""
    return value.others[0] if isinstance(value, Union) and len(value.others) == 1 else value
