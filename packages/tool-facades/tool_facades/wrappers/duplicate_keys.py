"""JSON in which a key stands twice in one object: readers differ in which value counts, so it is refused."""

from __future__ import annotations

import json
from typing import Any


class DuplicateKeyError(ValueError):
    """A key stands twice in one object; `key` is that key."""

    def __init__(self, key: str) -> None:
        super().__init__(f"{key!r} is given twice. Give each argument once.")
        self.key = key


def loaded(text: str | bytes) -> Any:
    """Return what JSON says; raises `ValueError`, of which `DuplicateKeyError` is one, also where it is too deep."""
    value, twice = loaded_with_duplicates(text)
    if twice:
        raise DuplicateKeyError(twice[0])
    return value


def loaded_with_duplicates(text: str | bytes) -> tuple[Any, list[str]]:
    """Return what JSON says, where the last value of a key counts, and the keys that stand twice in one object."""
    twice: list[str] = []

    def made(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            seen: set[str] = set()
            twice.extend(key for key, _ in pairs if key in seen or seen.add(key))
        return found

    try:
        return json.loads(text, object_pairs_hook=made), twice
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
