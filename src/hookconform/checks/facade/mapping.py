"""`facade[to-canonical]` and `facade[to-native]`: one call, one way, as a row written by hand says it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hookconform.checks.compare import differences
from hookconform.checks.facade.answers import Mapped
from hookconform.checks.outcome import Difference
from hookconform.corpus.facade_case import FacadeCase
from hookconform.corpus.facade_table import CallRow, MadeRow, NativeCall
from hookconform.corpus.fitting import misfit
from hookconform.ground.pointers import MISSING, escaped


def wrong_meaning(tool: str, row: CallRow, got: Mapped) -> list[Difference]:
    """Return how the canonical calls differ from what a native call means."""
    expected = [{"tool": tool, "arguments": arguments} for arguments in row.canonical]
    return [
        *differences(expected, _shown(got.calls), "/calls"),
        *differences(row.native_only, got.native_only, "/native_only"),
        *differences([], [name for name, _ in got.filled], "/filled"),
        *differences(sorted(row.dropped), sorted(got.dropped), "/dropped"),
    ]


def wrong_words(case: FacadeCase, row: MadeRow, got: Mapped) -> list[Difference]:
    """Return how native calls differ from those that say canonical ones, apart from what is said to be filled in."""
    return [
        *differences(_shown(row.calls), _shown(without_filled(got)), "/calls"),
        *differences(sorted(row.filled), sorted({name for name, _ in got.filled}), "/filled"),
        *_other_values(row, got),
        *differences(sorted(row.dropped), sorted(set(got.dropped)), "/dropped"),
        *_unsaid(row, got),
        *misfits(case, got),
        *untrue(got),
    ]


def unasked(got: Mapped) -> list[Difference]:
    """Return what was filled in or dropped on a way that leaves room for neither."""
    return [
        *differences([], [name for name, _ in got.filled], "/filled"),
        *differences([], list(got.dropped), "/dropped"),
    ]


def misfits(case: FacadeCase, got: Mapped) -> list[Difference]:
    """Return the native calls that do not fit what was declared."""
    found = ((number, misfit(call.given, case.declared.get(call.tool, []))) for number, call in enumerate(got.whole))
    return [Difference(f"/calls/{number}", "fits the declaration", problem) for number, problem in found if problem]


def untrue(got: Mapped) -> list[Difference]:
    """Return what is said to be filled in and stands in no call with that value."""
    return [
        Difference(f"/filled/{escaped(name)}", value, MISSING)
        for name, value in got.filled
        if not any(not differences(value, _at(call.given, name), "") for call in got.calls)
    ]


def _other_values(row: MadeRow, got: Mapped) -> list[Difference]:
    """Return what was filled in with another value than makes it the same call."""
    return [
        difference
        for name, value in got.filled
        if name in row.filled_with
        for difference in differences(row.filled_with[name], value, f"/filled/{escaped(name)}")
    ]


def _unsaid(row: MadeRow, got: Mapped) -> list[Difference]:
    """Return the canonical arguments whose native value differs without the answer saying so."""
    told = dict(got.differences)
    return [
        difference
        for name in sorted(row.differs)
        for difference in differences(row.canonical[0][name], told.get(name, MISSING), f"/differences/{escaped(name)}")
    ]


def without_filled(got: Mapped) -> tuple[NativeCall, ...]:
    """Return the calls without the arguments that were filled in."""
    places = [name.split("/") for name, _ in got.filled]
    return tuple(NativeCall(call.tool, _without(call.given, places)) for call in got.calls)


def parts(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every value within a value, each with its path."""
    if place:
        yield place, value
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from parts(item, f"{place}/{key}" if place else str(key))


def leaves(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the values within a value that hold no others, each with its path."""
    if isinstance(value, dict | list) and value:
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(item, f"{place}/{key}" if place else str(key))
    else:
        yield place, value


def _without(value: Any, places: list[list[str]]) -> Any:
    names = {first for first, *rest in places if not rest}
    if isinstance(value, dict):
        return {key: _without(item, _below(places, key)) for key, item in value.items() if key not in names}
    if isinstance(value, list):
        return [_without(item, _below(places, str(number))) for number, item in enumerate(value)]
    return value


def _below(places: list[list[str]], key: str) -> list[list[str]]:
    return [rest for first, *rest in places if rest and first == key]


def _at(value: Any, path: str) -> Any:
    return dict(parts(value)).get(path, MISSING)


def _shown(calls: tuple[NativeCall, ...]) -> list[dict[str, Any]]:
    return [{"tool": call.tool, ("text" if isinstance(call.given, str) else "arguments"): call.given} for call in calls]
