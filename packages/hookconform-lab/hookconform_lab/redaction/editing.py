"""Replace single values of a payload by hand or by placeholder, through JSON inside strings."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from typing import Any

from hookconform.ground.pointers import unescaped
from hookconform_lab.redaction.byte_lists import bytes_of_text, text_in_bytes
from hookconform_lab.redaction.gate import NUMBER, SECRET, TEXT, Doubt
from hookconform_lab.redaction.json_in_text import embedded_json, in_the_style_of
from hookconform_lab.redaction.placeholders import masked

# Keys and names cannot be replaced without changing what the payload shows.
MASKABLE = frozenset({TEXT, SECRET, NUMBER})


def replaced(payload: dict[str, Any], pointer: str, change: Callable[[Any], Any]) -> dict[str, Any]:
    """Return a copy of the payload with the value at `pointer` changed; the pointer comes from a doubt."""
    return _at(copy.deepcopy(payload), pointer.split("/")[1:], change)


def mask(payload: dict[str, Any], doubts: Iterable[Doubt]) -> dict[str, Any]:
    """Return the payload with every doubtful value replaced by a placeholder of its type and length class."""
    for doubt in doubts:
        if doubt.kind in MASKABLE:
            payload = replaced(payload, doubt.pointer, _mask)
    return payload


def with_text(value: Any, text: str) -> Any:
    """Return `text` in the form of the value it replaces: as the numbers of its bytes if that is such a list."""
    return text if text_in_bytes(value) is None else bytes_of_text(text)


def _mask(value: Any) -> Any:
    text = value if isinstance(value, str) else text_in_bytes(value)
    return 0 if text is None else with_text(value, masked(text))


def _at(value: Any, parts: list[str], change: Callable[[Any], Any]) -> Any:
    if not parts:
        return change(value)
    part, rest = unescaped(parts[0]), parts[1:]
    if isinstance(value, list):
        inside = part.endswith("#")
        index = int(part.removesuffix("#"))
        value[index] = _within(value[index], rest, change) if inside else _at(value[index], rest, change)
    elif part in value:
        value[part] = _at(value[part], rest, change)
    elif part.endswith("#") and part[:-1] in value:
        value[part[:-1]] = _within(value[part[:-1]], rest, change)
    else:
        # A key that is not told: its number among the keys.
        key = list(value)[int(part.removeprefix("*").removesuffix("#"))]
        value[key] = _within(value[key], rest, change) if part.endswith("#") else _at(value[key], rest, change)
    return value


def _within(text: str, parts: list[str], change: Callable[[Any], Any]) -> str:
    decoded = embedded_json(text)
    return in_the_style_of(text, decoded, _at(copy.deepcopy(decoded), parts, change))
