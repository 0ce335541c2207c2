"""A child process with non-blocking pipes: lines in, lines out, and neither side can block the other."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
from collections import deque
from contextlib import suppress
from pathlib import Path

_CHUNK = 1 << 16
# A line of this size is no answer; reading on would only fill the memory.
MAX_LINE_BYTES = 64 << 20


class Child:
    """A running program. `lines` holds what it wrote to standard output, complete lines only, without end.

    It leads its own process group, so that what it starts ends with it.
    """

    def __init__(self, command: list[str], folder: Path) -> None:
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        assert self.process.stdin and self.process.stdout and self.process.stderr  # noqa: S101, PT018 (all are pipes)
        self._stdin = self.process.stdin.fileno()
        self._stdout = self.process.stdout.fileno()
        self._stderr = self.process.stderr.fileno()
        self.lines: deque[bytes] = deque()
        self.ended = False
        self.stopped = False
        self._partial: list[bytes] = []
        self._partial_size = 0
        self._outgoing: deque[memoryview] = deque()
        self.outgoing_bytes = 0
        self._errors: deque[bytes] = deque(maxlen=8)
        self._selector = selectors.DefaultSelector()
        for descriptor in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(descriptor, False)
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)

    def send(self, data: bytes) -> None:
        """Queue bytes for standard input; `pump` writes them."""
        if not self._outgoing:
            self._selector.register(self._stdin, selectors.EVENT_WRITE)
        self._outgoing.append(memoryview(data))
        self.outgoing_bytes += len(data)

    def pump(self, timeout: float) -> None:
        """Move bytes in all directions until something moved, or `timeout` seconds have passed."""
        for key, _ in self._selector.select(timeout):
            if key.fd == self._stdin:
                self._write()
            elif key.fd == self._stdout:
                self._read_lines()
            else:
                self._read_errors()

    def stop(self, grace: float) -> None:
        """End the process group: close standard input, wait `grace` seconds, then kill; may be called again."""
        if self.stopped:
            return
        self.stopped = self.ended = True
        self._drop_outgoing()
        if self.process.stdin:
            self.process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=grace)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        while (data := _read(self._stderr)) is not None and data:
            self._errors.append(data[-4096:])
        self._selector.close()
        for stream in (self.process.stdout, self.process.stderr):
            if stream:
                stream.close()

    def obituary(self) -> str:
        """Return how the stopped process ended and the last lines it wrote to standard error."""
        status = self.process.returncode
        how = f"ended with status {status}" if status >= 0 else f"was ended by signal {-status}"
        said = b"".join(self._errors).decode(errors="replace").strip().splitlines()[-3:]
        return how + (f"; it said: {' | '.join(said)}" if said else "")

    def _write(self) -> None:
        data = self._outgoing[0]
        try:
            written = os.write(self._stdin, data)
        except BlockingIOError:
            return
        except OSError:
            # The reader is gone; that its output ends tells the rest.
            self._drop_outgoing()
            return
        self.outgoing_bytes -= written
        if written == len(data):
            self._outgoing.popleft()
            if not self._outgoing:
                self._selector.unregister(self._stdin)
        else:
            self._outgoing[0] = data[written:]

    def _drop_outgoing(self) -> None:
        if self._outgoing:
            self._selector.unregister(self._stdin)
        self._outgoing.clear()
        self.outgoing_bytes = 0

    def _read_lines(self) -> None:
        data = _read(self._stdout)
        if data is None:
            return
        if not data or self._partial_size > MAX_LINE_BYTES:
            self.ended = True
            self._selector.unregister(self._stdout)
            if self._partial:
                self.lines.append(b"".join(self._partial))
                self._partial.clear()
            return
        head, separator, tail = data.rpartition(b"\n")
        if separator:
            self._partial.append(head)
            self.lines.extend(b"".join(self._partial).split(b"\n"))
            self._partial = [tail] if tail else []
            self._partial_size = len(tail)
        else:
            self._partial.append(data)
            self._partial_size += len(data)

    def _read_errors(self) -> None:
        data = _read(self._stderr)
        if data:
            self._errors.append(data[-4096:])
        elif data == b"":
            with suppress(KeyError):
                self._selector.unregister(self._stderr)


def _read(descriptor: int) -> bytes | None:
    """Return what is there, empty at the end, None if nothing is there yet."""
    try:
        return os.read(descriptor, _CHUNK)
    except BlockingIOError:
        return None
