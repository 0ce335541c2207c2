"""The list of kinds: everything that is private and can be told by itself, in the order in which it is looked for.

What redacts a person's recordings, what the lab refuses to write and what lint refuses to file all ask this list.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from hookconform_lab.redaction.addresses import redact_addresses
from hookconform_lab.redaction.byte_lists import redact_byte_lists
from hookconform_lab.redaction.encodings import redact_through
from hookconform_lab.redaction.folders import redact_folders
from hookconform_lab.redaction.identifiers import Identifiers, redact_fine_times, redact_identifiers
from hookconform_lab.redaction.json_in_text import rewritten
from hookconform_lab.redaction.people import redact_emails, redact_names
from hookconform_lab.redaction.placeholders import Placeholders
from hookconform_lab.redaction.private import Private
from hookconform_lab.redaction.tokens import redact_drawn, redact_secrets, redact_values


@dataclass(frozen=True, slots=True)
class Known:
    """What is known while a payload is looked at: the machine, the placeholders given, the payload's identifiers."""

    private: Private
    given: Placeholders
    identifiers: Identifiers


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of private thing.

    `betrays` says what it would tell: `machine` (only what is known of this one), `anyone` (a real person, machine or
    account, whoever recorded it) or `run` (one run: a throw-away one may show it).
    """

    name: str
    betrays: str
    redact: Callable[[str, Known], str]


KINDS = (
    Kind("secret of the environment", "machine", lambda text, known: redact_values(text, known.private, known.given)),
    Kind("folder", "anyone", lambda text, known: redact_folders(text, known.private)),
    Kind("e-mail address", "anyone", lambda text, known: redact_emails(text, known.given)),
    Kind("identifier", "run", lambda text, known: redact_identifiers(text, known.identifiers, known.given)),
    Kind("fine time", "run", lambda text, known: redact_fine_times(text)),  # noqa: ARG005
    Kind("address", "anyone", lambda text, known: redact_addresses(text, known.given)),
    Kind("secret", "anyone", lambda text, known: redact_secrets(text, known.given)),
    Kind("drawn text", "run", lambda text, known: redact_drawn(text, known.given)),
    Kind("name", "machine", lambda text, known: redact_names(text, known.private)),
)


def kinds_in(text: str, private: Private, betraying: frozenset[str]) -> list[str]:
    """Return the kinds that betray one of `betraying` and stand in a text or in anything it encodes, sorted."""
    return sorted(_kinds_within(text, private, betraying))


def _kinds_within(text: str, private: Private, betraying: frozenset[str]) -> frozenset[str]:
    known = Known(private, Placeholders(), Identifiers({}))
    found: set[str] = set()

    def look(part: str) -> str:
        found.update(kind.name for kind in KINDS if kind.betrays in betraying and kind.redact(part, known) != part)
        return part

    def leaf(part: str) -> str:
        within = _kinds_within_short if len(part) <= _SHORT else _kinds_within
        found.update(within(part, private, betraying))
        return part

    def inside(part: str) -> str:
        redact_byte_lists(part, leaf)
        return rewritten(part, lambda value, key, is_key: leaf(value), lambda number, key: number)  # noqa: ARG005

    redact_through(text, look, inside)
    return frozenset(found)


# Payloads say the same short things again and again.
_SHORT = 300
_kinds_within_short = lru_cache(maxsize=50_000)(_kinds_within)
