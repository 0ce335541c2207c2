"""Canonical calls with one argument beside those that every call of the tool has, drawn from all rows by hand."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hookconform.corpus.facade_table import FacadeTable
from hookconform.ground.json_text import compact

_VALUES = 3


def single_arguments(tables: Iterable[FacadeTable], root: Path | None = None) -> list[tuple[str, dict[str, Any], str]]:
    """Return canonical tool, call and the argument in question, in order.

    A switch is asked for on and off, anything else with the first values that there are.
    """
    rows: dict[str, list[dict[str, Any]]] = {}
    for table in tables:
        for row in table.calls:
            tool = table.canonical_of(row.call.tool, root) or ""
            rows.setdefault(tool, []).extend(call for call in row.canonical if call)
    found: dict[str, tuple[str, dict[str, Any], str]] = {}
    for tool in sorted(rows):
        for call in rows[tool]:
            # An edit by texts and one by a patch have nothing in common but the name.
            alike = [other for other in rows[tool] if ("patch" in other) == ("patch" in call)]
            needed = set(call).intersection(*alike)
            least = {name: value for name, value in alike[0].items() if name in needed}
            for argument in sorted(set(call) - needed):
                value = call[argument]
                if sum(about == (tool, argument) for about in map(_about, found.values())) >= _VALUES:
                    continue
                for one in (True, False) if isinstance(value, bool) else (value,):
                    found.setdefault(compact([tool, argument, one]), (tool, {**least, argument: one}, argument))
    return list(found.values())


def _about(one: tuple[str, dict[str, Any], str]) -> tuple[str, str]:
    return one[0], one[2]
