"""Canonical calls that nobody can mean: with an argument that no tool has, null for a value, or a word in capitals."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hookconform.corpus.declared_calls import NAME, TEXT
from hookconform.corpus.facade_table import FacadeTable, MadeRow, refused_call

UNKNOWN = "no tool has this argument, so it would be lost"
# Arguments whose words the page on facades lists, by tool.
_IN_CAPITALS: dict[str, dict[str, Any]] = {
    "Grep": {"output_mode": "CONTENT"},
    "NotebookEdit": {"edit_mode": "REPLACE"},
    "TodoWrite": {"todos": [{"content": "a", "status": "PENDING"}]},
}
CAPITALS = "the words of the argument are known in small letters"
NULL = "null is no value of the argument, and leaving it out is another call"


def nonsense(table: FacadeTable, optional: dict[str, str], root: Path | None = None) -> Iterator[MadeRow]:
    """Yield, for the first row by hand of each canonical tool, its call with what nobody can mean.

    `optional` is an argument that not every call of a tool has, by canonical tool.
    """
    seen: set[str] = set()
    for row in table.calls:
        tool = table.canonical_of(row.call.tool, root) or ""
        if tool in seen or row.undeclared or not row.canonical:
            continue
        seen.add(tool)
        first, *others = row.canonical
        null = optional.get(tool) or next(reversed(first), "")
        wrong: list[tuple[str, dict[str, Any], str]] = [("unknown-argument", {NAME: TEXT}, UNKNOWN)]
        wrong += [("null-argument", {null: None}, NULL)] if null else []
        wrong += [("word-in-capitals", _IN_CAPITALS[tool], CAPITALS)] if tool in _IN_CAPITALS else []
        for name, more, why in wrong:
            canonical = ({**first, **more}, *others)
            yield refused_call(row, name, tool, why, canonical=canonical, native_only=row.native_only)
