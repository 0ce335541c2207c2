"""Strict comparison of JSON values: `true` is not `1`, `1` is `1.0`, `null` is not absent."""

from __future__ import annotations

from typing import Any

from hookconform.checks.bounds import MAX_DIFFERENCES, bounded_key
from hookconform.checks.outcome import Difference
from hookconform.ground.pointers import MISSING

# One more than is shown, so that it can be said that there are more.
_ENOUGH = MAX_DIFFERENCES + 1


def differences(expected: Any, got: Any, pointer: str) -> list[Difference]:
    """Return the places at which `got` differs, in the order of `expected`, then what is too much.

    Not more than `_ENOUGH` of them, and without recursion: how deeply a value is nested is the adapter's choice.
    """
    found: list[Difference] = []
    left = [(expected, got, pointer)]
    while left and len(found) < _ENOUGH:
        one, other, place = left.pop()
        if isinstance(one, dict) and isinstance(other, dict):
            keys = [*one, *(key for key in other if key not in one)]
            parts = [(one.get(key, MISSING), other.get(key, MISSING), _below(place, key)) for key in keys]
            left.extend(reversed(parts))
        elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
            pairs = zip(one, other, strict=True)
            left.extend(reversed([(a, b, f"{place}/{index}") for index, (a, b) in enumerate(pairs)]))
        elif not _same(one, other):
            found.append(Difference(place, one, other))
    return found


def _same(expected: Any, got: Any) -> bool:
    if expected is MISSING or got is MISSING:
        return expected is got
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    if isinstance(expected, int | float) and isinstance(got, int | float):
        return expected == got
    return type(expected) is type(got) and not isinstance(expected, list | dict) and expected == got


def _below(pointer: str, key: Any) -> str:
    return f"{pointer}/{bounded_key(str(key)).replace('~', '~0').replace('/', '~1')}"
