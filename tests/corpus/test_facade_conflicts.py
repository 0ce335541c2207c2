"""A call beside an argument of the tool's own that says something else must be refused, on every platform."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hookconform.corpus.facade_conflicts import REFUSED, conflicts
from hookconform.corpus.facade_table import CallRow, FacadeTable, NativeCall, load_table, table_platforms


def row(name: str, given: dict[str, Any] | str, native_only: dict[str, Any] | None = None) -> CallRow:
    return CallRow(name, "2.1.329", "", "", NativeCall("Bash", given), ({"command": "ls"},), native_only or {})


def table(*rows: CallRow) -> FacadeTable:
    return replace(load_table("claude-code"), calls=rows)


def test_the_first_text_that_is_not_the_tools_own_is_said_otherwise() -> None:
    first = row("first", {"own": "a", "timeout": 5, "command": "ls"}, {"own": "a", "command2/0": 1})
    (found,) = conflicts(table(first, row("second", {"command": "ls"})))
    assert found.id == "conflict-first"
    assert (found.tool, found.native_tool) == ("Bash", "Bash")
    assert found.canonical == first.canonical
    assert found.native_only == {"own": "a", "command2/0": 1, "command": "not ls"}
    assert (found.calls, found.refused) == ((), REFUSED)


def test_a_row_without_such_a_text_leaves_it_to_the_next() -> None:
    rows = (row("text", "ls"), row("number", {"timeout": 5}), row("nested", {"a": "b"}, {"a/0/c": 1}))
    assert [one.id for one in conflicts(table(*rows, row("said", {"command": "ls"})))] == ["conflict-said"]


def test_there_are_some_of_every_platform() -> None:
    assert [name for name in table_platforms() if len(list(conflicts(load_table(name)))) < 2] == []
