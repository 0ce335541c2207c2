"""JSON as text: written the way programs write it, read with a bound that does not depend on the interpreter."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

# Objects and arrays within one another. Recorded payloads stay below 40; interpreters differ in how much they can take.
MAX_DEPTH = 500
# A string (whose brackets do not count), or one bracket.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[{]|[\]}]', re.DOTALL)


def compact(value: object) -> str:
    """Return the compact JSON text of a value, as JavaScript's JSON.stringify writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def pretty(value: object) -> str:
    """Return a JSON text with blanks, line ends of Windows and tabs wherever JSON allows them."""
    return json.dumps(value, ensure_ascii=False, indent="\t", separators=(" ,", " : ")).replace("\n", "\r\n")


def stated(**values: object) -> dict[str, Any]:
    """Return those of `values` that say something: not None, not False, not empty; tuples as lists."""
    return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items() if value}


def with_text(value: Any, old: str, new: str) -> Any:
    """Return JSON in whose strings one text stands in the place of another; keys stay."""
    if isinstance(value, str):
        return value.replace(old, new)
    if isinstance(value, dict):
        return {key: with_text(item, old, new) for key, item in value.items()}
    return [with_text(item, old, new) for item in value] if isinstance(value, list) else value


class DuplicateKeyError(ValueError):
    """A key that stands twice in one object; `key` is that key."""

    def __init__(self, key: str) -> None:
        super().__init__(f"the key {key!r} stands twice")
        self.key = key


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object as a reader of JSON does; raises `DuplicateKeyError` for a key that stands twice."""
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = next(key for number, (key, _) in enumerate(pairs) if key in dict(pairs[:number]))
        raise DuplicateKeyError(twice)
    return found


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
    start, is_left_out = 0, False
    for bracket, level in _brackets(text):
        if level != MAX_DEPTH + 1:
            continue
        is_left_out = bracket[0] in "[{"
        if is_left_out:
            kept += [text[start : bracket.start()], json.dumps(mark)]
        else:
            start = bracket.end()
    return "".join(kept if is_left_out else [*kept, text[start:]])


def is_too_deep(text: str, deepest: int = MAX_DEPTH) -> bool:
    """Tell whether the brackets of a JSON text open more than `deepest` levels; linear in its length."""
    if text.count("{") + text.count("[") <= deepest:
        return False
    return any(level > deepest for _, level in _brackets(text))


def _brackets(text: str) -> Iterator[tuple[re.Match[str], int]]:
    """Yield the brackets outside strings with the level that each opens or closes; the outermost is 1."""
    level = 0
    for token in _TOKEN.finditer(text):
        if token[0] in "[{":
            level += 1
            yield token, level
        elif token[0] in "]}":
            yield token, level
            level -= 1
