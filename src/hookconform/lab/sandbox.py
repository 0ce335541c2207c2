"""A network namespace with loopback and nothing else, ended as a whole when time is up."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache

from hookconform.ground.errors import EXIT_INCOMPLETE, HookconformError

# New network and host name, and new process ids so that nothing outlives the run.
_FLAGS = ("--net", "--uts", "--ipc")
_PROCESSES = ("--pid", "--fork", "--kill-child", "--mount-proc")
_AS_USER = ("--map-root-user",)
_GRACE_SECONDS = 2


@cache
def namespace_command() -> tuple[str, ...]:
    """Return the command prefix that enters a fresh namespace; empty if this machine permits none."""
    unshare = shutil.which("unshare")
    if unshare is None:
        return ()
    user = () if os.geteuid() == 0 else _AS_USER
    for flags in ((*user, *_FLAGS, *_PROCESSES), (*_AS_USER, *_FLAGS, *_PROCESSES), (*user, *_FLAGS)):
        command = (unshare, *flags)
        probe = subprocess.run([*command, "true"], capture_output=True, check=False, timeout=20)
        if probe.returncode == 0:
            return command
    return ()


def enter(*, allow_network: bool) -> tuple[str, ...]:
    """Return the command prefix for a run; raises `HookconformError` (`lab.namespace`) rather than run open.

    With `allow_network` and no namespace the prefix is empty: the program then runs with the user's network.
    """
    command = namespace_command()
    if not command and not allow_network:
        raise HookconformError(
            "lab.namespace",
            "No network namespace can be made here, so the program would run with your network.",
            hint="Permit unprivileged user namespaces, run as root, or accept it with --allow-network.",
        )
    return command


def run_inside(
    arguments: list[str], *, prefix: tuple[str, ...], environment: dict[str, str], time_limit: float
) -> bool:
    """Run `python ARGUMENTS` in the sandbox and return whether it ended within `time_limit` seconds.

    On time-out, Ctrl-C, SIGTERM or any other way out, the whole process group is killed. Raises `HookconformError`
    (`lab.sandbox`) with its last words if the inside itself fails.
    """
    process = subprocess.Popen(
        [*prefix, sys.executable, *arguments],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        with _terminated_like_interrupted():
            _, stderr = process.communicate(timeout=time_limit)
    except subprocess.TimeoutExpired:
        return False
    finally:
        _end_group(process)
    if process.returncode != 0:
        last = stderr.strip().splitlines()[-1:] or [f"exit code {process.returncode}"]
        raise HookconformError(
            "lab.sandbox",
            f"The inside of the sandbox failed: {last[0]}",
            hint="Please report this with the command you ran.",
            exit_code=EXIT_INCOMPLETE,
        )
    return True


@contextmanager
def _terminated_like_interrupted() -> Generator[None]:
    """Let SIGTERM raise `KeyboardInterrupt`: the run is a session of its own and would outlive us."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _end_group(process: subprocess.Popen[str]) -> None:
    for number, seconds in ((signal.SIGTERM, _GRACE_SECONDS), (signal.SIGKILL, None)):
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            return
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            continue
