"""A changed input: the new value under the platform's own name, and every other argument as it was."""

from __future__ import annotations

from typing import Any

from hookconform.corpus.cases import Case
from hookconform.corpus.claims import load_platform
from hookconform.effects.effect import Effect
from hookconform.ground.pointers import MISSING


def wrongly_changed(case: Case, found: Effect, canonical: str, value: Any) -> str:
    """Return what is wrong with the arguments the tool would run with, after `canonical` was set; empty if nothing is.

    What the answer does not name is lost, unless the platform keeps it.
    """
    native = native_arguments(case)
    named = next((key for key, (name, _) in native.items() if name == canonical), canonical)
    if found.arguments.get(named, MISSING) != value:
        return f"the changed input does not hold the new value under {named!r}, as the platform calls it"
    for key, (_, before) in native.items():
        after = found.arguments.get(key, before if found.keeps_rest else MISSING)
        if key != named and after is MISSING:
            return f"the argument {key!r} would be lost: {found.why}"
        if key != named and after != before:
            return f"the argument {key!r}, which nobody changed, would be another"
    return ""


def native_arguments(case: Case) -> dict[str, tuple[str, Any]]:
    """Return the call's arguments as the platform names them, with the canonical name and the value of each."""
    claim = load_platform(case.platform).tools.get(case.expected.native_tool or "")
    native = {canonical: name for name, canonical in claim.arguments.items()} if claim else {}
    return {native.get(name, name): (name, value) for name, value in case.expected.arguments.items()}
