"""Session, call and account identifiers: by their form, by their key, and wherever their value turns up again."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from hookconform_lab.redaction.byte_lists import text_in_bytes
from hookconform_lab.redaction.json_in_text import each_string, is_json
from hookconform_lab.redaction.placeholders import ID_PREFIX, ONE_PLACEHOLDER, Placeholders, is_placeholder

_UUID = re.compile(
    r"(?<![0-9A-Fa-f])[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}(?![0-9A-Fa-f])"
)
_PREFIXED = re.compile(
    rf"(?<![A-Za-z0-9])(?P<prefix>{ID_PREFIX})(?P<rest>(?=[A-Za-z0-9]*\d)[A-Za-z0-9]{{8,}})(?![A-Za-z0-9])"
)
_HEXADECIMAL = re.compile(r"(?<![0-9A-Za-z])(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{16,}(?![0-9A-Za-z])")
_ID_KEY = re.compile(r"(?:^|_)(?:id|ids|uuid)$|(?:Id|ID|Ids|IDs|Uuid|UUID)$")
_NO_ID = frozenset({"model_id", "modelID", "modelId", "providerID", "provider_id"})
# Gemini CLI names its session files by time and the first group of the session's UUID.
_SESSION_FILE = re.compile(r"(?P<before>session-\d{4}-\d\d-\d\dT\d\d-\d\d-)[0-9a-f]{8}(?![0-9A-Za-z])")
_FIRST_GROUP = re.compile(r"(?<![0-9A-Za-z])[0-9A-Fa-f]{8}(?![0-9A-Za-z])")
# An identifier that was drawn has digits in it; a name under an identifier's key is left to the gate.
_DRAWN = re.compile(r"(?=.*\d)\S{8,}")
_SHORTEST = 8
_LONGEST = 400
# What follows the millionths of a time.
_FINE_TIME = re.compile(r"(?<=\dT\d\d:\d\d:\d\d\.\d{6})\d{3}(?!\d)", re.ASCII)
_LARGE = 100_000


class Identifiers:
    """The identifiers of one payload with their placeholders, made to be found in time linear in the text."""

    def __init__(self, given: dict[str, str]) -> None:
        self._by_start: dict[str, list[tuple[str, str]]] = {}
        self._first_groups: dict[str, str] = {}
        for value, new in sorted(given.items(), key=lambda pair: -len(pair[0])):
            if value == new:
                continue
            if _UUID.fullmatch(value):
                self._first_groups.setdefault(value[:8], new[:8])
            self._by_start.setdefault(value[:_SHORTEST], []).append((value, new))

    def replaced(self, text: str) -> str:
        """Return text with the identifiers, and the first groups of UUIDs standing alone, replaced."""
        if not self._by_start:
            return text
        text = self._wherever(text)
        return _FIRST_GROUP.sub(lambda match: self._first_groups.get(match[0], match[0]), text)

    def _wherever(self, text: str) -> str:
        parts: list[str] = []
        end = start = 0
        while start <= len(text) - _SHORTEST:
            for value, new in self._by_start.get(text[start : start + _SHORTEST], ()):
                if text.startswith(value, start):
                    parts += [text[end:start], new]
                    end = start = start + len(value)
                    break
            else:
                start += 1
        return "".join(parts) + text[end:] if parts else text


@lru_cache(maxsize=4096)
def is_id_key(key: str) -> bool:
    """Tell whether a value under this key is an identifier whatever it looks like."""
    return key not in _NO_ID and _ID_KEY.search(key) is not None


def is_identifier(key: str, value: str) -> bool:
    """Tell whether a value under a key is an identifier that no placeholder stands for yet, or a whole placeholder."""
    return (
        is_id_key(key)
        and len(value) <= _LONGEST
        and _DRAWN.fullmatch(value) is not None
        and (is_placeholder(value) or ONE_PLACEHOLDER.search(value) is None)
    )


def collect_identifiers(value: Any, placeholders: Placeholders, key: str = "") -> dict[str, str]:
    """Return identifier → placeholder for all that stand under an identifier's key or are UUIDs."""
    found: dict[str, str] = {}
    _collect(value, placeholders, key, found)
    return found


def redact_identifiers(text: str, known: Identifiers, placeholders: Placeholders) -> str:
    """Return text with the known identifiers replaced, and whatever else has the form of one."""
    if len(text) < _SHORTEST:
        return text
    text = known.replaced(text)
    text = _UUID.sub(lambda match: placeholders.uuid(match.group()), text)
    text = _SESSION_FILE.sub(r"\g<before>00000000", text)
    text = _PREFIXED.sub(lambda match: placeholders.identifier(match.group(), match.group("prefix")), text)
    return _HEXADECIMAL.sub(lambda match: placeholders.identifier(match.group()), text)


def redact_fine_times(text: str) -> str:
    """Return text with times to the millionth of a second: nine digits could be anybody's number."""
    return _FINE_TIME.sub("000", text)


def redact_number(key: str, value: int, placeholders: Placeholders) -> int:
    """Return a number unchanged unless it is large and an identifier."""
    return placeholders.number(value) if is_id_key(key) and abs(value) >= _LARGE else value


def _collect(value: Any, placeholders: Placeholders, key: str, found: dict[str, str]) -> None:
    if isinstance(value, dict):
        for name, inner in value.items():
            _collect(inner, placeholders, name, found)
    elif isinstance(value, list):
        held = text_in_bytes(value)
        for inner in value if held is None else [held]:
            _collect(inner, placeholders, key, found)
    elif isinstance(value, str):
        if is_identifier(key, value):
            found[value] = _replacement(value, placeholders)
        if is_json(value):
            for inner, name in each_string(value):
                _collect(inner, placeholders, name, found)
        else:
            for match in _UUID.finditer(value):
                found[match.group()] = placeholders.uuid(match.group())


def _replacement(value: str, placeholders: Placeholders) -> str:
    if is_placeholder(value):
        return value
    if _UUID.fullmatch(value):
        return placeholders.uuid(value)
    prefixed = re.match(ID_PREFIX, value)
    return placeholders.identifier(value, prefixed.group() if prefixed else "")
