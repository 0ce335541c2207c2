"""Whether two readings of a settings file say the same: what an edit of its text is held to."""

from __future__ import annotations

from typing import Any


def same_values(one: Any, other: Any) -> bool:
    """Tell whether two readings say the same; `nan`, which equals nothing, is the same as itself.

    Values that stand in a reading many times, or in themselves, are compared once.
    """
    return _same(one, other, set())


def _same(one: Any, other: Any, compared: set[tuple[int, int]]) -> bool:
    if not isinstance(one, (dict, list)):
        return type(one) is type(other) and repr(one) == repr(other)
    if (id(one), id(other)) in compared:
        return True
    compared.add((id(one), id(other)))
    if isinstance(one, dict):
        return (
            isinstance(other, dict)
            and one.keys() == other.keys()
            and all(_same(value, other[key], compared) for key, value in one.items())
        )
    return (
        isinstance(other, list)
        and len(one) == len(other)
        and all(_same(value, its, compared) for value, its in zip(one, other, strict=True))
    )
