"""Look through encodings: what is redacted inside is encoded again the way it was."""

from __future__ import annotations

import base64
import binascii
import json
import re
import string
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, unquote

_PERCENT = re.compile(r"[A-Za-z0-9._~:/?#@!$&'()*+,;=%-]*%[0-9A-Fa-f]{2}[A-Za-z0-9._~:/?#@!$&'()*+,;=%-]*")
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/_=-])(?:[A-Za-z0-9+/_-]{4}\s?)*[A-Za-z0-9+/_-]{8,}={0,2}(?![A-Za-z0-9+/_=-])")
_HEXADECIMAL = re.compile(r"(?<![0-9A-Za-z])(?:[0-9a-fA-F]{2}){8,}(?![0-9A-Za-z])")
_RESERVED = ":/?#[]@!$&'()*+,;="
# Ways in which programs write JSON; the one that gives back the text is used again.
_STYLES: tuple[dict[str, Any], ...] = tuple(
    {"ensure_ascii": ascii_only, **layout}
    for ascii_only in (False, True)
    for layout in ({"separators": (",", ":")}, {}, {"indent": 2}, {"indent": 4}, {"indent": "\t"})
)
_DEEPEST = 6

Text = Callable[[str], str]
Value = Callable[[Any], Any]


def redact_through(text: str, redact_text: Text, redact_value: Value, depth: int = 0) -> str:
    """Return text with `redact_text` applied to it and to what it encodes; `redact_value` is applied to JSON in it."""
    if depth > _DEEPEST:
        return redact_text(text)
    decoded = embedded_json(text)
    if decoded is not None:
        redacted = redact_value(decoded)
        if redacted != decoded:
            return in_the_style_of(text, decoded, redacted)
        return text
    lines = text.split("\n")
    if len(lines) > 1 and any(embedded_json(line) is not None for line in lines):
        return "\n".join(redact_through(line, redact_text, redact_value, depth + 1) for line in lines)

    def inner(part: str) -> str:
        return redact_through(part, redact_text, redact_value, depth + 1)

    text = _PERCENT.sub(lambda match: _percent(match.group(), inner), text)
    text = _BASE64.sub(lambda match: _base64(match.group(), inner), text)
    text = _HEXADECIMAL.sub(lambda match: _hexadecimal(match.group(), inner), text)
    return redact_text(text)


def embedded_json(text: str) -> Any:
    """Return the object, list or string that a text is the JSON of; None if it is none."""
    stripped = text.strip()
    if stripped[:1] not in ("{", "[", '"') or len(stripped) < 2:  # noqa: PLR2004 (two brackets)
        return None
    try:
        return json.loads(stripped)
    except (ValueError, RecursionError):
        return None


def in_the_style_of(text: str, decoded: Any, redacted: Any) -> str:
    """Return `redacted` as JSON, written as `text` writes `decoded`."""
    stripped = text.strip()
    style = next((style for style in _STYLES if json.dumps(decoded, **style) == stripped), _STYLES[0])
    before, _, after = text.partition(stripped)
    return before + json.dumps(redacted, **style) + after


def _percent(run: str, redact: Text) -> str:
    decoded = unquote(run, errors="surrogateescape")
    redacted = redact(decoded)
    if redacted == decoded:
        return run
    safe = "".join(character for character in _RESERVED if character in run)
    return quote(redacted, safe=safe, errors="surrogateescape")


def _base64(run: str, redact: Text) -> str:
    joined = re.sub(r"\s", "", run)
    url_safe = "-" in joined or "_" in joined
    padded = joined.rstrip("=") + "=" * (-len(joined.rstrip("=")) % 4)
    try:
        data = base64.b64decode(padded, altchars=b"-_" if url_safe else None, validate=True)
    except (binascii.Error, ValueError):
        return run
    decoded = _printable(data)
    if decoded is None:
        return run
    redacted = redact(decoded)
    if redacted == decoded:
        return run
    encoded = (base64.urlsafe_b64encode if url_safe else base64.b64encode)(redacted.encode()).decode()
    return encoded if joined.endswith("=") or len(joined) % 4 == 0 else encoded.rstrip("=")


def _hexadecimal(run: str, redact: Text) -> str:
    decoded = _printable(bytes.fromhex(run))
    if decoded is None:
        return run
    redacted = redact(decoded)
    if redacted == decoded:
        return run
    encoded = redacted.encode().hex()
    return encoded.upper() if run.upper() == run else encoded


def _printable(data: bytes) -> str | None:
    """Return bytes as text if they are one, None otherwise."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return text if all(character in string.whitespace or character.isprintable() for character in text) else None
