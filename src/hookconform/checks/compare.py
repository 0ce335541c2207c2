"""Strict comparison of JSON values: `true` is not `1`, `1` is `1.0`, `null` is not absent."""

from __future__ import annotations

from typing import Any

from hookconform.checks.bounds import MAX_DIFFERENCES, bounded_key
from hookconform.checks.outcome import Difference
from hookconform.ground.pointers import MISSING

# One more than is shown, so that it can be said that there are more.
_ENOUGH = MAX_DIFFERENCES + 1
# Types whose values are equal across types; a boolean is no number.
_NUMBERS = frozenset({int, float})


def differences(expected: Any, got: Any, pointer: str) -> list[Difference]:
    """Return the places at which `got` differs, in the order of `expected`, then what is too much.

    Not more than `_ENOUGH` of them, and without recursion: how deeply a value is nested is the adapter's choice.
    """
    if is_same(expected, got):
        return []
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
        elif not _is_same_scalar(one, other):
            found.append(Difference(place, one, other))
    return found


def is_same(expected: Any, got: Any) -> bool:
    """Tell whether there is no difference, which is so of nearly all that is compared; without recursion."""
    if type(expected) is str:
        return type(got) is str and expected == got
    left = [(expected, got)]
    while left:
        one, other = left.pop()
        if isinstance(one, dict) and isinstance(other, dict):
            if one.keys() != other.keys():
                return False
            left.extend([(value, other[key]) for key, value in one.items()])
        elif isinstance(one, list) and isinstance(other, list):
            if len(one) != len(other):
                return False
            left.extend(zip(one, other, strict=True))
        elif not _is_same_scalar(one, other):
            return False
    return True


def _is_same_scalar(expected: Any, got: Any) -> bool:
    kind, other = type(expected), type(got)
    if kind is other:
        return kind is not dict and kind is not list and expected == got
    return kind in _NUMBERS and other in _NUMBERS and expected == got


def _below(pointer: str, key: Any) -> str:
    return f"{pointer}/{bounded_key(str(key)).replace('~', '~0').replace('/', '~1')}"
