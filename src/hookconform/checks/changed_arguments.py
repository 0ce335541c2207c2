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
from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import load_platform
from hookconform.corpus.native import own_arguments
from hookconform.corpus.vocabulary import Default, load_vocabulary
from hookconform.drafting.arguments import decoded
from hookconform.drafting.contained import native_calls
from hookconform.effects.effect import Answer
from hookconform.effects.representatives import is_shell_call
from hookconform.ground.json_text import compact
from hookconform.ground.pointers import MISSING, first

# Some programs want both.
_SHELL_CALL = {"command": "printf changed-by-the-conformance-suite", "description": "print a word"}
CHANGED = "changed-by-the-conformance-suite"
_PATCH = f"*** Begin Patch\n*** Add File: {CHANGED}\n+x\n*** End Patch"
# Drawn from other arguments, so that nobody can change them.
DRAWN = frozenset({"file_paths", "urls", "commands"})


def changes_of(case: Case) -> tuple[dict[str, Any], ...]:
    """Return the changes to ask for, under canonical names: all that are renamed or converted, one text and one list.

    A renamed argument, or one with a unit, is asked for even where the call has none: added as it is, the platform
    would not read it, or another amount. Of a shell call no other text: the command is asked about apart.

    None where the arguments are no object, or follow from one another, or are those of several calls.
    """
    given, claim = native_arguments(case), claim_of(case)
    if not given or (claim is not None and claim.patch is True):
        return ()
    if claim is not None and claim.calls:
        return _changes_within(case, claim, given)
    drawn = DRAWN | ({"url"} if claim is not None and claim.urls else set())
    of_claim: dict[str, Any] = {}
    others: dict[type, dict[str, Any]] = {}
    for name, native in native_names(claim, given).items():
        value = None if name in drawn else _other(given[native], claim, native)
        if value is not None and claim is not None and (native in claim.arguments or native in claim.units):
            of_claim[name] = value
        elif isinstance(value, list) or (isinstance(value, str) and not is_shell_call(case)):
            others.setdefault(type(value), {name: value})
    absent = {
        name: _added(claim, name, native) for name, (native, *_) in _absent(claim, given).items() if claim is not None
    }
    return tuple(group for group in (of_claim, *others.values(), absent) if group)


def native_arguments(case: Case) -> dict[str, Any]:
    """Return the arguments as the platform sent them, decoded and without an envelope; empty where they are none."""
    given = own_arguments(load_platform(case.platform), case.expected.native_tool or "", _arguments_sent(case))
    return given if isinstance(given, dict) else {}


def wrongly_changed_arguments(case: Case, answer: Answer, changes: Mapping[str, Any]) -> str:
    """Return what is wrong with an answer that shall make these changes; empty if nothing is."""
    claim, sent = claim_of(case), _arguments_sent(case)
    why, arguments = called_with(case, answer)
    if arguments is None:
        return f"the tool would not run with the changed input: {why}"
    if claim is not None and claim.calls:
        return _wrongly_changed_within(case, claim, arguments, changes)
    given, own = native_arguments(case), arguments
    if given is not sent:
        own = own_arguments(load_platform(case.platform), case.expected.native_tool or "", arguments)
        if own is arguments or arguments.keys() != sent.keys():
            return "the changed input is not that of the tool by way of which this one is called"
    return _wrong(claim, given, own, changes, why)


def called_with(case: Case, answer: Answer) -> tuple[str, dict[str, Any] | None]:
    """Return what the tool would be called with, and why; None if the answer does not change the input."""
    sent = _arguments_sent(case)
    for found, said in _as_shell(case, answer):
        return found.why, {**sent, **said} if found.keeps_rest and isinstance(sent, dict) else said
    return effect_of(case, answer).why, None


def _wrong(
    claim: Claim | None, given: Mapping[str, Any], own: Mapping[str, Any], changes: Mapping[str, Any], why: str
) -> str:
    """Return what is wrong with the arguments that the tool would run with."""
    absent = _absent(claim, given)
    there = native_names(claim, given)
    wanted: set[str] = set()
    for name, value in changes.items():
        # Which of several names a tool reads differs between versions, where the call has none of them.
        natives = absent.get(name, (there.get(name, name),))
        wanted |= set(natives)
        if not any(_equal(own.get(native, MISSING), in_native_units(claim, native, value)) for native in natives):
            return f"the changed input does not hold the new value under {natives[0]!r}, as the platform calls it"
    for native, before in given.items():
        after = own.get(native, MISSING)
        if native not in wanted and after is MISSING:
            return f"the argument {native!r} would be lost: {why}"
        if native not in wanted and not _equal(after, before):
            return f"the argument {native!r}, which nobody changed, would be another"
    # Where a call has the canonical name alone, a tool may read the other one all the same.
    also = {native for native, name in (claim.arguments if claim else {}).items() if name in changes}
    extra = sorted(own.keys() - given.keys() - wanted - also)
    return f"the argument {extra[0]!r} is none of the call's" if extra else ""


def _changes_within(case: Case, claim: Claim, given: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    """Return the changes to ask for of the one call within a call; its command is asked about apart."""
    calls = list(native_calls(claim, given))
    if len(calls) != 1 or not isinstance(calls[0][1], dict):
        return ()
    own = load_platform(case.platform).tools.get(calls[0][0])
    names = native_names(own, calls[0][1])
    texts = {name: _other(calls[0][1][native], own, native) for name, native in names.items()}
    asked = {name: value for name, value in texts.items() if isinstance(value, str) and name not in DRAWN}
    return () if "command" in asked or not asked else (asked,)


def _wrongly_changed_within(case: Case, claim: Claim, after: dict[str, Any], changes: Mapping[str, Any]) -> str:
    given = native_arguments(case)
    ((tool, before),) = native_calls(claim, given)
    own = load_platform(case.platform).tools.get(tool)
    names = native_names(own, before)
    changed = {names[name]: in_native_units(own, names[name], value) for name, value in changes.items()}
    wanted = {**before, **changed}
    at = claim.calls["at"]
    if (file := claim.calls.get("file")) in changed:
        wanted[at] = [{**item, file: changed[file]} for item in before[at]]
    if not _equal(list(native_calls(claim, after)), [(tool, wanted)]):
        return f"the one call within this one would not be made with the new {' and '.join(changes)}"
    where = {*([at] if isinstance(at, str) else at), claim.calls.get("words")}
    lost = sorted(name for name, value in given.items() if name not in where and after.get(name, MISSING) != value)
    extra = sorted(after.keys() - given.keys() - where)
    if extra:
        return f"the argument {extra[0]!r} is none of the call's"
    return f"the argument {lost[0]!r}, which nobody changed, would be another" if lost else ""


def _arguments_sent(case: Case) -> Any:
    platform = load_platform(case.platform)
    found = first(case.payload or {}, platform.payload.tool_input)
    return decoded(platform, found[1]) if found else None


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


def claim_of(case: Case) -> Claim | None:
    """Return what is claimed of the tool that is called, None of one that nobody knows."""
    platform = load_platform(case.platform)
    native = case.expected.native_tool or ""
    # Nothing is claimed of a server's tool, whatever it is called.
    claim = platform.tools.get(native)
    return None if claim is None or claim.canonical is None else claim


def native_names(claim: Claim | None, given: Mapping[str, Any]) -> dict[str, str]:
    """Return canonical → native name of the arguments that a call has; of several the platform reads the first."""
    names: dict[str, str] = {}
    for native, canonical in (claim.arguments if claim else {}).items():
        if native in given:
            names.setdefault(canonical, native)
    taken = set(names.values())
    return {**{name: name for name in given if name not in taken and name not in names}, **names}


def _absent(claim: Claim | None, given: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Return canonical → native names of what is renamed, or has a unit, and a call could have and has not."""
    absent: dict[str, tuple[str, ...]] = {}
    if claim is None:
        return absent
    there = native_names(claim, given)
    for native in dict.fromkeys((*claim.renamed, *claim.units)):
        name = claim.arguments.get(native, native)
        if name not in there and native != claim.patch:
            absent[name] = (*absent.get(name, ()), native)
    return absent


def _added(claim: Claim, name: str, native: str) -> Any:
    """Return a value for an argument that a call has not: of the type that the vocabulary says, or a text."""
    if native in claim.units:
        # A fraction of a second: cut off, it would be a shorter time than was said.
        return 1500 if claim.units[native] == "seconds" else 8
    default = load_vocabulary().facade_defaults.get(claim.canonical or "", {}).get(name, Default(CHANGED))
    return _other(default.least or default.value, None, native)


def _other(value: Any, claim: Claim | None, native: str) -> Any:
    """Return another canonical value of the same type, None where there is none to ask for."""
    if claim is not None and native == claim.patch:
        return _PATCH
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return {"seconds": 7000, "from-zero": 8}.get((claim.units if claim else {}).get(native, ""), 3)
    if isinstance(value, list):
        return [*value, *(value[-1:] or [CHANGED])]
    return CHANGED if isinstance(value, str) else None


def in_native_units(claim: Claim | None, native: str, value: Any) -> Any:
    """Return a canonical value of an argument as the platform counts it; what is no number as it is."""
    unit = claim.units.get(native) if claim is not None else None
    if unit is None or type(value) not in (int, float):
        return value
    return {"from-zero": value - 1, "seconds": value / 1000}[unit]


def _equal(one: Any, other: Any) -> bool:
    return one == other and isinstance(one, bool) == isinstance(other, bool)
