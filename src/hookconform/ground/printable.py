"""Text that others wrote, shown to people: nothing in it may steer a terminal, hide itself or end a report."""

from __future__ import annotations

import json
import re
from typing import Any

# Control characters but tab and line feed, marks that turn the direction or cannot be seen, lone surrogates.
_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164"
    "\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)

# What Python writes for numbers that JSON does not have; strings are matched so that they are passed over.
_STRING_OR_NO_NUMBER = re.compile(r'"(?:[^"\\]|\\.)*+"|-?Infinity|NaN')


def printable(text: str) -> str:
    r"""Return text that can be shown and written anywhere: what is unsafe stands as an escape, `\u202e`."""
    return _UNSAFE.sub(_escape, text)


def printable_json(value: Any, indent: int | None = None) -> str:
    """Return JSON text of any value; a reader gets the same strings back, a terminal none that is unsafe.

    What JSON cannot hold stands as its `repr`, and a number too large for it, or none, as its name.
    """
    text = json.dumps(value, ensure_ascii=False, indent=indent, default=repr)
    if "Infinity" in text or "NaN" in text:
        text = _STRING_OR_NO_NUMBER.sub(lambda match: match[0] if match[0][0] == '"' else f'"{match[0]}"', text)
    return in_json(text)


def in_json(text: str) -> str:
    """Return the same JSON text with everything unsafe escaped as JSON does it."""
    return _UNSAFE.sub(_json_escape, text)


def shortened(text: str, limit: int) -> str:
    """Return the text, with its middle left out if it has more than `limit` characters."""
    if len(text) <= limit:
        return text
    end = limit // 4
    return f"{text[: limit - end]} … {text[-end:]} ({len(text)} characters)"


def _escape(match: re.Match[str]) -> str:
    number = ord(match[0])
    return f"\\u{number:04x}" if number <= 0xFFFF else f"\\U{number:08x}"  # noqa: PLR2004 (where four digits end)


def _json_escape(match: re.Match[str]) -> str:
    return json.dumps(match[0])[1:-1]
