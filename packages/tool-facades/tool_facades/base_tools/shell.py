"""Running a command in a shell so that nothing of it is left when it ends, however it ends.

The command runs below `supervisor.py`, which ends every process that it started: those of its process group, and where
the system can say so (Linux) also those that left it.
"""

from __future__ import annotations

import os
import selectors
import shlex
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic
from typing import Protocol, runtime_checkable

from tool_facades.base_tools.outcome import Refusal, counted
from tool_facades.base_tools.supervisor import PLACE_DESCRIPTOR

MAX_SECONDS = 600.0
MAX_OUTPUT_BYTES = 60_000
# How long a command in the background may take.
MAX_BACKGROUND_SECONDS = 86_400.0
# What ending the processes may take before the supervisor itself is ended.
_GRACE_SECONDS = 10.0
# How often it is looked whether the supervisor is gone, although somebody still has the output open.
_LOOK_SECONDS = 0.5
_MAX_PATH_BYTES = 8192
_SUPERVISOR = Path(__file__).with_name("supervisor.py")


@dataclass(frozen=True, slots=True)
class Command:
    """What a shell is to run: in the folder open as `folder`, for at most `seconds` (None: as long as it may).

    `may_go_on`: it may go on in the background after the call. `has_input`: something may be typed into it later, else
    its input is empty. `tells_folder`: the folder that it ends in is asked for.
    """

    text: str
    folder: int
    seconds: float | None = None
    may_go_on: bool = False
    has_input: bool = False
    tells_folder: bool = False


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended: what it wrote to either output, its exit code (None: it was ended), and whether in time.

    `folder` is the absolute path of the folder that it ended in, None if that was not asked or is not known.
    """

    output: str
    exit_code: int | None
    timed_out: bool = False
    folder: str | None = None


class Shell(Protocol):
    """What runs commands for the tools: `LocalShell`, or a program of your own (a container, another machine)."""

    def __call__(self, command: Command) -> Ended:
        """Run a command to its end."""
        ...


class Running(Protocol):
    """A command that runs; every method may be called from any thread."""

    def wait(self, seconds: float | None) -> Ended | None:
        """Wait for the end, at most so long (None: without a limit); return None if it is not there."""
        ...

    def written(self) -> str:
        """Return all that was written so far."""
        ...

    def new(self) -> str:
        """Return what was written since this was asked last."""
        ...

    def send(self, text: str) -> None:
        """Type something into the command; raises `Refusal` if it has no input."""
        ...

    def end(self) -> None:
        """End the command and all that it started, without waiting."""
        ...


@runtime_checkable
class BackgroundShell(Protocol):
    """A shell that also starts commands without waiting for their end, so that there are commands in the background."""

    def __call__(self, command: Command) -> Ended:
        """Run a command to its end."""
        ...

    def start(self, command: Command) -> Running:
        """Start a command."""
        ...


@dataclass(frozen=True)
class LocalShell:
    """Runs commands on this machine, **with everything that this process may do**: a command is not confined.

    `environment` are the variables that commands see (default: those of this process). No command runs longer than
    `max_seconds`, in the background than `max_background_seconds`; of more than `max_output_bytes` the middle is left
    out.
    """

    environment: Mapping[str, str] | None = None
    program: str = field(default_factory=lambda: "/bin/bash" if Path("/bin/bash").exists() else "/bin/sh")
    max_seconds: float = MAX_SECONDS
    max_output_bytes: int = MAX_OUTPUT_BYTES
    max_background_seconds: float = MAX_BACKGROUND_SECONDS

    def __call__(self, command: Command) -> Ended:
        """Run a command; raises `OSError` where it cannot be started."""
        run = _LocalRun(self, command)
        try:
            return run.to_end()
        finally:
            run.end()

    def start(self, command: Command) -> Running:
        """Start a command; raises `OSError` where it cannot be started."""
        return _LocalRun(self, command)


def _left_out(number: int) -> str:
    return f"{counted(number, 'byte')} of output {'was' if number == 1 else 'were'} left out here."


class _LocalRun:
    """A command of `LocalShell`; a thread reads what it writes until nobody has its output any more."""

    def __init__(self, shell: LocalShell, command: Command) -> None:
        most = shell.max_background_seconds if command.may_go_on else shell.max_seconds
        seconds = min(command.seconds or most, most)
        self._output = _Output(shell.max_output_bytes)
        self._done = Event()
        self._ended: Ended | None = None
        self._lock = Lock()
        self._until = monotonic() + seconds + _GRACE_SECONDS
        places = command.tells_folder and Path(shell.program).name == "bash"
        # Evaluated, so that no message about the command shows what stands before it.
        trap = f"trap 'pwd -P >&{PLACE_DESCRIPTOR}' EXIT; eval"
        text = f"{trap} {shlex.quote(command.text)}" if places else command.text
        told, telling = os.pipe()
        source, typing = os.pipe() if command.has_input else (-1, -1)
        place, placing = os.pipe() if places else (-1, -1)
        given = (command.folder, telling, source, placing)
        try:
            self._process = subprocess.Popen(
                (sys.executable, "-I", "-S", str(_SUPERVISOR), *map(str, (*given, seconds)), shell.program, text),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env=dict(os.environ if shell.environment is None else shell.environment),
                pass_fds=[number for number in given if number >= 0],
            )
        except BaseException:
            _close(told, typing, place)
            raise
        finally:
            _close(telling, source, placing)
        self._typing = typing
        Thread(target=self._follow, args=(told, place), daemon=True).start()

    def to_end(self) -> Ended:
        """Wait for the end."""
        self._done.wait()
        return self._ended or Ended(self._output.text, None)

    def wait(self, seconds: float | None) -> Ended | None:
        """Wait for the end, at most so long."""
        self._done.wait(seconds)
        return self._ended

    def written(self) -> str:
        """Return all that was written."""
        return self._output.text

    def new(self) -> str:
        """Return what was written since this was asked last."""
        return self._output.new()

    def send(self, text: str) -> None:
        """Type something into the command."""
        with self._lock:
            if self._typing < 0 or self._done.is_set():
                raise Refusal("Nothing can be typed into this command: its input is closed.")
            data = text.encode(errors="replace")
            os.set_blocking(self._typing, False)
            try:
                sent = os.write(self._typing, data)
            except (BlockingIOError, BrokenPipeError):
                sent = 0
        if sent < len(data):
            raise Refusal(f"The command reads nothing now: only {sent} of {counted(len(data), 'byte')} could be typed.")

    def end(self) -> None:
        """Let the supervisor end everything, which it does when this is closed."""
        with self._lock:
            if self._process.stdin and not self._process.stdin.closed:
                self._process.stdin.close()

    def _follow(self, told: int, place: int) -> None:
        try:
            self._read()
            self.end()
            try:
                self._process.wait(_GRACE_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            word, _, code = _rest(told).partition(" ")
            folder = _rest(place).removesuffix("\n") if place >= 0 else ""
            exit_code = int(code) if word == "ended" else None
            self._ended = Ended(self._output.text, exit_code, word == "timeout", folder or None)
        finally:
            with self._lock:
                self._done.set()
                _close(told, place, self._typing)
                self._typing = -1
            if self._process.stdout:
                self._process.stdout.close()

    def _read(self) -> None:
        """Read up to the end of the output, which comes when no process has it any more."""
        if self._process.stdout is None:
            return
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            while monotonic() < self._until:
                if selector.select(_LOOK_SECONDS):
                    data = os.read(self._process.stdout.fileno(), 65536)
                    if not data:
                        return
                    self._output.add(data)
                elif self._process.poll() is not None:
                    return


def _rest(descriptor: int) -> str:
    """Return what is in a pipe, without waiting for more."""
    os.set_blocking(descriptor, False)
    try:
        return os.read(descriptor, _MAX_PATH_BYTES).decode(errors="surrogateescape")
    except BlockingIOError:
        return ""


def _close(*descriptors: int) -> None:
    for descriptor in descriptors:
        if descriptor >= 0:
            os.close(descriptor)


class _Output:
    """The beginning and the end of what is written, and what of it is new."""

    def __init__(self, most: int) -> None:
        self._half = most // 2
        self._lock = Lock()
        self._begin = bytearray()
        self._end = bytearray()
        self._left_out = 0
        self._new = bytearray()
        self._new_left_out = 0

    def add(self, data: bytes) -> None:
        """Add what was read."""
        with self._lock:
            free = self._half - len(self._begin)
            self._begin += data[:free] if free > 0 else b""
            self._end += data[max(free, 0) :]
            over = len(self._end) - self._half
            if over > 0:
                self._left_out += over
                del self._end[:over]
            self._new += data
            over = len(self._new) - 2 * self._half
            if over > 0:
                self._new_left_out += over
                del self._new[:over]

    def new(self) -> str:
        """Return what was added since this was asked last, with a note where bytes were left out."""
        with self._lock:
            data, left_out = bytes(self._new), self._new_left_out
            self._new.clear()
            self._new_left_out = 0
        note = f"({_left_out(left_out)})\n" if left_out else ""
        return note + data.decode(errors="replace")

    @property
    def text(self) -> str:
        """Return what was read as text, with a note where bytes were left out."""
        with self._lock:
            note = f"\n({_left_out(self._left_out)})\n".encode() if self._left_out else b""
            return (bytes(self._begin) + note + bytes(self._end)).decode(errors="replace")
