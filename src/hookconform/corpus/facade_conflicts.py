"""Calls that say something else than the arguments of a tool's own beside them: one of the two would be lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hookconform.corpus.facade_table import FacadeTable, MadeRow, refused_call

REFUSED = "the call says it, and an argument of the tool's own says something else"


def conflicts(table: FacadeTable, root: Path | None = None) -> Iterator[MadeRow]:
    """Yield, for the first row by hand of each tool that says a text, the same call with another text as `native_only`.

    What the row does not list as the tool's own is said by its canonical calls alone.
    """
    seen: set[str] = set()
    for row in table.calls:
        if row.call.tool in seen or isinstance(row.call.given, str):
            continue
        own = {place.split("/")[0] for place in row.native_only}
        said = (name for name, value in row.call.given.items() if isinstance(value, str) and name not in own)
        name = next(said, None)
        if name is not None:
            seen.add(row.call.tool)
            tool = table.canonical_of(row.call.tool, root) or ""
            own_too = {**row.native_only, name: f"not {row.call.given[name]}"}
            yield refused_call(row, "conflict", tool, REFUSED, canonical=row.canonical, native_only=own_too)
