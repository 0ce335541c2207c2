"""What a mapping takes and gives. Named tuples: dataclasses cost more to import than all of this package."""

from __future__ import annotations

from typing import Any, NamedTuple


class Call(NamedTuple):
    """One call: the name of a tool, canonical or native, and its arguments, or the text for a tool of free text."""

    tool: str
    arguments: dict[str, Any] | str


class Filled(NamedTuple):
    """A required argument without counterpart, the value it was given, and where that comes from, in words."""

    argument: str
    value: Any
    derivation: str


class NativeOnly(dict[str, Any]):
    """A tool's own arguments by name, nested ones by path (`todos/0/tag`), and whose they are.

    `advisory` are those of them that only talk about the call; another tool does without, and says so. `neutral` are
    those whose value asks for no more than what every other tool does.
    """

    def __init__(
        self,
        arguments: dict[str, Any],
        provider: str = "",
        tool_name: str = "",
        *,
        advisory: frozenset[str] = frozenset(),
        neutral: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(arguments)
        self.provider = provider
        self.tool_name = tool_name
        self.advisory = advisory
        self.neutral = neutral


class Assumed(NamedTuple):
    """An argument that the caller left out, said because the other side takes its absence for another value.

    `call` is the number of the call in `Mapped.calls`, `argument` a name of that call's side.
    """

    call: int
    argument: str
    value: Any


class Difference(NamedTuple):
    """A canonical argument that nobody said and the native tool has no words for: the value meant, and the tool's own.

    `None` stands for no limit. Only arguments that `may_differ` are reported so; all others are refused.
    """

    argument: str
    meant: Any
    actual: Any


class Mapped(NamedTuple):
    """Result of a mapping, either way.

    `calls` are in order, usually one; `filled` are required arguments without a counterpart, `dropped` the names of
    arguments left out, `native_only` the tool's own arguments. `assumed` are arguments that were left out and are now
    said; `differences` those that differ and cannot be said.
    """

    calls: tuple[Call, ...]
    filled: tuple[Filled, ...]
    dropped: tuple[str, ...]
    native_only: dict[str, Any]
    assumed: tuple[Assumed, ...] = ()
    differences: tuple[Difference, ...] = ()
