"""Secrets: keys and tokens of known forms, credentials in URLs and assignments, and anything that looks random."""

from __future__ import annotations

import re

from hookconform.redaction.placeholders import Placeholders, is_placeholder

_PRIVATE_KEY = re.compile(
    r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY( BLOCK)?-----.*?(?:-----END [A-Z0-9 ]*-----|\Z)", re.DOTALL
)
_KNOWN = re.compile(
    r"""(?<![A-Za-z0-9])(?:
      sk-[A-Za-z0-9_-]{16,}                                  # OpenAI, Anthropic and others
    | (?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{10,}            # Stripe
    | gh[pousr]_[A-Za-z0-9]{20,} | github_pat_[A-Za-z0-9_]{20,}
    | glpat-[A-Za-z0-9_-]{16,}
    | (?:AKIA|ASIA|AGPA|AIDA|AROA)[A-Z0-9]{12,}
    | AIza[A-Za-z0-9_-]{30,} | ya29\.[A-Za-z0-9_.-]{20,}
    | xox[abeoprs]-[A-Za-z0-9-]{10,}
    | npm_[A-Za-z0-9]{30,} | pypi-[A-Za-z0-9_-]{30,} | hf_[A-Za-z0-9]{20,}
    | eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?   # JSON web token
    | [a-f0-9]{40,}                                          # digests and keys in hexadecimal
    )(?![A-Za-z0-9])""",
    re.VERBOSE,
)
_URL_CREDENTIALS = re.compile(r"(?P<before>[A-Za-z][A-Za-z0-9+.-]*://)(?P<secret>[^\s/@\"'<>]+)(?=@)")
_AUTHORISATION = re.compile(
    r"(?P<before>\b(?:Bearer|Basic|Token)\s+)(?P<secret>[A-Za-z0-9][A-Za-z0-9._~+/=-]{7,})", re.IGNORECASE
)
_ASSIGNED = re.compile(
    r"""(?P<before>
        [A-Za-z0-9_.-]*(?:passw(?:or)?d|passphrase|pwd|secret|api[_-]?key|apikey|access[_-]?key|auth[_-]?token
        |_token|-token|token|credential|private[_-]?key)[A-Za-z0-9_-]*["']?\s*(?:=>|:=|[:=])\s*["']?)
        (?P<secret>[^\s"',;&<>(){}\[\]]{4,})""",
    re.VERBOSE | re.IGNORECASE,
)
_OPTION = re.compile(
    r"(?P<before>(?<!\S)(?:--?(?:password|passwd|passphrase|token|secret|api-?key|auth)\s+|(?:-u|--user)\s+(?=\S+:)))"
    r"(?P<secret>[^\s\"'<>-][^\s\"'<>]{3,})",
    re.IGNORECASE,
)
_RUN = re.compile(r"(?<![A-Za-z0-9_+=-])[A-Za-z0-9_+=-]{20,}(?![A-Za-z0-9_+=-])")
_WORD = re.compile(r"[A-Z]+|[A-Z]?[a-z]+(?:[A-Z][a-z]+)*[A-Z]?|\d+|\d{1,2}[a-z]|[a-z]\d{1,2}")
# How many characters of a run must be in parts that are no words for the run to count as drawn.
_DRAWN_CHARACTERS = 16
_SECRET_KEY = re.compile(
    r"passw(?:or)?d|passphrase|secret|api_?key|access_?key|auth_?token|bearer|credential|private_?key|^token$|_token$|^authorization$|^cookie$",
    re.IGNORECASE,
)


def is_secret_key(key: str) -> bool:
    """Tell whether a value under this key is a secret whatever it looks like."""
    return _SECRET_KEY.search(key.replace("-", "_")) is not None


def redact_tokens(text: str, placeholders: Placeholders) -> str:
    """Return text with its secrets replaced."""
    text = _PRIVATE_KEY.sub("<private-key>", text)
    for pattern in (_URL_CREDENTIALS, _AUTHORISATION, _ASSIGNED, _OPTION):
        text = pattern.sub(lambda match: match.group("before") + _token(match.group("secret"), placeholders), text)
    text = _KNOWN.sub(lambda match: _token(match.group(), placeholders), text)
    return _RUN.sub(
        lambda match: _token(match.group(), placeholders) if _is_random(match.group()) else match.group(), text
    )


def _token(value: str, placeholders: Placeholders) -> str:
    return value if is_placeholder(value) or set(value) <= set("0123456789") else placeholders.token(value)


def _is_random(run: str) -> bool:
    """Tell whether a run of characters looks drawn: most of it is in parts that are neither words nor numbers."""
    parts = [part for part in re.split(r"[-_=+]", run) if part and not _WORD.fullmatch(part)]
    return not is_placeholder(run) and sum(map(len, parts)) >= _DRAWN_CHARACTERS
