"""What one check may say: enough to act on, and never so much that a run cannot hold it or a person read it."""

from __future__ import annotations

from typing import Any

from hookconform.checks.outcome import Difference, Judgement
from hookconform.ground.pointers import MISSING
from hookconform.ground.printable import printable_json, shortened

MAX_DIFFERENCES = 50
# Characters: of a message, of a value as JSON or a whole pointer, of one key in a pointer.
MAX_MESSAGE = 2000
MAX_VALUE = 2000
MAX_KEY = 100
_MAX_INDENTED = 4


def bounded(judgement: Judgement) -> Judgement:
    """Return the judgement within the bounds; what is left out is said."""
    if not judgement.message and not judgement.differences:
        return judgement
    differences = tuple(_bounded(item) for item in judgement.differences[:MAX_DIFFERENCES])
    message = judgement.message
    if len(judgement.differences) > MAX_DIFFERENCES:
        message = f"{message}; " if message else ""
        message += f"there are more differences than the {MAX_DIFFERENCES} shown"
    return judgement._replace(message=shortened(message, MAX_MESSAGE), differences=differences)


def bounded_key(key: str) -> str:
    """Return a key as a pointer shows it."""
    return shortened(key, MAX_KEY)


def _bounded(difference: Difference) -> Difference:
    pointer = shortened(difference.pointer, MAX_VALUE)
    return Difference(pointer, _value(difference.expected), _value(difference.got))


def _value(value: Any) -> Any:
    if value is MISSING:
        return value
    text = printable_json(value)
    # What is nested deeply is long once it is indented.
    fits = len(text) <= MAX_VALUE and len(printable_json(value, indent=2)) <= _MAX_INDENTED * MAX_VALUE
    return value if fits else shortened(text, MAX_VALUE)
