"""Session, call and account identifiers: by their form, by their key, and wherever their value turns up again."""

from __future__ import annotations

import re
from typing import Any

from hookconform.redaction.encodings import embedded_json
from hookconform.redaction.placeholders import Placeholders, is_placeholder

_UUID = re.compile(
    r"(?<![0-9A-Fa-f])[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}(?![0-9A-Fa-f])"
)
_PREFIXED = re.compile(
    r"(?<![A-Za-z0-9])(?P<prefix>(?:srvtoolu|toolu|tooluse|call|chatcmpl|resp|rs|fc|req|msg|prt|ses|evt|que|per|sess|conv"
    r"|thread|run|item|gen|user|org|acct|proj|agent|task|wf)[_-])(?P<rest>(?=[A-Za-z0-9]*\d)[A-Za-z0-9]{8,})(?![A-Za-z0-9])"
)
_HEXADECIMAL = re.compile(r"(?<![0-9A-Za-z])(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{16,}(?![0-9A-Za-z])")
_ID_KEY = re.compile(r"(?:^|_)(?:id|ids|uuid)$|(?:Id|ID|Ids|IDs|Uuid|UUID)$")
_NO_ID = frozenset({"model_id", "modelID", "modelId", "providerID", "provider_id"})
# Gemini CLI names its session files by time and the first group of the session's UUID.
_SESSION_FILE = re.compile(r"(?P<before>session-\d{4}-\d\d-\d\dT\d\d-\d\d-)[0-9a-f]{8}(?![0-9A-Za-z])")
# An identifier that was drawn has digits in it; a name under an identifier's key is left to the gate.
_DRAWN = re.compile(r"(?=.*\d)\S{8,}")
_LARGE = 100_000


def is_id_key(key: str) -> bool:
    """Tell whether a value under this key is an identifier whatever it looks like."""
    return key not in _NO_ID and _ID_KEY.search(key) is not None


def collect_identifiers(value: Any, placeholders: Placeholders, key: str = "") -> dict[str, str]:
    """Return identifier → placeholder for all that stand under an identifier's key or are UUIDs."""
    found: dict[str, str] = {}
    if isinstance(value, dict):
        for name, inner in value.items():
            found |= collect_identifiers(inner, placeholders, name)
    elif isinstance(value, list):
        for inner in value:
            found |= collect_identifiers(inner, placeholders, key)
    elif isinstance(value, str):
        if is_id_key(key) and _DRAWN.fullmatch(value):
            found[value] = _replacement(value, placeholders)
        decoded = embedded_json(value)
        if decoded is not None:
            found |= collect_identifiers(decoded, placeholders)
        for match in _UUID.finditer(value):
            found[match.group()] = placeholders.uuid(match.group())
    return found


def redact_identifiers(text: str, known: dict[str, str], placeholders: Placeholders) -> str:
    """Return text with the known identifiers replaced, and whatever else has the form of one."""
    for value, replacement in sorted(known.items(), key=lambda pair: -len(pair[0])):
        if value in text and value != replacement:
            text = text.replace(value, replacement)
    text = _UUID.sub(lambda match: placeholders.uuid(match.group()), text)
    text = _SESSION_FILE.sub(r"\g<before>00000000", _beginnings(text, known))
    text = _PREFIXED.sub(lambda match: placeholders.identifier(match.group(), match.group("prefix")), text)
    return _HEXADECIMAL.sub(lambda match: placeholders.identifier(match.group()), text)


def redact_number(key: str, value: int, placeholders: Placeholders) -> int:
    """Return a number unchanged unless it is large and an identifier."""
    return placeholders.number(value) if is_id_key(key) and abs(value) >= _LARGE else value


def _replacement(value: str, placeholders: Placeholders) -> str:
    if is_placeholder(value):
        return value
    if _UUID.fullmatch(value):
        return placeholders.uuid(value)
    prefixed = re.match(r"[A-Za-z]{2,12}[_-]", value)
    return placeholders.identifier(value, prefixed.group() if prefixed else "")


def _beginnings(text: str, known: dict[str, str]) -> str:
    """Replace the first group of a known UUID, which some platforms use as its short form."""
    for value, replacement in known.items():
        if _UUID.fullmatch(value) and value[:8] in text and value[:8] != replacement[:8]:
            text = re.sub(rf"(?<![0-9A-Za-z]){value[:8]}(?![0-9A-Za-z])", replacement[:8], text)
    return text
