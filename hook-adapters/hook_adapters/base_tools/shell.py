"""Running a command in a shell so that nothing of it is left when it ends, however it ends.

The command runs below `supervisor.py`, which ends every process that it started: those of its process group, and where
the system can say so (Linux) also those that left it.
"""

from __future__ import annotations

import os
import selectors
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Protocol

MAX_SECONDS = 600.0
MAX_OUTPUT_BYTES = 60_000
# What ending the processes may take before the supervisor itself is ended.
_GRACE_SECONDS = 10.0
_SUPERVISOR = Path(__file__).with_name("supervisor.py")


@dataclass(frozen=True, slots=True)
class Command:
    """What a shell is to run: in the folder open as `folder`, for at most `seconds` (None: as long as it may)."""

    text: str
    folder: int
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended: what it wrote to either output, its exit code (None: it was ended), and whether in time."""

    output: str
    exit_code: int | None
    timed_out: bool = False


class Shell(Protocol):
    """What runs commands for the tools: `LocalShell`, or a program of your own (a container, another machine)."""

    def __call__(self, command: Command) -> Ended:
        """Run a command to its end."""
        ...


@dataclass(frozen=True)
class LocalShell:
    """Runs commands on this machine, **with everything that this process may do**: a command is not confined.

    `environment` are the variables that commands see (default: those of this process). No command runs longer than
    `max_seconds`; of more than `max_output_bytes` the middle is left out.
    """

    environment: Mapping[str, str] | None = None
    program: str = field(default_factory=lambda: "/bin/bash" if Path("/bin/bash").exists() else "/bin/sh")
    max_seconds: float = MAX_SECONDS
    max_output_bytes: int = MAX_OUTPUT_BYTES

    def __call__(self, command: Command) -> Ended:
        """Run a command; raises `OSError` where it cannot be started."""
        seconds = min(command.seconds or self.max_seconds, self.max_seconds)
        variables = dict(os.environ if self.environment is None else self.environment)
        said, saying = os.pipe()
        with open(said, "rb") as told:  # noqa: PTH123 (a descriptor, no path)
            try:
                process = subprocess.Popen(
                    (
                        *(sys.executable, "-I", "-S", str(_SUPERVISOR)),
                        *(str(command.folder), str(saying), str(seconds), self.program, command.text),
                    ),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    env=variables,
                    pass_fds=(command.folder, saying),
                )
            finally:
                os.close(saying)
            with process:
                output = _Output(self.max_output_bytes)
                try:
                    output.read_from(process, monotonic() + seconds + _GRACE_SECONDS)
                finally:
                    # The supervisor ends everything when this is closed.
                    if process.stdin:
                        process.stdin.close()
                    _end(process)
            word, _, code = told.read().decode().partition(" ")
        exit_code = int(code) if word == "ended" else None
        return Ended(output.text, exit_code, timed_out=word == "timeout")


def _end(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(_GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()


class _Output:
    """The beginning and the end of what is written."""

    def __init__(self, most: int) -> None:
        self._half = most // 2
        self._begin = bytearray()
        self._end = bytearray()
        self._left_out = 0

    def read_from(self, process: subprocess.Popen[bytes], until: float) -> None:
        """Read up to the end of the output, which comes when no process has it any more."""
        if process.stdout is None:
            return
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while (left := until - monotonic()) > 0:
                if selector.select(left):
                    data = os.read(process.stdout.fileno(), 65536)
                    if not data:
                        return
                    self._add(data)

    def _add(self, data: bytes) -> None:
        free = self._half - len(self._begin)
        self._begin += data[:free] if free > 0 else b""
        self._end += data[max(free, 0) :]
        over = len(self._end) - self._half
        if over > 0:
            self._left_out += over
            del self._end[:over]

    @property
    def text(self) -> str:
        """Return what was read as text, with a note where bytes were left out."""
        note = f"\n({self._left_out} bytes of output were left out here.)\n".encode() if self._left_out else b""
        return (bytes(self._begin) + note + bytes(self._end)).decode(errors="replace")
