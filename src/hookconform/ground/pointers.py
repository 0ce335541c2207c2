"""JSON Pointers (RFC 6901), as far as platform.yaml and cases use them."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any, Final

MISSING: Final = object()


def escaped(key: str) -> str:
    """Return a key as it is written in a pointer."""
    return key.replace("~", "~0").replace("/", "~1")


def unescaped(part: str) -> str:
    """Return the key that a part of a pointer stands for."""
    return part.replace("~1", "/").replace("~0", "~")


def resolve(document: object, pointer: str) -> Any:
    """Return the value at `pointer`, or `MISSING`; `null` is a value."""
    value: Any = document
    for part in pointer.split("/")[1:]:
        key = unescaped(part)
        if isinstance(value, dict) and key in value:
            value = value[key]
        elif isinstance(value, list) and key.isdecimal() and int(key) < len(value):
            value = value[int(key)]
        else:
            return MISSING
    return value


def with_value(document: dict[str, Any], pointer: str, value: Any) -> dict[str, Any]:
    """Return a copy of an object with another value at a pointer into objects that is there, or whose parent is."""
    changed: dict[str, Any] = copy.deepcopy(document)
    *parents, last = pointer.split("/")[1:]
    place = changed
    for parent in parents:
        place = place[unescaped(parent)]
    place[unescaped(last)] = value
    return changed


def first(document: object, pointers: Iterable[str]) -> tuple[str, Any] | None:
    """Return the first pointer that resolves, with its value, or None."""
    for pointer in pointers:
        value = resolve(document, pointer)
        if value is not MISSING:
            return pointer, value
    return None
