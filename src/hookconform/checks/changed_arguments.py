"""Changed arguments beside a command: under the platform's names, in its units, all others as they were.

What an answer does was measured with calls of the shell. So the arguments in an answer are first taken for those of a
shell call: if that answer changes the input, the names and values of the arguments themselves are judged.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from hookconform.checks.hook_answer import effect_of
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import Claim, load_platform
from hookconform.corpus.native import is_mcp_tool
from hookconform.drafting.arguments import decoded
from hookconform.effects.effect import Answer
from hookconform.effects.representatives import is_shell_call
from hookconform.ground.json_text import compact
from hookconform.ground.pointers import MISSING, first

# Some programs want both.
_SHELL_CALL = {"command": "printf changed-by-the-conformance-suite", "description": "print a word"}
_TEXT = "changed-by-the-conformance-suite"
_PATCH = f"*** Begin Patch\n*** Add File: {_TEXT}\n+x\n*** End Patch"
# Drawn from other arguments, so that nobody can change them.
_DRAWN = frozenset({"file_paths", "urls", "commands"})


def changes_of(case: Case) -> tuple[dict[str, Any], ...]:
    """Return the changes to ask for, under canonical names: all that are renamed or converted, and one other text.

    An argument with a unit is asked for even where the call has none: added as it is, it would be another amount.
    Of a shell call no other text: the command is asked about apart.

    None where the arguments are no object, or follow from one another.
    """
    given, claim = native_arguments(case), _claim(case)
    if not given or (claim is not None and (claim.calls or claim.patch is True)):
        return ()
    drawn = _DRAWN | ({"url"} if claim is not None and claim.urls else set())
    of_claim: dict[str, Any] = {}
    others: list[dict[str, Any]] = []
    for name, native in _native_names(claim, given).items():
        value = None if name in drawn else _other(given[native], claim, native)
        if value is not None and claim is not None and (native in claim.arguments or native in claim.units):
            of_claim[name] = value
        elif isinstance(value, str) and not is_shell_call(case):
            others.append({name: value})
    for name, native in _absent_with_units(claim, given).items():
        of_claim[name] = _other(0, claim, native)
    return tuple(group for group in (of_claim, *others[:1]) if group)


def native_arguments(case: Case) -> dict[str, Any]:
    """Return the arguments as the platform sent them, decoded; empty where they are no object."""
    platform = load_platform(case.platform)
    found = first(case.payload or {}, platform.payload.tool_input)
    given = decoded(platform, found[1]) if found else None
    # Of a server's tool that is called by way of another, nobody measured where a change must stand.
    enveloped = platform.payload.enveloped is not None and is_mcp_tool(
        platform, case.expected.native_tool or "", case.payload or {}
    )
    return given if isinstance(given, dict) and not enveloped else {}


def wrongly_changed_arguments(case: Case, answer: Answer, changes: Mapping[str, Any]) -> str:
    """Return what is wrong with an answer that shall make these changes; empty if nothing is."""
    given, claim = native_arguments(case), _claim(case)
    names = {**_absent_with_units(claim, given), **_native_names(claim, given)}
    wanted = {names.get(name, name): _in_native_units(claim, names.get(name, name), changes[name]) for name in changes}
    for found, arguments in _as_shell(case, answer):
        for native, value in wanted.items():
            if not _equal(arguments.get(native, MISSING), value):
                return f"the changed input does not hold the new value under {native!r}, as the platform calls it"
        for native, before in given.items():
            after = arguments.get(native, before if found.keeps_rest else MISSING)
            if native not in wanted and after is MISSING:
                return f"the argument {native!r} would be lost: {found.why}"
            if native not in wanted and not _equal(after, before):
                return f"the argument {native!r}, which nobody changed, would be another"
        # Where a call has the canonical name alone, a tool may read the other one all the same.
        also = {native for native, name in (claim.arguments if claim else {}).items() if name in changes}
        extra = sorted(arguments.keys() - given.keys() - wanted.keys() - also)
        return f"the argument {extra[0]!r} is none of the call's" if extra else ""
    return f"the tool would not run with the changed input: {effect_of(case, answer).why}"


def _as_shell(case: Case, answer: Answer) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Yield the effect that the answer has at a call of the shell, with the arguments that it has for this one."""
    try:
        said = json.loads(answer.stdout)
    except ValueError:
        return
    shell = case._replace(expected=case.expected._replace(tool_name="Bash"))
    for path in _objects(said, ()):
        arguments = _at(said, path)
        text = compact(_with(said, path, _SHELL_CALL))
        found = effect_of(shell, answer._replace(stdout=text))
        if found.input == "changed" and found.tool == "ran" and found.question == "kept":
            yield found, arguments


def _objects(value: Any, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if isinstance(value, dict):
        if path:
            yield path
        for key, item in value.items():
            yield from _objects(item, (*path, key))


def _at(value: Any, path: tuple[str, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def _with(value: Any, path: tuple[str, ...], new: Any) -> Any:
    return {**value, path[0]: _with(value[path[0]], path[1:], new)} if path else new


def _claim(case: Case) -> Claim | None:
    platform = load_platform(case.platform)
    native = case.expected.native_tool or ""
    # Nothing is claimed of a server's tool, whatever it is called.
    claim = platform.tools.get(native)
    return None if claim is None or claim.canonical is None else claim


def _native_names(claim: Claim | None, given: Mapping[str, Any]) -> dict[str, str]:
    """Return canonical → native name of the arguments that a call has; of several the platform reads the first."""
    names: dict[str, str] = {}
    for native, canonical in (claim.arguments if claim else {}).items():
        if native in given:
            names.setdefault(canonical, native)
    taken = set(names.values())
    return {**{name: name for name in given if name not in taken and name not in names}, **names}


def _absent_with_units(claim: Claim | None, given: Mapping[str, Any]) -> dict[str, str]:
    """Return canonical → native name of the arguments with a unit that a call could have and has not."""
    if claim is None:
        return {}
    there = _native_names(claim, given)
    absent = {claim.arguments.get(native, native): native for native in claim.units if native not in given}
    return {name: native for name, native in absent.items() if name not in there}


def _other(value: Any, claim: Claim | None, native: str) -> Any:
    """Return another canonical value of the same type, None where there is none to ask for."""
    if claim is not None and native == claim.patch:
        return _PATCH
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return {"seconds": 7000, "from-zero": 8}.get((claim.units if claim else {}).get(native, ""), 3)
    return _TEXT if isinstance(value, str) else None


def _in_native_units(claim: Claim | None, native: str, value: Any) -> Any:
    unit = claim.units.get(native) if claim is not None else None
    if unit is None or type(value) not in (int, float):
        return value
    return {"from-zero": value - 1, "seconds": value / 1000}[unit]


def _equal(one: Any, other: Any) -> bool:
    return one == other and isinstance(one, bool) == isinstance(other, bool)
