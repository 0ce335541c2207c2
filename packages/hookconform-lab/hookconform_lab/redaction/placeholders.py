"""Placeholders: made-up values that keep kind and length class, the same one for the same value.

A placeholder is never redacted again, so that redacting twice changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable

WINDOWS_HOME = "C:\\Users\\dev"
USER = "dev"
HOST = "devhost"
WORKSPACE_NAME = "project"

_UUID = "00000000-0000-4000-8000-{:012d}"
# With fewer digits a placeholder could be somebody's number.
_NARROWEST = 8
_LENGTHS = (10, 30, 100, 300, 1000, 3000, 10_000)
# Beginnings of identifiers that platforms and model providers give out; no other beginning is kept.
_ID_PREFIXES = (
    "srvtoolu|toolu|tooluse|call|chatcmpl|resp|rs|fc|ctc|req|msg|prt|ses|evt|que|per|sess|conv|thread|run|item|gen|user"
    "|org|acct|proj|agent|task|wf"
)
ID_PREFIX = rf"(?:{_ID_PREFIXES})[_-]"
_MASK_LENGTHS = "|".join([*(f"up to {length}" for length in _LENGTHS), f"over {_LENGTHS[-1]}"])
# Nothing in a placeholder is free: whoever finds room for a text or a number in one has a hole in the gate.
ONE_PLACEHOLDER = re.compile(
    rf"""
    (?: <(?:token|address)-\d{{1,4}}>
    | <private-key>
    | <redacted:\ text\ of\ (?:{_MASK_LENGTHS.replace(" ", chr(92) + " ")})\ characters>
    | <elided:\ \d{{1,8}}\ characters\ of\ platform\ text>
    | 0{{8}}-0{{4}}-4000-8000-0{{6}}\d{{6}}
    | dev(?:-\d{{1,4}})?@example\.com
    | (?:{ID_PREFIX})?(?: 0{{4,}}\d{{1,4}} | 0{{8,}}\d{{1,6}} ) )
    """,
    re.VERBOSE | re.ASCII,
)


def is_placeholder(text: str) -> bool:
    """Tell whether the whole text is one placeholder of ours."""
    return ONE_PLACEHOLDER.fullmatch(text) is not None


def masked(text: str) -> str:
    """Return what stands for a text that is left out: its length class, nothing of its content."""
    longest = next((length for length in _LENGTHS if len(text) <= length), None)
    size = f"up to {longest}" if longest is not None else f"over {_LENGTHS[-1]}"
    return f"<redacted: text of {size} characters>"


class Placeholders:
    """Hands out placeholders, numbered by first appearance; one object serves a whole review."""

    def __init__(self) -> None:
        self._given: dict[tuple[str, str], str] = {}
        self._counts: dict[str, int] = {}

    def token(self, value: str) -> str:
        """Return the placeholder of a secret."""
        return self._get("token", value, "<token-{}>".format)

    def address(self, value: str) -> str:
        """Return the placeholder of a network address."""
        return self._get("address", value, "<address-{}>".format)

    def email(self, value: str) -> str:
        """Return the placeholder of an e-mail address."""
        return self._get("email", value, lambda number: f"dev{f'-{number}' if number > 1 else ''}@example.com")

    def uuid(self, value: str) -> str:
        """Return a UUID of zeros and a number."""
        return self._get("uuid", value.lower(), _UUID.format)

    def identifier(self, value: str, prefix: str = "") -> str:
        """Return an identifier of the same prefix and, unless it is very short, length: zeros and a number."""
        width = max(len(value) - len(prefix), _NARROWEST)
        return self._get("id", value, lambda number: f"{prefix}{number:0{width}d}")

    def number(self, value: int) -> int:
        """Return a small number that stands for a large one."""
        return int(self._get("number", str(value), str))

    def _get(self, kind: str, value: str, make: Callable[[int], str]) -> str:
        if is_placeholder(value):
            return value
        key = (kind, value)
        if key not in self._given:
            self._counts[kind] = self._counts.get(kind, 0) + 1
            self._given[key] = make(self._counts[kind])
        return self._given[key]
