"""JSON Pointers (RFC 6901), as far as platform.yaml and cases use them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

MISSING: Final = object()


def escaped(key: str) -> str:
    """Return a key as it is written in a pointer."""
    return key.replace("~", "~0").replace("/", "~1")


def resolve(document: object, pointer: str) -> Any:
    """Return the value at `pointer`, or `MISSING`; `null` is a value."""
    value: Any = document
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and key in value:
            value = value[key]
        elif isinstance(value, list) and key.isdecimal() and int(key) < len(value):
            value = value[int(key)]
        else:
            return MISSING
    return value


def first(document: object, pointers: Iterable[str]) -> tuple[str, Any] | None:
    """Return the first pointer that resolves, with its value, or None."""
    for pointer in pointers:
        value = resolve(document, pointer)
        if value is not MISSING:
            return pointer, value
    return None
