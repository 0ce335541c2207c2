"""Regular expressions of strangers: a time that none may exceed, and whether any text has a match at all."""

from __future__ import annotations

import importlib
import itertools
import re
import signal
import threading
import warnings
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

# CPU seconds that one rule's expressions may take over all recorded texts.
SECONDS = 2.0
# How many texts are made of an expression's parts, and how long one may get.
_TEXTS = 48
_LONGEST = 4096
# One escape of an expression. The group has the letter of a class or a word's end that was escaped once too often.
_ESCAPE = re.compile(r"\\(?:\\([sSdDwW](?=[+*?{])|(?:(?<=^..)|(?<=[(|]..))[bB](?=\w)|[bB](?=$|[)|]))|.)", re.DOTALL)
# Where a match may need something around it.
_AROUND = ("{}", " {} ", "a{}a", "\n{}\n", "/{}", ".{}")


class TooSlowError(Exception):
    """An expression took longer than it may."""


@contextmanager
def bounded(seconds: float = SECONDS) -> Generator[None]:
    """Raise `TooSlowError` in the body once it has used this CPU time.

    Only where the system has such timers, and only in the main thread; elsewhere there is no bound.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, _late)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def escaped_twice(pattern: str) -> str:
    """Return the first escape of an expression that has one backslash too many, as from JSON; empty if none has."""
    return next((f"\\\\{found[1]}" for found in _ESCAPE.finditer(pattern) if found[1]), "")


def can_match(pattern: str) -> bool:
    """Tell whether some text with a match was found among those that the parts of an expression spell.

    A false answer is no proof; it says that the expression asks for something that was not to be had, such as a text
    behind its own end. Raises `TooSlowError` within `bounded`.
    """
    return next(matching(pattern), None) is not None


def matching(pattern: str) -> Iterator[str]:
    """Yield texts with a match among those that the parts of an expression spell, the plainest first."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        compiled = re.compile(pattern)
        parsed: Any = importlib.import_module("re._parser").parse(pattern)
    texts = (form.format("\0").replace("\0", text) for text in _spelled(parsed) for form in _AROUND)
    yield from filter(compiled.search, texts)


def _spelled(parts: Any) -> list[str]:
    """Return texts that a sequence of parts spells, the plainest first."""
    texts = [""]
    for name, value in parts:
        choices = _choices(str(name), value)
        texts = [
            a + b for a, b in itertools.islice(itertools.product(texts, choices), _TEXTS) if len(a + b) <= _LONGEST
        ]
    return texts


def _choices(name: str, value: Any) -> list[str]:  # noqa: PLR0911 (one a kind of part)
    if name == "LITERAL":
        return [chr(value)]
    if name == "NOT_LITERAL":
        return [next(text for text in "ab" if ord(text) != value)]
    if name == "ANY":
        return ["a"]
    if name == "IN":
        return _members(value)
    if name == "BRANCH":
        return [text for branch in value[1] for text in _spelled(branch)[: max(1, _TEXTS // len(value[1]))]]
    if name == "SUBPATTERN":
        return _spelled(value[-1])
    if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
        least, most, inner = value
        once = _spelled(inner)
        counts = {least, min(least + 1, most)}
        return [text * count for count in sorted(counts) for text in once[:6] if len(text) * count <= _LONGEST] or [""]
    if name == "ATOMIC_GROUP":
        return _spelled(value)
    if name == "ASSERT":
        return ["", *_spelled(value[1])]
    return [""]


def _members(items: Any) -> list[str]:
    """Return characters of a set: up to three that are in it."""
    negated = bool(items) and str(items[0][0]) == "NEGATE"
    expression = re.compile("".join(_member(str(name), value) for name, value in items) or "(?!)")
    wanted = (chr(number) for number in itertools.chain(range(0x20, 0x7F), (9, 10, 0xE9, 0x4E2D)))
    found = [text for text in wanted if bool(expression.fullmatch(text)) is not negated]
    own = [chr(value) for name, value in items if str(name) == "LITERAL" and not negated]
    own += [chr(value[0]) for name, value in items if str(name) == "RANGE" and not negated]
    return [*own, *found[:3], *found[-1:]][:6] or [""]


def _member(name: str, value: Any) -> str:
    """Return a set with one member, to be joined by alternation."""
    if name == "LITERAL":
        return f"|{re.escape(chr(value))}"
    if name == "RANGE":
        return f"|[{re.escape(chr(value[0]))}-{re.escape(chr(value[1]))}]"
    classes = {"DIGIT": r"\d", "NOT_DIGIT": r"\D", "SPACE": r"\s", "NOT_SPACE": r"\S", "WORD": r"\w", "NOT_WORD": r"\W"}
    known = classes.get(str(value).removeprefix("CATEGORY_")) if name == "CATEGORY" else None
    return f"|{known}" if known else ""


def _late(*_: object) -> None:
    raise TooSlowError
