"""Drive a program behind a pseudo-terminal: wait for words on the screen, type, go on."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from dataclasses import dataclass
from pathlib import Path

from hookconform_lab.lab.scenario import Key, Terminal

_ESCAPES = re.compile(rb"\x1b(?:\[[0-9;?<>=]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[PX^_].*?\x1b\\|[@-Z\\-_])")
_SPACES = re.compile(rb"\s+")
# What programs ask a terminal, and what a plain one answers: device attributes, cursor position.
_QUESTIONS = {b"\x1b[c": b"\x1b[?62;c", b"\x1b[6n": b"\x1b[1;1R", b"\x1b[>c": b"\x1b[>0;0;0c"}
_KEY_PAUSE = 0.02


@dataclass(frozen=True, slots=True)
class TerminalOutcome:
    """How a terminal run ended; `missed` lists the words that never came up, `screen` is the raw output."""

    exit_code: int
    timed_out: bool
    missed: tuple[str, ...]
    screen: str


def run_terminal(step: Terminal, environment: dict[str, str], folder: Path) -> TerminalOutcome:
    """Run `step` in `folder` with exactly `environment`; its process group is killed at the end."""
    child, descriptor = pty.fork()
    if child == 0:  # pragma: no cover (the program's own process)
        os.chdir(folder)
        os.execvpe(step.argv[0], list(step.argv), environment)  # noqa: S606 (it becomes the program)
    screen = _Screen(descriptor, deadline=time.monotonic() + step.timeout)
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", step.rows, step.columns, 0, 0))
    try:
        missed = tuple(key.wait_for for key in step.keys if not screen.press(key))
        screen.pump(step.linger)
        timed_out = not screen.closed
    finally:
        exit_code = _end(child)
        os.close(descriptor)
    return TerminalOutcome(exit_code, timed_out, missed, screen.raw.decode("utf-8", "replace"))


def plain(raw: bytes) -> bytes:
    """Return terminal output without escape sequences and white space.

    Programs draw a space by moving the cursor over it, so spaces cannot be told from nothing.
    """
    return _SPACES.sub(b"", _ESCAPES.sub(b"", raw))


class _Screen:
    """The program's output so far, and since the last key."""

    def __init__(self, descriptor: int, deadline: float) -> None:
        self._descriptor = descriptor
        self._deadline = deadline
        self._since = 0
        self.raw = b""
        self.closed = False

    def press(self, key: Key) -> bool:
        """Wait for the key's words and type its text; False if the words were waited for in vain."""
        seen = not key.wait_for or self.pump(key.within, plain(key.wait_for.encode()))
        if self.closed or (key.optional and not seen):
            return key.optional
        self.pump(key.settle)
        self._since = len(self.raw)
        # Typed, not pasted: programs treat a burst of characters as a paste.
        for part in [key.text] if key.text.startswith("\x1b") else key.text:
            if self.closed:
                break
            os.write(self._descriptor, part.encode())
            self.pump(_KEY_PAUSE)
        return seen

    def pump(self, seconds: float, words: bytes | None = None) -> bool:
        """Read output for `seconds` or until `words` show; return whether they did."""
        end = min(time.monotonic() + seconds, self._deadline)
        while not self.closed:
            if words is not None and words in plain(self.raw[self._since :]):
                return True
            left = end - time.monotonic()
            if left <= 0:
                break
            if select.select([self._descriptor], [], [], min(left, 0.25))[0]:
                self._read()
        return False

    def _read(self) -> None:
        try:
            data = os.read(self._descriptor, 65536)
        except OSError:  # the other side is gone
            data = b""
        self.closed = not data
        self.raw += data
        for question, reply in _QUESTIONS.items():
            if question in data:
                os.write(self._descriptor, reply)


def _end(child: int) -> int:
    """End the child's process group, politely first, and return its exit code (negative: the signal)."""
    for number in (None, signal.SIGTERM, signal.SIGKILL):
        if number is not None:
            try:
                os.killpg(child, number)
            except ProcessLookupError:
                continue
        for _ in range(10):
            pid, status = os.waitpid(child, os.WNOHANG)
            if pid:
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
