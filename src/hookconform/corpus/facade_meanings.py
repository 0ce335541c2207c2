"""What is known of the meaning of a tool's arguments: canonical names from claims, shared names, rows by hand."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from hookconform.corpus.claims import load_platform
from hookconform.corpus.facade_table import FacadeTable
from hookconform.corpus.vocabulary import load_vocabulary


def known_meanings(
    table: FacadeTable, native: str, canonical: str, declared: set[str], root: Path | None = None
) -> dict[str, str]:
    """Return the canonical name of each argument at the top of a native tool that has a known one.

    It is empty where only a row shows that the argument has a meaning in canonical terms. `declared` are the arguments
    that the tool is declared with; where two of them mean the same, neither is told: a call may have both. So has one
    that is the tool's own in a row where another argument says what it would mean.
    """
    names = load_vocabulary(root).facade_arguments_of(canonical)
    found = {name: name for name in declared if name in names}
    for claim in load_platform(table.platform, root).tools.values():
        if claim.becomes == canonical and (claim.native == native or native in claim.declared_as):
            found |= {name: to for name, to in claim.arguments.items() if name in declared and to in names}
    rows = [row for row in table.calls if row.call.tool == native]
    own = {name for row in rows for name in row.native_only if any(found.get(name) in call for call in row.canonical)}
    found = {name: to for name, to in found.items() if name not in own}
    shared = {to for to, count in Counter(found.values()).items() if count > 1}
    found = {name: to for name, to in found.items() if to not in shared}
    for name, to in _by_hand(table, native).items():
        if name in declared and to not in shared:
            found.setdefault(name, to)
    return found


def _by_hand(table: FacadeTable, native: str) -> dict[str, str]:
    """Return what rows show: the canonical argument that has an argument's value, empty where it has another there."""
    found: dict[str, str] = {}
    for row in table.calls:
        if row.call.tool != native or isinstance(row.call.given, str):
            continue
        own = {place.split("/")[0] for place in row.native_only}
        for name, value in row.call.given.items():
            if name not in own:
                said = {to for call in row.canonical for to, other in call.items() if _same(value, other)}
                found[name] = next(iter(said)) if len(said) == 1 else found.get(name, "")
    return found


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and one == other
