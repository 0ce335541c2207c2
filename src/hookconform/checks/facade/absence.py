"""`facade[absent]`: an argument that is left out means the same on both sides, or the difference is said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hookconform.checks.compare import differences
from hookconform.checks.facade.answers import Mapped
from hookconform.checks.facade.mapping import misfits, untrue
from hookconform.checks.outcome import Difference
from hookconform.corpus.facade_case import AbsentCanonicalCase, AbsentNativeCase
from hookconform.corpus.vocabulary import Default, load_vocabulary
from hookconform.ground.pointers import MISSING


def wrongly_assumed(case: AbsentNativeCase, got: Mapped) -> list[Difference]:
    """Return what is assumed of a native call and its program does not do, or does and is not assumed."""
    defaults = load_vocabulary().facade_defaults.get(case.tool, {})
    # What the native call says without a canonical meaning is not left out.
    kept = {case.meanings.get(name.split("/")[0]) for name, value in got.native_only.items() if value is not None}
    found: list[Difference] = []
    for number, call in enumerate(got.calls):
        said = call.given if isinstance(call.given, dict) else {}
        expected = {
            name: value
            for name, value in case.known.items()
            if name in defaults and name not in said and name not in kept
            if value is not None and not defaults[name].is_met(value) and defaults[name].counts_in(said)
        }
        assumed = {name: value for one, name, value in got.assumed if one == number}
        found += differences(expected, assumed, f"/assumed/{number}")
    return found


def must_be_refused(case: AbsentCanonicalCase) -> str:
    """Return why a canonical call must be refused, empty if it need not be."""
    default = _default(case)
    if case.assumed or _does_it(case, default) or case.natives or default.allows(case.meant):
        return ""
    return f"{case.argument} is absent and means {case.meant!r}, and {case.native_tool} does {_actual(case)!r}"


def may_be_refused(case: AbsentCanonicalCase) -> bool:
    """Tell whether a refusal is right: what another tool leaves to be understood may have no word."""
    return case.assumed or bool(must_be_refused(case))


def unsaid(case: AbsentCanonicalCase, got: Mapped) -> list[Difference]:
    """Return what is wrong with native calls by themselves: an argument that has to be said is not, or needlessly."""
    told = dict(got.differences)
    found = [*misfits(case, got), *untrue(got)]
    if case.assumed:
        return found
    place = f"/calls/0/arguments/{case.argument}"
    default = _default(case)
    if _does_it(case, default):
        return found + (
            [Difference(f"/differences/{case.argument}", MISSING, case.meant)] if case.argument in told else []
        )
    if case.natives and case.meant is not None:
        whole = got.whole[0].given if isinstance(got.whole[0].given, dict) else {}
        return found + ([] if case.natives & whole.keys() else [Difference(place, case.meant, MISSING)])
    return found + differences(case.meant, told.get(case.argument, MISSING), f"/differences/{case.argument}")


def changed(case: AbsentCanonicalCase, said: Mapped, back: Sequence[Mapped]) -> list[Difference]:
    """Return how the meaning of an argument changed; `back` are the canonical calls of the native ones."""
    if case.argument in dict(said.differences):
        allowed = _default(case).allows(case.meant)
        return [] if allowed else [Difference(f"/differences/{case.argument}", MISSING, case.meant)]
    default = _default(case)
    found: list[Difference] = []
    for one in back:
        for number, call in enumerate(one.whole):
            given = call.given if isinstance(call.given, dict) else {}
            place = f"/calls/{number}/{case.argument}"
            if case.argument in given:
                value = given[case.argument]
                right = value == case.meant if case.assumed else default.is_met(value)
                found += [] if right else [Difference(place, case.meant, value)]
            elif case.assumed and not default.is_met(case.meant):
                found.append(Difference(place, case.meant, MISSING))
    return found


def _default(case: AbsentCanonicalCase) -> Default:
    return load_vocabulary().facade_defaults[case.tool][case.argument]


def _does_it(case: AbsentCanonicalCase, default: Default) -> bool:
    return default.is_met(_actual(case))


def _actual(case: AbsentCanonicalCase) -> Any:
    return case.actual[case.argument]
