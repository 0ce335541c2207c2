"""Regular expressions of RE2, whose time grows with the text only; extra `search`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tool_facades.base_tools.outcome import InvalidCall, Refusal

EXTRA = "Glob, Grep and LS need RE2 and pathspec: pip install 'tool-facades[search]'; search=False does without them."

try:
    import re2
except ImportError as error:
    raise ImportError(EXTRA) from error

LONGEST_PATTERN = 10_000
# Instructions of the compiled expression; one step of the slowest way is an instruction and a byte.
LARGEST_PROGRAM = 5000
# Bytes times instructions in one call of the library, which cannot be interrupted: a second or two at the worst.
MOST_WORK = 100_000_000
_MEMORY = 8 << 20
_WHY = {
    "invalid perl operator: (?": "looking ahead or behind is not supported",
    "invalid escape sequence": "this escape means nothing here; back references are not supported",
}


class WrongExpression(Refusal):
    """An expression that cannot be used; the text says why."""


class Expression:
    """A compiled expression, matched against bytes of UTF-8.

    Without `multiline` a match stays within a line; with it `.` matches the end of a line too. `literal`: the pattern
    is plain text. Raises `WrongExpression`, `InvalidCall`.
    """

    def __init__(
        self, pattern: str, *, ignore_case: bool = False, literal: bool = False, multiline: bool = False
    ) -> None:
        if len(pattern) > LONGEST_PATTERN:
            raise InvalidCall(f"The pattern has {len(pattern)} characters; more than {LONGEST_PATTERN} are not read.")
        options = re2.Options()
        options.log_errors = False
        options.max_mem = _MEMORY
        options.case_sensitive = not ignore_case
        options.literal = literal
        options.never_nl = not multiline
        options.dot_nl = multiline
        try:
            text = pattern.encode() if literal else b"(?m)" + pattern.encode()
            self._made: Any = re2.compile(text, options)
        except UnicodeEncodeError:
            raise InvalidCall("The pattern is not valid text: it holds half of a surrogate pair.") from None
        except re2.error as error:
            raise WrongExpression(f"The pattern {pattern!r} cannot be used: {_reason(error)}.") from None
        size: int = self._made.programsize
        if size > LARGEST_PROGRAM:
            raise WrongExpression(f"The pattern {pattern[:60]!r} is too large ({size} steps).")
        self.span = max(MOST_WORK // size, 1)

    def first(self, data: bytes, start: int = 0, end: int | None = None) -> tuple[int, int] | None:
        """Return where the first match between two positions begins and ends."""
        found = self._made.search(data, start, len(data) if end is None else end)
        return None if found is None else found.span()

    def matches(self, data: bytes) -> bool:
        """Tell whether there is a match in the first `span` bytes."""
        return self.first(data, 0, min(len(data), self.span)) is not None


class Whole:
    """A compiled expression that has to match all of a text, such as a path; raises `WrongExpression`."""

    def __init__(self, expression: str, shown: str, *, ignore_case: bool = False) -> None:
        options = re2.Options()
        options.log_errors = False
        options.max_mem = _MEMORY
        options.case_sensitive = not ignore_case
        options.dot_nl = True
        try:
            self._made: Any = re2.compile(expression.encode("utf-8", "replace"), options)
        except re2.error:
            raise WrongExpression(f"The pattern {shown[:60]!r} is too large.") from None

    def matches(self, text: str) -> bool:
        """Tell whether all of a text matches."""
        return self._made.fullmatch(text.encode("utf-8", "replace")) is not None


def quoted(text: str) -> str:
    """Return an expression that matches a text."""
    return re.escape(text)


def spans(data: bytes, most: int) -> Iterator[tuple[int, int]]:
    """Yield beginning and end of pieces of at most `most` bytes that end where lines end, and of cut lines.

    Of a line longer than `most` only the beginning is yielded.
    """
    start = 0
    while start < len(data):
        if len(data) - start <= most:
            yield start, len(data)
            return
        end = data.rfind(b"\n", start, start + most) + 1
        if end > start:
            yield start, end
            start = end
            continue
        yield start, start + most
        start = data.find(b"\n", start + most) + 1
        if not start:
            return


def _reason(error: Exception) -> str:
    text = error.args[0] if error.args else ""
    said = text.decode(errors="replace") if isinstance(text, bytes) else str(text)
    return next((why for begin, why in _WHY.items() if said.startswith(begin)), said)
