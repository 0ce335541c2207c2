"""Look through encodings: what is redacted inside is encoded again the way it was.

Every step looks at each character a bounded number of times, whatever the text, and layers are followed to a depth.
"""

from __future__ import annotations

import base64
import binascii
import html
import re
import string
from collections.abc import Callable
from functools import lru_cache
from urllib.parse import quote

from hookconform_lab.redaction.byte_lists import redact_byte_lists
from hookconform_lab.redaction.json_in_text import is_json

# One character, or several, spelled otherwise: percent-encoding, entities of HTML, escapes of program texts.
_SPELLED = re.compile(
    r"(?P<percent>(?:%[0-9A-Fa-f]{2})+)|&(?:\#\d{1,7}|\#[xX][0-9A-Fa-f]{1,6}|[A-Za-z]{2,8});"
    r"|\\u(?P<code>[0-9A-Fa-f]{4})|\\u\{(?P<point>[0-9A-Fa-f]{1,5})\}|\\x(?P<byte>[0-9A-Fa-f]{2})",
    re.ASCII,
)
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{11,}+={0,2}")
# Broken into lines, as mail and certificates have it.
_BASE64_LINES = re.compile(
    r"(?<![A-Za-z0-9+/_=-])(?:[A-Za-z0-9+/_-]{16,}+\r?\n[ \t]{0,8}){1,100000}+[A-Za-z0-9+/_-]*+={0,2}"
)
_HEXADECIMAL = re.compile(r"(?<![0-9A-Za-z])(?:[0-9a-fA-F]{2}){8,}+(?![0-9A-Za-z])")
_DEEPEST = 6

Text = Callable[[str], str]


def redact_through(text: str, redact_text: Text, redact_json: Text, depth: int = 0) -> str:
    """Return text with `redact_text` applied to it and to what it encodes; `redact_json` to what is JSON in it."""
    if is_json(text):
        return redact_json(text)
    if depth > _DEEPEST:
        return redact_text(text)
    lines = text.split("\n")
    if len(lines) > 1 and any(map(is_json, lines)):
        return "\n".join(redact_through(line, redact_text, redact_json, depth + 1) for line in lines)

    def inner(part: str) -> str:
        return redact_through(part, redact_text, redact_json, depth + 1)

    respelled = _spelled(text, inner)
    if respelled is not None:
        return respelled
    if "\n" in text:
        text = _BASE64_LINES.sub(lambda match: _base64(match[0], inner), text)
    text = _BASE64.sub(lambda match: _base64(match[0], inner), text)
    text = _HEXADECIMAL.sub(lambda match: _hexadecimal(match[0], inner), text)
    text = redact_byte_lists(text, inner)
    return redact_text(text)


def _spelled(text: str, redact: Text) -> str | None:
    """Return the text redacted with its characters spelled again as they were; None if there is nothing to redact."""
    spellings: dict[str, str] = {}
    decoded = _SPELLED.sub(lambda match: _meant(match, spellings), text)
    if decoded == text:
        return None
    redacted = redact(decoded)
    if redacted == decoded:
        return None
    # A character that also stands there as it is may stay so.
    for character in set(_SPELLED.sub("", text)):
        spellings.pop(character, None)
    return "".join(spellings.get(character, character) for character in redacted)


def _meant(match: re.Match[str], spellings: dict[str, str]) -> str:
    """Return what a spelling stands for; a part of a pair of surrogates, and what means nothing, stays."""
    if match["percent"]:
        meant = bytes.fromhex(match["percent"].replace("%", "")).decode("utf-8", "surrogateescape")
        spellings.update({character: quote(character, safe="", errors="surrogateescape") for character in meant})
        return meant
    number = match["code"] or match["point"] or match["byte"]
    if number is None:
        meant = _entity(match[0])
    else:
        code = int(number, 16)
        meant = match[0] if 0xD800 <= code < 0xE000 else chr(code)  # noqa: PLR2004 (the range of surrogates)
    if meant != match[0] and len(meant) == 1:
        spellings.setdefault(meant, match[0])
    return meant


@lru_cache(maxsize=1024)
def _entity(written: str) -> str:
    return html.unescape(written)


def _base64(run: str, redact: Text) -> str:
    joined = "".join(run.split())
    url_safe = "-" in joined or "_" in joined
    bare = joined.rstrip("=")
    try:
        data = base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_" if url_safe else None, validate=True)
    except (binascii.Error, ValueError):
        return run
    for codec in ("utf-8", "utf-16-le"):  # the second is PowerShell's
        decoded = _printable(data, codec)
        redacted = decoded if decoded is None else redact(decoded)
        if redacted is not None and redacted != decoded:
            encoded = (base64.urlsafe_b64encode if url_safe else base64.b64encode)(redacted.encode(codec)).decode()
            return encoded if joined.endswith("=") or len(joined) % 4 == 0 else encoded.rstrip("=")
    return run


def _hexadecimal(run: str, redact: Text) -> str:
    decoded = _printable(bytes.fromhex(run), "utf-8")
    if decoded is None:
        return run
    redacted = redact(decoded)
    if redacted == decoded:
        return run
    encoded = redacted.encode().hex()
    return encoded.upper() if run.upper() == run else encoded


def _printable(data: bytes, codec: str) -> str | None:
    """Return bytes as text if they are one, None otherwise."""
    try:
        text = data.decode(codec)
    except UnicodeDecodeError:
        return None
    if text.isprintable():
        return text
    return text if all(character in string.whitespace or character.isprintable() for character in text) else None
