"""The order of versions: numbers between dots; a pre-release comes before its release."""

from __future__ import annotations

import re
from typing import Any

_VERSION = re.compile(r"[^0-9]*([0-9]+(?:\.[0-9]+)*)([^\s+]*)")
_PART = re.compile(r"[0-9]+|[A-Za-z]+")


def version_key(version: str) -> tuple[Any, ...]:
    """Return what orders versions."""
    found = _VERSION.match(version)
    if found is None:
        return (), False, ()
    numbers = _parts(found[1])
    while numbers and numbers[-1] == (False, 0, ""):
        numbers.pop()
    rest = _parts(found[2])
    return tuple(numbers), not rest, tuple(rest)


def _parts(text: str) -> list[tuple[bool, int, str]]:
    # A number by its length and digits: no number is too long to be read.
    parts = _PART.findall(text)
    return [
        (False, len(digits := part.lstrip("0")), digits) if part[0].isdecimal() else (True, 0, part) for part in parts
    ]
