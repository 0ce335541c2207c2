"""Run one command and end every process that it started.

`shell.py` starts this as a program of its own:

    supervisor.py FOLDER STATUS INPUT PLACE SECONDS SHELL COMMAND

FOLDER is the descriptor of the folder to run in, STATUS the one to tell the end to: `ended CODE`, `timeout`, or nothing
when standard input was closed, which means that nobody waits any more. INPUT is the descriptor that the command reads,
PLACE one that it gets as `PLACE_DESCRIPTOR`; -1 stands for none.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time

# Between being asked to end and being ended.
GRACE_SECONDS = 0.5
# A process that cannot be ended at all (it waits for a device, it is somebody else's) is given up after this.
GIVE_UP_SECONDS = 5.0
# Where the system has no descriptor of a process to wait for.
POLL_SECONDS = 0.01
NOT_STARTED = 127
_SET_CHILD_SUBREAPER = 36
# Where the command finds the descriptor that takes the folder it ends in; scripts use lower ones.
PLACE_DESCRIPTOR = 198


def main(arguments: list[str]) -> None:
    """Run the command."""
    folder, status, source, place, seconds, shell, command = arguments
    given = [int(number) for number in (folder, status, source, place) if number != "-1"]
    for descriptor in given:
        os.set_inheritable(descriptor, False)  # noqa: FBT003 (takes no name)
    adopts = _adopt()
    child = _start(int(folder), int(source), int(place), shell, command)
    # The command alone has them: when it ends, so do they.
    for number in (source, place):
        if number != "-1":
            os.close(int(number))
    until = time.monotonic() + float(seconds)
    end = _wait(child, until)
    if end == "timeout":
        _signal_group(child, signal.SIGTERM)
        _wait(child, time.monotonic() + GRACE_SECONDS)
    _end_all(child, adopts=adopts)
    os.write(int(status), end.encode())


def _adopt() -> bool:
    """Become the parent of every process whose own ends; tell whether the system can do that."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        import ctypes

        return ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0
    except (ImportError, OSError, AttributeError):
        return False


def _start(folder: int, source: int, place: int, shell: str, command: str) -> int:
    child = os.fork()
    if child:
        return child
    try:
        os.setsid()
        os.fchdir(folder)
        os.dup2(os.open(os.devnull, os.O_RDONLY) if source < 0 else source, 0)
        if place >= 0:
            os.dup2(place, PLACE_DESCRIPTOR)
        os.execv(shell, (shell, "-c", command))  # noqa: S606 (the one place where a shell is started)
    except OSError as error:
        os.write(2, f"{shell} cannot be started: {error.strerror}\n".encode())
    os._exit(NOT_STARTED)


def _wait(child: int, until: float) -> str:
    """Wait for the command, for the time, or for standard input to be closed; return what is told of it."""
    try:
        ended: list[int] = [os.pidfd_open(child)]
    except (AttributeError, OSError):
        ended = []
    while True:
        done, code = _ended(child)
        if done:
            return f"ended {code}"
        left = until - time.monotonic()
        if left <= 0:
            return "timeout"
        ready, _, _ = select.select([0, *ended], [], [], left if ended else min(left, POLL_SECONDS))
        if 0 in ready:
            return ""


def _ended(child: int) -> tuple[bool, int]:
    """Tell whether the command has ended, and how; a signal counts as 128 and its number, as shells say it."""
    try:
        found, status = os.waitpid(child, os.WNOHANG)
    except ChildProcessError:
        return True, NOT_STARTED
    code = os.waitstatus_to_exitcode(status) if found else 0
    return bool(found), 128 - code if code < 0 else code


def _end_all(group: int, *, adopts: bool) -> None:
    """End the group, and every process that became a child of this one, until there is none."""
    until = time.monotonic() + GIVE_UP_SECONDS
    while time.monotonic() < until:
        _signal_group(group, signal.SIGKILL)
        for child in _children() if adopts else ():
            _signal(child)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(POLL_SECONDS)


def _children() -> list[int]:
    """Return the processes whose parent this one is."""
    own = str(os.getpid())
    found: list[int] = []
    for name in os.listdir("/proc"):  # noqa: PTH208 (pathlib would double the time to start)
        if name.isdecimal():
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:  # noqa: PTH123
                    fields = file.read().rpartition(")")[2].split()
            except OSError:
                continue
            if len(fields) > 1 and fields[1] == own:
                found.append(int(name))
    return found


def _signal_group(group: int, number: int) -> None:
    try:
        os.killpg(group, number)
    except OSError:
        return


def _signal(process: int) -> None:
    try:
        os.kill(process, signal.SIGKILL)
    except OSError:
        return


if __name__ == "__main__":
    main(sys.argv[1:])
