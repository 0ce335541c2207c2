"""Standard input and output as the operating system has them: closed, full, endless or no stream at all.

Python's own streams are left alone: they may be missing, and what they buffer is lost or raises when the program ends.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

INPUT, OUTPUT, MESSAGES = 0, 1, 2
# Bytes of a payload. Recorded ones stay below one megabyte; reading much more would take longer than a hook has.
MAX_INPUT = 16 * 1024 * 1024
PIECE = 1024 * 1024


class TooLongError(Exception):
    """The payload is longer than `MAX_INPUT`."""


def read_input(wait_for: Callable[[int], None]) -> bytes:
    """Return all of standard input; raises `TooLongError`, and `OSError` where it is closed or cannot be read.

    `wait_for` is called with the stream before each read, and returns when there is something to read.
    What is too long is read to its end all the same, since a platform may not expect a hook that stops listening.
    """
    _wait_for(INPUT)
    pieces: list[bytes] = []
    length = 0
    while True:
        wait_for(INPUT)
        piece = os.read(INPUT, PIECE)
        if not piece:
            break
        length += len(piece)
        if length <= MAX_INPUT:
            pieces.append(piece)
        else:
            pieces.clear()
    if length > MAX_INPUT:
        raise TooLongError(f"a payload of {length} bytes, the limit is {MAX_INPUT}")
    return b"".join(pieces)


def say(stream: int, text: str) -> bool:
    """Write all of a text to a stream; False if that is not possible."""
    left = text.encode("utf-8", "backslashreplace")
    if not left:
        return True
    try:
        _wait_for(stream)
        while left:
            left = left[os.write(stream, left) :]
    except OSError:
        return False
    return True


def _wait_for(stream: int) -> None:
    """Undo what another program did to a stream that it shares: a write or read waits instead of failing."""
    if hasattr(os, "set_blocking"):
        os.set_blocking(stream, True)
