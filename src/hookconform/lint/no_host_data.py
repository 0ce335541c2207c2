"""No host name, user, real path, address or secret."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hookconform.lint.reading import Corpus

# The pattern is reported by its kind only: a finding must not repeat what should not be there.
_KINDS = {
    "a home folder other than /home/dev": re.compile(
        r"/(?:home|Users)/(?!dev\b)[\w.-]+|/root/|[A-Z]:\\\\Users\\\\(?!dev\b)"
    ),
    "an address other than loopback": re.compile(
        r"\b(?!127\.|0\.0\.0\.0|255\.)(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}\b(?![.\d-])"
    ),
    "an e-mail address": re.compile(r"\b[\w.+-]+@(?!example\.(?:com|org))[\w-]+\.(?:com|org|net|io|dev)\b"),
    "a token": re.compile(
        r"\b(?:sk-[A-Za-z0-9_-]{20,}|gh[pousr]_[A-Za-z0-9]{30,}|AKIA[0-9A-Z]{16}|AIza[\w-]{35}|xox[abp]-[\w-]{10,})"
    ),
    "a private key": re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----"),
}


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield captured cases whose payload holds something that looks like it came from a real machine."""
    for case in corpus.cases:
        if case.is_captured:
            for kind, pattern in _KINDS.items():
                found = pattern.search(case.payload_text)
                if found:
                    yield case.id, f"the payload holds {kind}, at character {found.start()}"
