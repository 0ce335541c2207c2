"""Secrets: keys and tokens of known forms, what a key or an option says is one, and anything that looks drawn."""

from __future__ import annotations

import re
from collections.abc import Callable

from hookconform_lab.redaction.assigned import redact_assigned
from hookconform_lab.redaction.placeholders import ONE_PLACEHOLDER, Placeholders, is_placeholder
from hookconform_lab.redaction.private import Private
from hookconform_lab.redaction.token_forms import PRIVATE_KEY, TOKEN

# A run of the characters of base64; one with slashes may be a path, and is looked at more closely.
_SHORTEST_DRAWN = 20
_RUN = re.compile(rf"(?<![A-Za-z0-9_+=-])[A-Za-z0-9_+=-]{{{_SHORTEST_DRAWN},}}+")
_RUN_WITH_SLASHES = re.compile(r"(?<![A-Za-z0-9_+/=-])[A-Za-z0-9_+/=-]{28,}+")
_WORD = re.compile(r"[A-Z]+|[A-Z]?[a-z]+(?:[A-Z][a-z]+)*[A-Z]?|\d+|\d{1,2}[a-z]|[a-z]\d{1,2}")
_HEXADECIMAL = re.compile(r"(?<![A-Za-z0-9])(?:[A-F0-9]{40,}+|[a-f0-9]{40,}+)(?![A-Za-z0-9])")
# Words without marks between them, single letters among them. Drawn letters make words of two on average.
_CAMEL = re.compile(r"(?:[A-Z]?[a-z]+|[A-Z])(?:[A-Z][a-z]+|[A-Z](?=[A-Z][a-z]))*")
_CAMEL_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]")
_LETTERS_OF_A_WORD, _LETTERS_OF_A_DRAWN_WORD = 3.0, 2.5
# How many characters of a run must be in parts that are no words for the run to count as drawn.
_DRAWN_CHARACTERS = 16
_DRAWN_WITH_SLASHES = 24
# Payment cards: 13 to 19 digits with a check digit, in groups or not; account numbers with country and check digits.
_CARD = re.compile(r"(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w.-]*\w)", re.ASCII)
_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}\d\d(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?![A-Za-z0-9])", re.ASCII)
# On an added line of a patch a plus stands before it; `C++14` is none.
_PHONE = re.compile(r"(?<!\w)(?<!\w\+)\+\d(?:[ ./()-]{0,2}\d){8,14}(?!\d)", re.ASCII)
_SHORTEST_CARD_WITHOUT_GROUPS = 15
# Of what is a secret by itself: everything shorter has a key, an option or a separator in it.
_SHORTEST_WORD = 12


def redact_values(text: str, private: Private, placeholders: Placeholders) -> str:
    """Return text with the values that are secret on this machine replaced wherever they stand."""
    for value in private.values:
        if value in text:
            text = text.replace(value, placeholders.token(value))
    return text


def redact_secrets(text: str, placeholders: Placeholders) -> str:
    """Return text with its keys, tokens, passwords and numbers of accounts replaced."""
    if len(text) < _SHORTEST_WORD and text.isalnum():
        return text
    give = _giver(placeholders)
    if "-----BEGIN" in text or "PuTTY" in text:
        text = PRIVATE_KEY.sub("<private-key>", text)
    text = redact_assigned(text, give)
    text = TOKEN.sub(lambda match: give(match[0]), text)
    text = _CARD.sub(lambda match: give(match[0]) if _is_card(match[0]) else match[0], text)
    text = _IBAN.sub(lambda match: give(match[0]) if _is_iban(match[0]) else match[0], text)
    return _PHONE.sub(lambda match: give(match[0]), text)


def redact_drawn(text: str, placeholders: Placeholders) -> str:
    """Return text with replaced what looks drawn at random, digests among it: whatever it opens, nobody wrote it."""
    if len(text) < _SHORTEST_DRAWN:
        return text
    give = _giver(placeholders)
    text = _HEXADECIMAL.sub(lambda match: give(match[0]), text)
    text = _RUN.sub(lambda match: give(match[0]) if _is_drawn(match[0], _DRAWN_CHARACTERS) else match[0], text)
    if "/" not in text:
        return text
    return _RUN_WITH_SLASHES.sub(
        lambda match: give(match[0]) if "/" in match[0] and _is_drawn(match[0], _DRAWN_WITH_SLASHES) else match[0], text
    )


def _giver(placeholders: Placeholders) -> Callable[[str], str]:
    return lambda value: value if is_placeholder(value) else placeholders.token(value)


def _is_drawn(run: str, enough: int) -> bool:
    """Tell whether a run of characters looks drawn: most of it is in parts that are neither words nor numbers."""
    if ONE_PLACEHOLDER.search(run):
        run = ONE_PLACEHOLDER.sub("-", run)
    parts = [part for part in re.split(r"[-_=+/]", run) if part and not _is_words(part)]
    return sum(map(len, parts)) >= enough


def _is_words(part: str) -> bool:
    letters = len(part) / max(len(_CAMEL_WORD.findall(part)), 1)
    if _WORD.fullmatch(part):
        return (
            len(part) < _DRAWN_CHARACTERS or not part.isalpha() or letters >= _LETTERS_OF_A_DRAWN_WORD or part.isupper()
        )
    return bool(_CAMEL.fullmatch(part)) and letters >= _LETTERS_OF_A_WORD


def _is_card(text: str) -> bool:
    digits = [int(digit) for digit in text if digit.isdecimal()]
    if len(digits) < _SHORTEST_CARD_WITHOUT_GROUPS and len(digits) == len(text):
        return False  # a time in milliseconds
    doubled = [digit * 2 - 9 * (digit > 4) for digit in digits[-2::-2]]  # noqa: PLR2004 (whose double has two digits)
    return any(digits) and (sum(digits[::-2]) + sum(doubled)) % 10 == 0


def _is_iban(text: str) -> bool:
    plain = text.replace(" ", "")
    return int("".join(str(int(character, 36)) for character in plain[4:] + plain[:4])) % 97 == 1
