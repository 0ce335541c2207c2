"""Programs on a terminal of their own, and what they show there."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import termios
from collections.abc import Mapping, Sequence
from pathlib import Path


def shown_on_terminal(
    command: Sequence[str | Path],
    *,
    report: bool = True,
    columns: int = 0,
    environment: Mapping[str, str] | None = None,
) -> tuple[int, bytes, bytes]:
    """Run a program whose standard error is a terminal, and with `report` standard output too.

    A terminal of 0 columns does not know its width. `environment` is added to that of the tests.
    Returns the exit code, what the terminal showed, and what went to standard output elsewhere.
    """
    reading, writing = pty.openpty()
    fcntl.ioctl(writing, termios.TIOCSWINSZ, struct.pack("HHHH", 24 if columns else 0, columns, 0, 0))
    stdout = writing if report else subprocess.PIPE
    with subprocess.Popen(command, stdout=stdout, stderr=writing, env={**os.environ, **(environment or {})}) as process:
        os.close(writing)
        shown = b""
        while chunk := _read(reading):
            shown += chunk
        output = process.stdout.read() if process.stdout is not None else b""
    os.close(reading)
    return process.returncode, shown, output


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 4096)
    except OSError:
        # How Linux says that the other end of a terminal is closed.
        return b""
