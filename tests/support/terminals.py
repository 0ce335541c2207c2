"""Programs on a terminal of their own, and what they show there."""

from __future__ import annotations

import os
import pty
import subprocess
from collections.abc import Sequence
from pathlib import Path


def shown_on_terminal(command: Sequence[str | Path], *, report: bool = True) -> tuple[int, bytes, bytes]:
    """Run a program whose standard error is a terminal, and with `report` standard output too.

    Returns the exit code, what the terminal showed, and what went to standard output elsewhere.
    """
    reading, writing = pty.openpty()
    stdout = writing if report else subprocess.PIPE
    with subprocess.Popen(command, stdout=stdout, stderr=writing) as process:
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
