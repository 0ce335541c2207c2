"""What two answers have in common but for the words in them: the same keys, values and exit code."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from hookconform.effects.effect import Answer
from hookconform.effects.forms import OWN_WORD

# A command or patch that the lab's forms put into answers (`forms.py`), which leaves a mark.
_MARK = re.compile(r"printf .*|\*\*\* Begin Patch\n.*", re.DOTALL)

Shape = tuple[Any, ...]


def shape(answer: Answer, words: Iterable[str] = ()) -> Shape:
    """Return what compares equal to another answer's shape if both differ in nothing but words.

    `words` are texts of the answer's own beside those that the forms make. Keys of JSON have no order.
    """
    own = tuple(words)
    return (
        answer.exit_code,
        answer.late,
        _masked(_parsed(answer.stdout), own),
        _masked(_parsed(answer.stderr), own),
        None if answer.plugin is None else _masked(list(answer.plugin), own),
    )


def with_words(value: Any, text: str, command: str) -> Any:
    """Return a part of a measured answer with `text` for the measurement's words and `command` for its commands."""
    match value:
        case dict():
            return {key: with_words(item, text, command) for key, item in value.items()}
        case list():
            return [with_words(item, text, command) for item in value]
        case str():
            return command if _MARK.search(value) else OWN_WORD.sub(lambda _: text, value)
        case _:
            return value


def is_own_text(value: str) -> bool:
    """Tell whether a text of a measured answer is the measurement's: it holds a word, a command or a patch of its."""
    return OWN_WORD.search(value) is not None or _MARK.search(value) is not None


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text.strip()


def _masked(value: Any, words: tuple[str, ...]) -> Any:
    match value:
        case dict():
            return {key: _masked(item, words) for key, item in value.items()}
        case list():
            return [_masked(item, words) for item in value]
        case str():
            own = any(word in value for word in words) or is_own_text(value)
            return "<words>" if own else value
        case _:
            return value
