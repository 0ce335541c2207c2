"""Text of files: UTF-8 or nothing, with the byte order mark and each line's ending kept."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_left
from dataclasses import dataclass

from tool_facades.base_tools.outcome import InvalidCall, Refusal

MARK = "\ufeff"
# How the text of a file was read.
UTF_8, UTF_16, OTHER = "UTF-8", "UTF-16", "other"
_UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
LF, CRLF = "\n", "\r\n"
# What one call reads, and what it shows of a line.
MAX_READ_LETTERS = 100_000
MAX_READ_LINE = 2000
_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")


def decoded(data: bytes, shown: str) -> str:
    """Return a file's text with its byte order mark; refuses what is not UTF-8, so that no byte is ever replaced."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        what = "UTF-16, not UTF-8" if data.startswith(_UTF_16_MARKS) else f"not UTF-8 text (byte {error.start})"
        raise Refusal(f"{shown} is {what}; it is left as it is.") from None


def shown_text(data: bytes) -> tuple[str, str] | None:
    r"""Return a file's text as it may be shown, and how it was read; None for what is no text.

    UTF-16 is read if a byte order mark says so. In other encodings than UTF-8 the bytes that are none become `\ufffd`.
    """
    if data.startswith(_UTF_16_MARKS):
        try:
            return data.decode("utf-16"), UTF_16
        except UnicodeDecodeError:
            return None
    if b"\0" in data:
        return None
    try:
        return data.decode(), UTF_8
    except UnicodeDecodeError:
        return data.decode(errors="replace"), OTHER


def encoded(text: str, what: str) -> bytes:
    """Return text as bytes; raises `InvalidCall` for half of a surrogate pair."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise InvalidCall(f"{what} is not valid text: it holds half of a surrogate pair.") from None


@dataclass(frozen=True, slots=True)
class Endings:
    r"""A text with every line ended by `\n`, as a model is shown it, and the way back.

    `shown` is that text without byte order mark; `raw` the text with it and its own endings.
    """

    raw: str
    shown: str
    mark: str
    _crlf: list[int]

    @classmethod
    def of(cls, raw: str) -> Endings:
        """Take a text apart."""
        mark = MARK if raw.startswith(MARK) else ""
        body = raw.removeprefix(MARK)
        crlf = [match.start() - index for index, match in enumerate(re.finditer(CRLF, body))]
        return cls(raw, body.replace(CRLF, LF), mark, crlf)

    @property
    def usual(self) -> str:
        """Return the ending of most lines."""
        return CRLF if 2 * len(self._crlf) > self.shown.count(LF) else LF

    def at(self, position: int) -> int:
        """Return where a position of `shown` is in `raw`."""
        return len(self.mark) + position + bisect_left(self._crlf, position)

    def taken(self, text: str) -> str:
        r"""Return new text as this file takes it: `\r\n` stays only where most lines end otherwise."""
        return text if self.usual == LF else text.replace(CRLF, LF)

    def evened(self) -> str:
        """Return the text with every line ended in the usual way."""
        return self.mark + self.in_raw(self.shown)

    def in_raw(self, text: str) -> str:
        """Return text that was `taken` with this file's usual endings."""
        return text if self.usual == LF else text.replace(LF, CRLF)


def lines_of(text: str) -> list[tuple[str, str]]:
    r"""Return every line with its ending: `\n`, `\r\n`, `\r`, or nothing after a last line without one."""
    found = [(match[1], match[2]) for match in _LINE.finditer(text)]
    return [pair for pair in found if pair != ("", "")]


def numbered(lines: list[str], first: int, limit: int | None) -> str:
    """Return lines with their numbers and a tab before them, cut where there are too many letters."""
    told: list[str] = []
    letters = 0
    last = len(lines) if limit is None else min(first - 1 + limit, len(lines))
    for number in range(first, last + 1):
        line = lines[number - 1]
        cut = line if len(line) <= MAX_READ_LINE else f"{line[:MAX_READ_LINE]} … ({len(line)} letters)"
        told.append(f"{number}\t{cut}")
        letters += len(told[-1]) + 1
        if letters > MAX_READ_LETTERS and number < last:
            return "\n".join([*told, f"(The file has {len(lines)} lines. Go on with offset {number + 1}.)"])
    return "\n".join(told)
