"""JSON as text: written the way programs write it, read with a bound that does not depend on the interpreter."""

from __future__ import annotations

import json
import re
from typing import Any

# Objects and arrays within one another. Recorded payloads stay below 40; interpreters differ in how much they can take.
MAX_DEPTH = 500
# A string (whose brackets do not count), or one bracket.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[{]|[\]}]', re.DOTALL)


def compact(value: object) -> str:
    """Return the compact JSON text of a value, as JavaScript's JSON.stringify writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def stated(**values: object) -> dict[str, Any]:
    """Return those of `values` that say something: not None, not False, not empty; tuples as lists."""
    return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items() if value}


def json_object(text: str) -> dict[str, Any] | None:
    """Return the object that `text` is; None if it is anything else, or nested deeper than `MAX_DEPTH`."""
    if is_too_deep(text):
        return None
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def within_depth(text: str, mark: str = "…") -> str:
    """Return a JSON text in which what stands deeper than `MAX_DEPTH` levels is the string `mark`; linear.

    Whether brackets fit is not looked at in what is left out, only that there are as many.
    """
    if not is_too_deep(text):
        return text
    kept: list[str] = []
    depth, start = 0, 0
    for token in _TOKEN.finditer(text):
        if token[0] in "[{":
            depth += 1
            if depth == MAX_DEPTH + 1:
                kept += [text[start : token.start()], json.dumps(mark)]
        elif token[0] in "]}":
            if depth == MAX_DEPTH + 1:
                start = token.end()
            depth -= 1
    return "".join([*kept, text[start:]] if depth <= MAX_DEPTH else kept)


def is_too_deep(text: str, deepest: int = MAX_DEPTH) -> bool:
    """Tell whether the brackets of a JSON text open more than `deepest` levels; linear in its length."""
    if text.count("{") + text.count("[") <= deepest:
        return False
    depth = 0
    for token in _TOKEN.finditer(text):
        if token[0] in "[{":
            depth += 1
            if depth > deepest:
                return True
        elif token[0] in "]}":
            depth -= 1
    return False
