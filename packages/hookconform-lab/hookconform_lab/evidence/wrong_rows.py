"""What can be made wrong in the row of one claim: each way as a change of the reference adapter's tables or reading."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from hook_adapters.canonical.reading import Reading, Tables
from hookconform.corpus.claim import Claim
from hookconform.corpus.vocabulary import UNKNOWN_KIND
from hookconform.drafting.arguments import texts_at, values_at

TOOL_NAME, EVENT, INPUT, KIND = "tool-name", "event", "input", "kind"
_CAPABILITY = {"tool": TOOL_NAME, "event": EVENT}
# What a redirected row points to: a canonical name that is wrong for nearly every row, and one for the rest.
_ELSEWHERE = {"tool": ("WebFetch", "Bash"), "event": ("Notification", "PreToolUse")}
_PATCH = "patch"

# A payload as the adapter reads it, with the tables that translate it.
Read = tuple[Reading, Tables]


class WrongRow(NamedTuple):
    """One way to get a claim's row wrong; `words` completes "an adapter with this row …".

    `capability` is the check that must notice, in a payload that `carries` what was changed; `change` gives the wrong
    reading and tables, `has_row` tells whether the right tables have what it changes. `argument` is the native name of
    an argument and `becomes` its canonical one, where the change is about one.
    """

    kind: str
    words: str
    capability: str
    change: Callable[[Reading, Tables], Read]
    argument: str = ""
    becomes: str = ""
    carries: Callable[[Reading], bool] = lambda _: True
    has_row: Callable[[Tables], bool] = lambda _: True


def wrong_rows(claim: Claim) -> Iterator[WrongRow]:
    """Yield the ways to get a claim's row wrong: its name first, then its arguments."""
    yield from _names(claim)
    renames = dict(claim.arguments)
    if isinstance(claim.patch, str):
        renames[claim.patch] = _PATCH
    for native, canonical in renames.items():
        yield _without_argument(claim.native, native, canonical)
    if claim.patch is True:
        yield _without_bare_patch(claim.native)
    if claim.paths:
        yield _without_paths(claim.native, claim.paths)
    if claim.urls:
        yield _without_urls(claim.native, *claim.urls.values())
    for native in claim.units:
        yield _without_unit(claim.native, native, claim.arguments.get(native, native))
    keeps_its_name = claim.kind == "tool" and claim.canonical is None and claim.status != "refuted"
    if keeps_its_name and claim.tool_kind not in {None, UNKNOWN_KIND}:
        yield _without_kind(claim.native)
    if claim.implies_tool is not None:
        yield WrongRow("tool-not-implied", "without the tool it implies", TOOL_NAME, _without_implied_tool)
        for key in claim.implied_arguments:
            yield _without_implied_argument(key)


def in_any_case(reading: Reading, tables: Tables) -> Read:
    """Return tables in which tool names are looked up without regard to case."""
    return reading, _with(tables, tools=_AnyCase(tables.tools))


class _AnyCase(dict[str, str]):
    """A table that is looked up without regard to case."""

    def __init__(self, table: Mapping[str, str]) -> None:
        super().__init__({name.casefold(): canonical for name, canonical in table.items()})

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(key.casefold(), default)

    def __contains__(self, key: object) -> bool:
        return super().__contains__(str(key).casefold())


def _names(claim: Claim) -> Iterator[WrongRow]:
    first, second = _ELSEWHERE[claim.kind]
    other = second if first in (claim.canonical, claim.native) else first
    folded = (claim.canonical or "").casefold()
    ways: list[tuple[str, str, str | None]] = [("mapped", f"mapped to {other}", other)]
    if claim.maps:
        ways = [
            ("dropped", "dropped", None),
            ("redirected", f"pointed at {other}", other),
            ("folded", f"folded to {folded}", folded),
        ]
    for kind, words, name in ways:
        yield WrongRow(kind, words, _CAPABILITY[claim.kind], _named(claim, name))


def _named(claim: Claim, name: str | None) -> Callable[[Reading, Tables], Read]:
    table = "tools" if claim.kind == "tool" else "events"

    def change(reading: Reading, tables: Tables) -> Read:
        row = {} if name is None else {claim.native: name}
        return reading, _with(tables, **{table: _without(getattr(tables, table), claim.native) | row})

    return change


def _without_argument(tool: str, native: str, canonical: str) -> WrongRow:
    def change(reading: Reading, tables: Tables) -> Read:
        rest = _without(tables.arguments.get(tool, {}), native)
        return reading, _with(tables, arguments={**tables.arguments, tool: rest})

    return WrongRow(
        "argument-dropped",
        f"without its argument {native} → {canonical}",
        INPUT,
        change,
        argument=native,
        becomes=canonical,
        carries=lambda reading: isinstance(reading.arguments, dict) and native in reading.arguments,
        has_row=lambda tables: native in tables.arguments.get(tool, {}),
    )


def _without_bare_patch(tool: str) -> WrongRow:
    def change(reading: Reading, tables: Tables) -> Read:
        return reading, _with(tables, patch_tools=tables.patch_tools - {tool})

    return WrongRow(
        "patch-unread",
        "taking bare patch text for no patch",
        INPUT,
        change,
        argument="(bare text)",
        becomes=_PATCH,
        carries=lambda reading: isinstance(reading.arguments, str),
        has_row=lambda tables: tool in tables.patch_tools,
    )


def _without_paths(tool: str, pointers: tuple[str, ...]) -> WrongRow:
    def change(reading: Reading, tables: Tables) -> Read:
        return reading, _with(tables, paths=_without(tables.paths, tool))

    def names_paths(reading: Reading) -> bool:
        return any(text for pointer in pointers for text in texts_at(reading.arguments, pointer))

    return WrongRow(
        "paths-dropped",
        f"without the paths under {', '.join(pointers)}",
        INPUT,
        change,
        argument=", ".join(pointers),
        becomes="file_paths",
        carries=names_paths,
        has_row=lambda tables: tool in tables.paths,
    )


def _without_urls(tool: str, where: str | list[str]) -> WrongRow:
    places = [f"/{where}"] if isinstance(where, str) else where
    key = ", ".join(places).removeprefix("/")

    def change(reading: Reading, tables: Tables) -> Read:
        return reading, _with(tables, urls=_without(tables.urls, tool))

    def names_addresses(reading: Reading) -> bool:
        return any("://" in str(value) for place in places for value in values_at(reading.arguments, place))

    return WrongRow(
        "urls-dropped",
        f"without the addresses under {key}",
        INPUT,
        change,
        argument=key,
        becomes="urls",
        carries=names_addresses,
        has_row=lambda tables: tool in tables.urls,
    )


def _without_unit(tool: str, native: str, canonical: str) -> WrongRow:
    def change(reading: Reading, tables: Tables) -> Read:
        rest = _without(tables.units.get(tool, {}), native)
        return reading, _with(tables, units={**tables.units, tool: rest})

    return WrongRow(
        "unit-dropped",
        f"taking {native} in the platform's own unit",
        INPUT,
        change,
        argument=native,
        becomes=canonical,
        carries=lambda reading: isinstance(reading.arguments, dict) and native in reading.arguments,
        has_row=lambda tables: native in tables.units.get(tool, {}),
    )


def _without_kind(tool: str) -> WrongRow:
    def change(reading: Reading, tables: Tables) -> Read:
        return reading, _with(tables, kinds=_without(tables.kinds, tool))

    return WrongRow("kind-dropped", "without its kind", KIND, change, has_row=lambda tables: tool in tables.kinds)


def _without_implied_tool(reading: Reading, tables: Tables) -> Read:
    wrong = copy.copy(reading)
    wrong.implied_tool = None
    return wrong, tables


def _without_implied_argument(key: str) -> WrongRow:
    def change(reading: Reading, tables: Tables) -> Read:
        wrong = copy.copy(reading)
        wrong.payload = _without(reading.payload, key)
        if isinstance(reading.arguments, dict):
            wrong.arguments = _without(reading.arguments, key)
        return wrong, tables

    return WrongRow(
        "argument-dropped",
        f"without its argument {key}",
        INPUT,
        change,
        argument=key,
        becomes=key,
        carries=lambda reading: key in reading.payload,
    )


def _without(table: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in table.items() if name != key}


def _with(tables: Tables, **changed: Any) -> Tables:
    wrong = copy.copy(tables)
    for name, value in changed.items():
        setattr(wrong, name, value)
    return wrong
