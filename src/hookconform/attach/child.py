"""A long-lived program behind non-blocking pipes: lines in, lines out, and neither side can block the other."""

from __future__ import annotations

import os
import selectors
import signal
import socket
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from hookconform.attach.keeping import end_group, keeper_command
from hookconform.attach.streams import FirstAndLast, LineReader, read_some

# A line of this size is no answer; reading on would only fill the memory.
MAX_LINE_BYTES = 16 << 20
# Stands in a command for the descriptor of a channel of its own for answers, apart from standard output.
CHANNEL = "{channel}"
_MAX_PRINTED_LINE_BYTES = 1 << 20
_LAST_PATIENCE = 10.0
# Reads that empty a pipe of the largest size a user may ask for.
_PIPEFUL = 16


class Child:
    """A program that is running under a keeper, so that whatever it starts ends with it.

    `answers` is what it writes to standard output or, if its command has a `CHANNEL`, to that; `printed` is then what
    it writes to standard output, else None. Raises `OSError` if the program cannot be started.
    """

    def __init__(self, command: list[str], folder: Path, environment: Mapping[str, str] | None = None) -> None:
        self._control, theirs = socket.socketpair()
        channel, write_end = os.pipe() if CHANNEL in command else (None, None)
        kept = [] if write_end is None else [write_end]
        command = [str(write_end) if part == CHANNEL else part for part in command]
        self.process = subprocess.Popen(
            [*keeper_command("keeper"), str(theirs.fileno()), *map(str, kept), "--", *command],
            cwd=folder,
            env=None if environment is None else {**os.environ, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            pass_fds=[theirs.fileno(), *kept],
        )
        theirs.close()
        for descriptor in kept:
            os.close(descriptor)
        assert self.process.stdin and self.process.stdout and self.process.stderr  # noqa: S101, PT018 (all are pipes)
        self._stdin = self.process.stdin.fileno()
        self._stderr = self.process.stderr.fileno()
        output = self.process.stdout.fileno()
        self.answers = LineReader(output if channel is None else channel, MAX_LINE_BYTES)
        self.printed = None if channel is None else LineReader(output, _MAX_PRINTED_LINE_BYTES, cut=True)
        self._channel = channel
        self.stopped = False
        self.program_id: int | None = None
        self.status: int | None = None
        self._outgoing = bytearray()
        self.errors = FirstAndLast()
        self._selector = selectors.DefaultSelector()
        for descriptor in (self._stdin, self._stderr):
            os.set_blocking(descriptor, False)
        for reader in self._readers():
            self._selector.register(reader.descriptor, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)
        self._await_start()

    @property
    def outgoing_bytes(self) -> int:
        """Return how many bytes wait to be written."""
        return len(self._outgoing)

    @property
    def ended(self) -> bool:
        """Tell whether no more answers can come."""
        return self.stopped or self.answers.ended

    def send(self, data: bytes) -> None:
        """Queue bytes for standard input; `pump` writes them."""
        if not self._outgoing:
            self._selector.register(self._stdin, selectors.EVENT_WRITE)
        self._outgoing += data

    def pump(self, timeout: float) -> None:
        """Move bytes in all directions until something moved, or `timeout` seconds have passed."""
        for key, _ in self._selector.select(timeout):
            if key.fd == self._stdin:
                self._write()
            elif key.fd == self._stderr:
                self._read_errors()
            else:
                self._read(next(reader for reader in self._readers() if reader.descriptor == key.fd))

    def stop(self, grace: float) -> None:
        """End the program and what it started: close standard input, wait `grace` seconds, then end all by force."""
        if self.stopped:
            return
        self.stopped = True
        self._drop_outgoing()
        if self.process.stdin:
            self.process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=grace)
        with suppress(OSError):
            self._control.shutdown(socket.SHUT_WR)
        try:
            self.process.wait(timeout=_LAST_PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._read_status()
        if self.status is None and self.program_id is not None:
            # The keeper itself was ended, by whom does not matter.
            end_group(self.program_id)
            self.status = -signal.SIGKILL
        self._close()

    def obituary(self) -> str:
        """Return how the stopped program ended."""
        status = self.status or 0
        if self.answers.too_long:
            return f"wrote a line of more than {MAX_LINE_BYTES >> 20} MB"
        return f"ended with status {status}" if status >= 0 else f"was ended by signal {-status}"

    def _await_start(self) -> None:
        """Wait for the keeper's word that the program runs; raises `OSError` with its reason if it does not."""
        word, _, rest = self._control.recv(4096).decode(errors="replace").partition(" ")
        if word == "started":
            first, _, more = rest.partition("\n")
            self.program_id = int(first)
            self._note_status(more)
            return
        self.stop(0)
        raise OSError(rest.strip() or "its keeper has ended")

    def _read_status(self) -> None:
        self._control.settimeout(0)
        with suppress(OSError):
            self._note_status(self._control.recv(4096).decode(errors="replace"))

    def _note_status(self, said: str) -> None:
        word, _, status = said.strip().partition(" ")
        if word == "ended":
            self.status = int(status)

    def _close(self) -> None:
        # Nobody writes any more; what is there fits into a pipe.
        for _ in range(_PIPEFUL):
            for reader in self._readers():
                reader.read()
            self.errors.add(read_some(self._stderr) or b"")
        self._selector.close()
        self._control.close()
        for stream in (self.process.stdout, self.process.stderr):
            if stream:
                stream.close()
        if self._channel is not None:
            os.close(self._channel)

    def _readers(self) -> list[LineReader]:
        return [self.answers] if self.printed is None else [self.answers, self.printed]

    def _read(self, reader: LineReader) -> None:
        reader.read()
        if reader.ended:
            self._selector.unregister(reader.descriptor)

    def _write(self) -> None:
        try:
            # All that waits at once: a write a request would cost more than the request.
            written = os.write(self._stdin, self._outgoing)
        except BlockingIOError:
            return
        except OSError:
            # The reader is gone; that its output ends tells the rest.
            self._drop_outgoing()
            return
        del self._outgoing[:written]
        if not self._outgoing:
            self._selector.unregister(self._stdin)

    def _drop_outgoing(self) -> None:
        if self._outgoing:
            self._selector.unregister(self._stdin)
        self._outgoing.clear()

    def _read_errors(self) -> None:
        data = read_some(self._stderr)
        if data:
            self.errors.add(data)
        elif data == b"":
            self._selector.unregister(self._stderr)
