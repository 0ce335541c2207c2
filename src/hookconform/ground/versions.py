"""Comparing versions of programs: their numbers in order, a pre-release suffix ignored."""

from __future__ import annotations

import re


def version_key(version: str) -> tuple[int, ...]:
    """Return the numbers of a version, `0.61.0-preview.1` → (0, 61, 0)."""
    return tuple(int(part) for part in re.findall(r"\d+", version.partition("-")[0]))


def at_least(version: str, other: str) -> bool:
    """Tell whether a version is the same as or newer than another."""
    return version_key(version) >= version_key(other)


def within(version: str, since: str = "", before: str = "") -> bool:
    """Tell whether a version is at least `since` and older than `before`; empty means no bound."""
    return (not since or at_least(version, since)) and (not before or not at_least(version, before))
