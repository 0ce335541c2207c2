"""What a declared tool takes: the argument keys of the JSON Schemas that a program gave its model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def argument_keys(tool: dict[str, Any]) -> frozenset[str]:
    """Return the argument keys of one tool of a declared list, those of its schemas' alternatives too."""
    return frozenset(key for schema in tool["parameters"] for key in _keys(schema))


def _keys(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        for word in ("anyOf", "oneOf", "allOf"):
            for part in schema.get(word, ()):
                yield from _keys(part)
