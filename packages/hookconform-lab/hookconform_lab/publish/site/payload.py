"""Payloads as HTML: JSON with its parts coloured, and the places that matter marked."""

from __future__ import annotations

import json
from collections.abc import Container, Iterator
from typing import Any

from markupsafe import Markup, escape

from hookconform.ground.pointers import escaped

_STEP = "  "
# Longer strings are shown with their middle left out: the case's file has them whole.
_LONGEST = 400


def highlighted(value: Any, marked: Container[str] = ()) -> Markup:
    """Return a JSON value as indented HTML; values at the JSON Pointers in `marked` stand in a `mark`."""
    return Markup("").join(_value(value, "", 0, marked))


def inline(value: Any) -> str:
    """Return a JSON value as one line of text, shortened."""
    return _shortened(json.dumps(value, ensure_ascii=False, default=repr))


def _value(value: Any, pointer: str, depth: int, marked: Container[str]) -> Iterator[Markup]:
    if pointer in marked:
        yield Markup("<mark>")
        yield from _bare(value, pointer, depth, ())
        yield Markup("</mark>")
    else:
        yield from _bare(value, pointer, depth, marked)


def _bare(value: Any, pointer: str, depth: int, marked: Container[str]) -> Iterator[Markup]:
    if isinstance(value, dict) and value:
        yield from _items(
            "{}", [(f"{pointer}/{escaped(key)}", key, inner) for key, inner in value.items()], depth, marked
        )
    elif isinstance(value, list) and value:
        yield from _items(
            "[]", [(f"{pointer}/{index}", None, inner) for index, inner in enumerate(value)], depth, marked
        )
    else:
        kind = "s" if isinstance(value, str) else "v"
        text = json.dumps(value, ensure_ascii=False)
        yield Markup('<span class="j{}">{}</span>').format(kind, _shortened(text))


def _items(
    brackets: str, items: list[tuple[str, str | None, Any]], depth: int, marked: Container[str]
) -> Iterator[Markup]:
    yield escape(brackets[0])
    for index, (pointer, key, inner) in enumerate(items):
        yield escape("\n" + _STEP * (depth + 1))
        if key is not None:
            yield Markup('<span class="jk">{}</span>: ').format(json.dumps(key, ensure_ascii=False))
        yield from _value(inner, pointer, depth + 1, marked)
        if index < len(items) - 1:
            yield Markup(",")
    yield escape("\n" + _STEP * depth)
    yield escape(brackets[1])


def _shortened(text: str) -> str:
    if len(text) <= _LONGEST:
        return text
    end = _LONGEST // 4
    return f"{text[: _LONGEST - end]} … {text[-end:]} ({len(text)} characters)"
