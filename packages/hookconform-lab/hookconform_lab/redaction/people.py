"""E-mail addresses, and the names of users, hosts and workspaces as words."""

from __future__ import annotations

import re
from functools import lru_cache

from hookconform_lab.redaction.placeholders import HOST, USER, WORKSPACE_NAME, Placeholders
from hookconform_lab.redaction.private import Private

_EMAIL = re.compile(r"(?<![\w.%+-])[\w.%+-]++@[\w-]+(?:\.[\w-]+)+")


def redact_emails(text: str, placeholders: Placeholders) -> str:
    """Return text with e-mail addresses replaced."""
    return _EMAIL.sub(lambda match: placeholders.email(match[0]), text) if "@" in text else text


def redact_names(text: str, private: Private) -> str:
    """Return text with the private names replaced where they stand as words of their own."""
    folded = text.casefold()
    for name, pattern, replacement in _patterns(private):
        if name in folded:
            text = pattern.sub(replacement, text)
    return text


@lru_cache(maxsize=8)
def _patterns(private: Private) -> tuple[tuple[str, re.Pattern[str], str], ...]:
    rows = ((private.hosts, HOST), (private.users, USER), (private.workspace_names, WORKSPACE_NAME))
    return tuple(
        # An underscore joins names as well as it separates them (ann_backup), so it counts as an end.
        (
            name.casefold(),
            re.compile(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])", re.IGNORECASE),
            replacement,
        )
        for names, replacement in rows
        for name in names
    )
