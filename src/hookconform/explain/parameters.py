"""Parameter schemas in words: what each parameter takes, nested ones by path."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

# An item of a list, in the path of what stands in it.
ITEM = "*"
_BOUNDS = {
    "minimum": "from {}",
    "exclusiveMinimum": "above {}",
    "maximum": "to {}",
    "exclusiveMaximum": "below {}",
    "minItems": "{} items or more",
    "maxItems": "{} items or fewer",
    "minLength": "{} characters or more",
    "maxLength": "{} characters or fewer",
    "pattern": "like {}",
    "default": "else {}",
}


def parameters_of(schema: dict[str, Any], place: str = "") -> Iterator[tuple[str, str, bool]]:
    """Yield the path of each parameter, what it takes in words, and whether it is required."""
    for name, said in schema.get("properties", {}).items():
        yield place + name, _kind(said), name in schema.get("required", ())
        items = said.get("items", {}) if isinstance(said.get("items"), dict) else {}
        yield from parameters_of(said, f"{place}{name}/")
        yield from parameters_of(items, f"{place}{name}/{ITEM}/")


def _kind(said: dict[str, Any]) -> str:
    options = said.get("anyOf") or said.get("oneOf")
    if options:
        return " or ".join(dict.fromkeys(_kind(one) for one in options))
    kinds = said.get("type", "anything")
    words = " or ".join(kinds) if isinstance(kinds, list) else str(kinds)
    if "enum" in said:
        words = ", ".join(in_words(value) for value in said["enum"])
    if said.get("items", {}).get("type"):
        words += f" of {said['items']['type']}s"
    bounds = [form.format(in_words(said[key])) for key, form in _BOUNDS.items() if key in said]
    return ", ".join([words, *bounds])


def in_words(value: Any) -> str:
    """Return a value as JSON has it, a text without quotes."""
    return str(value).lower() if isinstance(value, bool) else str(value)
