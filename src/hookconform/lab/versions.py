"""Comparing versions of programs: three numbers, anything after them ignored."""

from __future__ import annotations

import re


def numbers(version: str) -> tuple[int, ...]:
    """Return the numbers of a version, `0.61.0-preview.1` → (0, 61, 0)."""
    return tuple(int(part) for part in re.findall(r"\d+", version.partition("-")[0]))


def at_least(version: str, other: str) -> bool:
    """Tell whether a version is the same as or newer than another."""
    return numbers(version) >= numbers(other)
