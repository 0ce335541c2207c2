"""A canonical call with what nobody can mean must be refused, by every tool of every platform."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hookconform.corpus.declared_calls import NAME
from hookconform.corpus.facade_nonsense import CAPITALS, NULL, UNKNOWN, nonsense
from hookconform.corpus.facade_table import CallRow, FacadeTable, NativeCall, load_table, table_platforms

OPTIONAL = {"Bash": "timeout"}


def row(name: str, canonical: tuple[dict[str, Any], ...], tool: str = "Bash", *, undeclared: bool = False) -> CallRow:
    call = NativeCall(tool, {"command": "ls"})
    return CallRow(name, "2.1.329", "", "", call, canonical, {"own": 1}, undeclared=undeclared)


def table(*rows: CallRow) -> FacadeTable:
    return replace(load_table("claude-code"), calls=rows)


def test_the_first_row_of_a_tool_gets_an_unknown_argument_and_a_null() -> None:
    first = row("first", ({"command": "ls"}, {"command": "pwd"}))
    unknown, null = nonsense(table(first, row("second", ({"command": "ls"},))), OPTIONAL)
    assert (unknown.id, null.id) == ("unknown-argument-first", "null-argument-first")
    assert [list(call) for call in unknown.canonical] == [["command", NAME], ["command"]]
    assert null.canonical == ({"command": "ls", "timeout": None}, {"command": "pwd"})
    assert (unknown.refused, null.refused) == (UNKNOWN, NULL)
    assert {(one.tool, one.native_tool, one.calls) for one in (unknown, null)} == {("Bash", "Bash", ())}
    assert unknown.native_only == null.native_only == {"own": 1}


def test_without_an_optional_argument_the_last_one_is_null() -> None:
    _, null = nonsense(table(row("read", ({"file_path": "a", "offset": 1},), "Read")), OPTIONAL)
    assert null.canonical == ({"file_path": "a", "offset": None},)


def test_a_known_word_is_in_capitals() -> None:
    *_, capitals = nonsense(table(row("search", ({"pattern": "x", "output_mode": "count"},), "Grep")), OPTIONAL)
    assert (capitals.id, capitals.refused) == ("word-in-capitals-search", CAPITALS)
    assert capitals.canonical == ({"pattern": "x", "output_mode": "CONTENT"},)


def test_what_no_model_is_offered_or_has_no_canonical_call_is_left_out() -> None:
    rows = (row("old", ({"command": "ls"},), undeclared=True), row("nothing", ()))
    assert list(nonsense(table(*rows), OPTIONAL)) == []


def test_there_are_some_of_every_platform() -> None:
    assert [name for name in table_platforms() if len(list(nonsense(load_table(name), {}))) < 6] == []
