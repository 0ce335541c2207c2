"""What a program writes, read without blocking and within bounds: complete lines, or its first and last ones."""

from __future__ import annotations

import os
from collections import deque

from hookconform.ground.plain_text import counted

_CHUNK = 1 << 16
_SHOWN = 20
_WIDTH = 200


class LineReader:
    """Complete lines from a descriptor, without their end; `ended` once there is no more.

    A line of more than `longest` bytes ends it too, or, where lines are only shown (`cut`), is given in pieces.
    """

    def __init__(self, descriptor: int, longest: int, *, cut: bool = False) -> None:
        os.set_blocking(descriptor, False)
        self.descriptor = descriptor
        self.lines: deque[bytes] = deque()
        self.ended = False
        self.too_long = False
        self._longest = longest
        self._cut = cut
        self._partial: list[bytes] = []
        self._size = 0

    def read(self) -> None:
        """Take what is there."""
        data = read_some(self.descriptor)
        if data is None or self.ended:
            return
        if not data:
            self._end()
            return
        head, separator, tail = data.rpartition(b"\n")
        if separator:
            self._partial.append(head)
            self.lines.extend(b"".join(self._partial).split(b"\n"))
            self._partial = [tail] if tail else []
            self._size = len(tail)
        else:
            self._partial.append(data)
            self._size += len(data)
        if self._size > self._longest and self._cut:
            self._flush()
        elif self._size > self._longest:
            self.too_long = True
            self._end()

    def _end(self) -> None:
        self.ended = True
        self._flush()

    def _flush(self) -> None:
        if self._partial:
            self.lines.append(b"".join(self._partial))
            self._partial.clear()
            self._size = 0


class FirstAndLast:
    """The first and the last twenty lines of a text that comes in pieces, each shortened; the rest is counted."""

    def __init__(self) -> None:
        self._first: list[str] = []
        self._last: deque[str] = deque(maxlen=_SHOWN)
        self._left_out = 0
        self._partial = b""

    def add(self, data: bytes) -> None:
        """Take the next piece."""
        *lines, partial = (self._partial + data).split(b"\n")
        for line in lines:
            self._line(line)
        # Of a line without end, the beginning is kept.
        self._partial = partial[: 4 * _WIDTH + 1]

    def lines(self) -> list[str]:
        """Return the lines, with one in the middle that says how many are left out; blank ones are not kept."""
        if self._partial:
            self._line(self._partial)
            self._partial = b""
        gap = [f"… ({counted(self._left_out, 'more line')})"] if self._left_out else []
        return [*self._first, *gap, *self._last]

    def _line(self, line: bytes) -> None:
        text = line.decode("utf-8", "replace").rstrip()
        if not text:
            return
        text = text if len(text) <= _WIDTH else f"{text[:_WIDTH]}…"
        if len(self._first) < _SHOWN:
            self._first.append(text)
            return
        self._left_out += len(self._last) == _SHOWN
        self._last.append(text)


def read_some(descriptor: int) -> bytes | None:
    """Return what is there, empty at the end, None if nothing is there yet."""
    try:
        return os.read(descriptor, _CHUNK)
    except BlockingIOError:
        return None
