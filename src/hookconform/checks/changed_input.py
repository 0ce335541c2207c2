"""A changed input: the new value under the platform's own name, and every other argument as it was."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hookconform.checks.changed_arguments import in_native_units
from hookconform.corpus.cases import Case
from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform, load_platform
from hookconform.drafting.arguments import decoded
from hookconform.effects.effect import Effect
from hookconform.ground.pointers import MISSING, first


def wrongly_changed(case: Case, found: Effect, canonical: str, value: Any) -> str:
    """Return what is wrong with the arguments the tool would run with, after `canonical` was set; empty if nothing is.

    What the answer does not name is lost, unless the platform keeps it.
    """
    claim = load_platform(case.platform).tools.get(case.expected.native_tool or "")
    within = [call.tool_input or {} for call in case.expected.calls]
    if claim is not None and "each" in claim.calls and any(canonical in arguments for arguments in within):
        return _wrongly_replaced(case, claim.calls, found, value)
    native = native_arguments(case)
    named = next((key for key, (name, _) in native.items() if name == canonical), canonical)
    if found.arguments.get(named, MISSING) != in_native_units(claim, named, value):
        return f"the changed input does not hold the new value under {named!r}, as the platform calls it"
    for key, (_, before) in native.items():
        after = found.arguments.get(key, before if found.keeps_rest else MISSING)
        if key != named and after is MISSING:
            return f"the argument {key!r} would be lost: {found.why}"
        if key != named and after != before:
            return f"the argument {key!r}, which nobody changed, would be another"
    return ""


def _wrongly_replaced(case: Case, where: Mapping[str, Any], found: Effect, value: Any) -> str:
    """Return what is wrong where the tool takes a list of values, of which the only one was set."""
    alone = (value, [value], {where["each"]: value}, [{where["each"]: value}])
    for key, before in case.expected.arguments.items():
        # What is not an object stands under `tool_input` as a whole, and is the list itself.
        if key not in (*where["at"], where.get("words"), "tool_input") and found.arguments.get(key, MISSING) != before:
            return f"the argument {key!r}, which nobody changed, would be another"
    given = [found.arguments[name] for name in where["at"] if name in found.arguments]
    if len(given) == 1 and given[0] in alone:
        return ""
    return f"the changed input does not hold the new value alone under any of {', '.join(where['at'])}"


def native_arguments(case: Case) -> dict[str, tuple[str, Any]]:
    """Return the call's arguments as the platform names them, with the canonical name and the native value of each.

    The list of paths that the canonical event draws from other arguments is none of them.
    """
    platform = load_platform(case.platform)
    claim = platform.tools.get(case.expected.native_tool or "")
    native = _native_names(platform, claim, case) if claim else {}
    opened = bool(platform.paths_read_as)
    drawn = {"file_paths"} if opened or (claim is not None and claim.paths) else set[str]()
    arguments = case.expected.arguments
    named = {native.get(name, name): (name, value) for name, value in arguments.items() if name not in drawn}
    return {key: (name, in_native_units(claim, key, value)) for key, (name, value) in named.items()}


def _native_names(platform: Platform, claim: Claim, case: Case) -> dict[str, str]:
    """Return canonical argument → the native one that the call has; one with a unit is read under its own name."""
    found = first(case.payload or {}, platform.payload.tool_input)
    given = decoded(platform, found[1]) if found else None
    there = given if isinstance(given, dict) else {}
    names = {**claim.arguments, **{name: name for name in claim.units if name not in claim.arguments}}
    native: dict[str, str] = {}
    for name, canonical in names.items():
        if canonical not in native or (name in there and native[canonical] not in there):
            native[canonical] = name
    return native
