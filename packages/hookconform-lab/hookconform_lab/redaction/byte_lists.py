"""Texts told as the numbers of their bytes: `[104, 105]` says what "hi" says, and some programs hand on output so.

What stands in such a list is looked at, redacted and shown as the text that it is, and written back as numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

# A list with fewer numbers holds no name that tells anything.
_SHORTEST = 3
# From this length on a list of small numbers is looked at even if nothing in it can be read.
_ALWAYS = 16
_LARGEST = 255
_READABLE = re.compile(rf"[^\W_]{{{_SHORTEST},}}|[!-~]{{{_SHORTEST},}}")
_WRITTEN = re.compile(
    rf"\[\s*+(?P<first>\d{{1,3}}+)(?P<rest>(?:\s*+,\s*+\d{{1,3}}+){{{_SHORTEST - 1},}}+)\s*+\]", re.ASCII
)
_NUMBER = re.compile(r"\d+", re.ASCII)
_BETWEEN = re.compile(r"\s*,\s*")

Text = Callable[[str], str]


def text_in_bytes(value: Any) -> str | None:
    """Return the text that a list of numbers holds as UTF-8, None if `value` is no such list.

    Bytes that are no UTF-8 stay in the text as lone surrogates, so that nothing hides behind one of them.
    """
    if not isinstance(value, list) or len(value) < _SHORTEST or not all(map(_is_byte, value)):
        return None
    text = bytes(value).decode("utf-8", "surrogateescape")
    return text if len(value) >= _ALWAYS or _READABLE.search(text) else None


def bytes_of_text(text: str) -> list[int]:
    """Return a text as the numbers of its bytes; what `text_in_bytes` gave comes back as it was."""
    return list(text.encode("utf-8", "surrogateescape"))


def redact_byte_lists(text: str, redact: Text) -> str:
    """Return text with `redact` applied to what lists of numbers that are written in it hold."""
    return _WRITTEN.sub(lambda match: _rewritten(match, redact), text) if "[" in text else text


def _rewritten(match: re.Match[str], redact: Text) -> str:
    numbers = [int(number) for number in _NUMBER.findall(match[0])]
    held = text_in_bytes(numbers)
    redacted = held if held is None else redact(held)
    if redacted is None or redacted == held:
        return match[0]
    between = _BETWEEN.search(match["rest"])
    before, after = match[0].partition(match["first"])[0], re.search(r"\s*\]$", match[0])
    written = (between[0] if between else ",").join(map(str, bytes_of_text(redacted)))
    return f"{before}{written}{after[0] if after else ']'}"


def _is_byte(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _LARGEST
