"""JSON inside strings: read without losing anything, and written back with only its strings and numbers changed.

Duplicate keys, the spelling of numbers, escapes and white space stay as they are, so that nothing in a text can hide
behind what a parser drops.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from hookconform.ground.json_text import is_too_deep

# Objects and arrays within one another that are followed; recorded payloads stay below 40.
MAX_DEPTH = 60
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}\[\]:,]|[^\s"{}\[\]:,]++|\s++', re.DOTALL)
_STRING: Callable[[str], str] = json.JSONDecoder(strict=False).decode
_INTEGER = re.compile(r"-?\d{1,18}", re.ASCII)
# Ways in which programs write JSON.
_STYLES: tuple[dict[str, Any], ...] = tuple(
    {"ensure_ascii": ascii_only, **layout}
    for ascii_only in (False, True)
    for layout in ({"separators": (",", ":")}, {}, {"indent": 2}, {"indent": 4}, {"indent": "\t"})
)

# Takes a string, the key it stands under and whether it is itself a key.
OfString = Callable[[str, str, bool], str]
OfNumber = Callable[[int, str], int]


def is_json(text: str) -> bool:
    """Tell whether a text is the JSON of an object, a list or a string, not nested deeper than is followed."""
    return _parsed(text) is not None


def embedded_json(text: str) -> Any:
    """Return the object, list or string that a text is the JSON of; None if it is none.

    None too for a text that writing the value again does not reproduce, since something in it is then not in the value.
    """
    decoded = _parsed(text)
    return decoded if decoded is not None and _style_of(text, decoded) is not None else None


def in_the_style_of(text: str, decoded: Any, changed: Any) -> str:
    """Return `changed` as JSON, written as `text` writes `decoded`, which `embedded_json` gave."""
    stripped = text.strip()
    before, _, after = text.partition(stripped)
    return before + json.dumps(changed, **(_style_of(text, decoded) or _STYLES[0])) + after


def rewritten(text: str, of_string: OfString, of_number: OfNumber) -> str:
    """Return a JSON text with its strings and whole numbers changed, and every other character as it was."""
    return "".join(
        _literal(written, value, of_string(value, key, is_key))
        if isinstance(value, str)
        else _number(written, value, key, of_number)
        if value is not None
        else written
        for written, value, key, is_key in _tokens(text)
    )


def each_string(text: str) -> Iterator[tuple[str, str]]:
    """Yield every string of a JSON text that is no key, with the key it stands under."""
    for _, value, key, is_key in _tokens(text):
        if isinstance(value, str) and not is_key:
            yield value, key


def _tokens(text: str) -> Iterator[tuple[str, str | int | None, str, bool]]:
    """Yield all of a JSON text in pieces: as written, its value if it is a string or number, its key, if it is one."""
    inside: list[tuple[bool, str]] = [(False, "")]  # for each open bracket: whether of an object, and the current key
    awaits_key = False
    for match in _TOKEN.finditer(text):
        piece = match[0]
        of_object, key = inside[-1]
        if piece[0] == '"':
            # A decoder for every string would cost more than all the rest.
            value = _STRING(piece) if "\\" in piece else piece[1:-1]
            yield piece, value, "" if awaits_key else key, awaits_key
            if awaits_key:
                inside[-1] = (True, value)
            continue
        if piece in ("{", "["):
            awaits_key = piece == "{"
            inside.append((awaits_key, "" if awaits_key else key))
        elif piece in ("}", "]") and len(inside) > 1:
            inside.pop()
            awaits_key = False
        elif piece == ",":
            awaits_key = of_object
        elif piece == ":":
            awaits_key = False
        yield piece, int(piece) if _INTEGER.fullmatch(piece) else None, key, False


def _literal(written: str, old: str, new: str) -> str:
    if new == old:
        return written
    text = json.dumps(new, ensure_ascii=written.isascii() and not old.isascii())
    return text.replace("/", "\\/") if "\\/" in written else text


def _number(written: str, value: int, key: str, of_number: OfNumber) -> str:
    new = of_number(value, key)
    return written if new == value else str(new)


def _parsed(text: str) -> Any:
    stripped = text.strip()
    if stripped[:1] + stripped[-1:] not in ("{}", "[]", '""') or len(stripped) < 2:  # noqa: PLR2004 (two brackets)
        return None
    if is_too_deep(stripped, MAX_DEPTH):
        return None
    try:
        return json.loads(stripped)
    except ValueError:
        return None


def _style_of(text: str, decoded: Any) -> dict[str, Any] | None:
    stripped = text.strip()
    return next((style for style in _STYLES if json.dumps(decoded, **style) == stripped), None)
