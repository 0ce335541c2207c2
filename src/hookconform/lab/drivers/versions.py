"""Order the versions of a program, and say for which of them something holds."""

from __future__ import annotations


def version_key(version: str) -> tuple[int, ...]:
    """Return a version's numbers for comparison; a pre-release suffix does not count."""
    return tuple(int(part) for part in version.split("-")[0].split("."))


def within(version: str, since: str = "", before: str = "") -> bool:
    """Return whether `version` is at least `since` and older than `before`; empty means no bound."""
    key = version_key(version)
    return (not since or key >= version_key(since)) and (not before or key < version_key(before))
