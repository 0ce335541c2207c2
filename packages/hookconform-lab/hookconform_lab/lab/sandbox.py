"""Namespaces of a run: loopback and nothing else, files of its own; it ends as a whole, in time or with the lab."""

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
from hookconform_lab.lab.lifetime import dying_with
from hookconform_lab.lab.shown import PYTHONPATH

# New network, host name, message queues and mounts; new process ids, where permitted, so that nothing outlives the run.
_FLAGS = ("--net", "--uts", "--ipc", "--mount")
_PROCESSES = ("--pid", "--fork", "--kill-child")
_AS_USER = ("--map-root-user",)
_GRACE_SECONDS = 2
# The runs under way in this process, each begun by a thread of its own.
_UNDER_WAY: set[subprocess.Popen[str]] = set()


@cache
def namespace_command() -> tuple[str, ...]:
    """Return the command prefix that enters fresh namespaces; empty if this machine does not permit them."""
    unshare = shutil.which("unshare")
    if unshare is None:
        return ()
    user = () if os.geteuid() == 0 else _AS_USER
    for flags in ((*user, *_FLAGS, *_PROCESSES), (*_AS_USER, *_FLAGS, *_PROCESSES), (*user, *_FLAGS)):
        command = (unshare, *flags)
        probe = subprocess.run(
            [*command, sys.executable, "-m", "hookconform_lab.lab.enclosure"],
            env={"PATH": os.environ.get("PATH", os.defpath), "PYTHONPATH": PYTHONPATH},
            capture_output=True,
            check=False,
            timeout=60,
        )
        if probe.returncode == 0:
            return command
    return ()


def enter(*, allow_network: bool) -> tuple[str, ...]:
    """Return the command prefix for a run; raises `HookconformError` (`lab.namespace`) rather than run open.

    With `allow_network` and no namespaces the prefix is empty: the program then runs with the user's network and files.
    """
    command = namespace_command()
    if not command and not allow_network:
        raise HookconformError(
            "lab.namespace",
            "No namespaces can be made here, so the program would run with your network and your files.",
            hint="Permit unprivileged user namespaces, run as root, or accept it with --allow-network.",
        )
    return command


def run_inside(
    arguments: list[str], *, prefix: tuple[str, ...], environment: dict[str, str], time_limit: float
) -> bool:
    """Run `python ARGUMENTS` in the sandbox and return whether it ended within `time_limit` seconds.

    On time-out, Ctrl-C, SIGTERM or any other way out, the whole process group is killed; if this process itself is
    killed, so is the sandbox, and with its process ids everything that it started. Raises `HookconformError`
    (`lab.sandbox`) with its last words if the inside itself fails.
    """
    # From before it is started: else SIGTERM could end us between starting it and waiting for it.
    with terminated_like_interrupted():
        process = subprocess.Popen(
            [*prefix, sys.executable, *arguments],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=dying_with(os.getpid()),  # noqa: PLW1509 (it takes no lock that another thread could hold)
        )
        _UNDER_WAY.add(process)
        try:
            _, stderr = process.communicate(timeout=time_limit)
        except subprocess.TimeoutExpired:
            return False
        finally:
            _end_group(process)
            _UNDER_WAY.discard(process)
    if process.returncode != 0:
        last = stderr.strip().splitlines()[-1:] or [f"exit code {process.returncode}"]
        raise HookconformError(
            "lab.sandbox",
            f"The inside of the sandbox failed: {last[0]}",
            hint="Please report this with the command you ran.",
            exit_code=EXIT_INCOMPLETE,
        )
    return True


def end_all() -> None:
    """End the runs that other threads wait for: to them the inside of the sandbox has failed."""
    for process in list(_UNDER_WAY):
        _end_group(process)


@contextmanager
def terminated_like_interrupted() -> Generator[None]:
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
