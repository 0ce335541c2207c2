"""Nothing that an adapter starts outlives it: orphans of a program become children of its keeper, who ends them.

Imported by the keepers, which run in processes of their own; the process of the suite itself stays as it is, because
it may have children that are nobody's business here (a test session's servers, say).
"""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

_SET_CHILD_SUBREAPER = 36
_PATIENCE = 5.0
_PAUSE = 0.002


def keeper_command(module: str) -> list[str]:
    """Return the command that runs `main` of a module of this package in a bare interpreter of its own.

    Neither the environment nor the working folder decides what it imports.
    """
    root = Path(__file__).resolve().parents[2]
    code = f"import sys; sys.path.append({str(root)!r}); from hookconform.attach.{module} import main; main()"
    return [sys.executable, "-I", "-S", "-c", code]


def adopt_orphans() -> None:
    """Become the parent of every orphan among this process's descendants, where the system can do that (Linux)."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes  # noqa: PLC0415 (only where it can be used)

    ctypes.CDLL(None, use_errno=True).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def alarm_when_a_child_ends() -> int:
    """Return a descriptor that can be read from once a child has ended."""
    alarm, trigger = os.pipe()
    for end in (alarm, trigger):
        os.set_blocking(end, False)
    signal.set_wakeup_fd(trigger, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    return alarm


def drain(alarm: int) -> None:
    """Empty the descriptor."""
    with suppress(BlockingIOError):
        while os.read(alarm, 512):
            pass


def end_group(leader: int) -> None:
    """End a process group, by the id of its leader."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def end_descendants() -> None:
    """End and wait for all children, and those that become children because their parent ended; bounded in time."""
    until = time.monotonic() + _PATIENCE
    while _some_are_left() and time.monotonic() < until:
        for child in _children():
            with suppress(ProcessLookupError, PermissionError):
                os.kill(child, signal.SIGKILL)
        time.sleep(_PAUSE)


def _some_are_left() -> bool:
    """Wait for every child that has ended; tell whether there are others."""
    while True:
        try:
            ended, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return False
        if ended == 0:
            return True


def _children() -> list[int]:
    """Return the children of this process; empty where they cannot be told."""
    found: list[int] = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, ValueError, IndexError):
            # The name, in parentheses, may hold anything; the parent is the second field behind it.
            if int(entry.read_bytes().rpartition(b")")[2].split()[1]) == os.getpid():
                found.append(int(entry.parent.name))
    return found
