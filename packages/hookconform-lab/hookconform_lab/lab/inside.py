"""The inside of the sandbox: `python -m hookconform_lab.lab.inside JOB`.

Brings loopback up, gives the machine a placeholder name, hides the file system, gives up all privileges, starts the
scripted model and runs the steps one after the other. Each outcome is appended as one JSON line as soon as it is
known, so that a run that is ended from outside leaves what it had.
"""

from __future__ import annotations

import fcntl
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path

from hookconform_lab.lab.enclosure import drop_privileges, enclose
from hookconform_lab.lab.job import Job, StepEnd, load_job
from hookconform_lab.lab.lifetime import dying_with
from hookconform_lab.lab.model_server.engine import Engine
from hookconform_lab.lab.model_server.listener import serving
from hookconform_lab.lab.scenario import Program, Terminal
from hookconform_lab.lab.terminal import run_terminal

PLACEHOLDER_HOST = "dev"
# linux/sockios.h and linux/if.h; the standard library has no names for them.
_SIOCGIFFLAGS, _SIOCSIFFLAGS, _IFF_UP = 0x8913, 0x8914, 0x1
_GRACE_SECONDS = 3


def bring_loopback_up() -> None:
    """Bring `lo` up without needing `ip`; a new network namespace starts with it down."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        answer = fcntl.ioctl(control, _SIOCGIFFLAGS, struct.pack("16sh14x", b"lo", 0))
        flags = struct.unpack("16sh14x", answer)[1]
        fcntl.ioctl(control, _SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", flags | _IFF_UP))


def run_program(step: Program, environment: dict[str, str], folder: Path) -> StepEnd:
    """Run a program to its end; at the time limit its process group is killed and what it said is kept."""
    started = time.monotonic()
    process = subprocess.Popen(
        step.argv,
        cwd=folder,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
        preexec_fn=dying_with(os.getpid()),  # noqa: PLW1509 (no thread of ours is in the middle of anything)
    )
    timed_out = False
    try:
        stdout, stderr = process.communicate(step.stdin, timeout=step.timeout)
    except subprocess.TimeoutExpired:
        timed_out = True
        _kill_group(process, signal.SIGTERM)
        try:
            stdout, stderr = process.communicate(timeout=_GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            _kill_group(process, signal.SIGKILL)
            stdout, stderr = process.communicate()
    finally:
        _kill_group(process, signal.SIGKILL)
    return StepEnd(process.returncode, timed_out, time.monotonic() - started, stdout, stderr)


def _kill_group(process: subprocess.Popen[str], number: signal.Signals) -> None:
    try:
        os.killpg(process.pid, number)
    except ProcessLookupError:
        return


def _terminal(step: Terminal, environment: dict[str, str], folder: Path) -> StepEnd:
    started = time.monotonic()
    ended = run_terminal(step, environment, folder)
    return StepEnd(ended.exit_code, ended.timed_out, time.monotonic() - started, ended.screen, missed=ended.missed)


def run_job(job: Job) -> None:
    """Run all steps of a job with the scripted model listening."""
    with serving(job.port, Engine(job.script, job.requests), job.served):
        for step in job.steps:
            run = run_program if isinstance(step, Program) else _terminal
            outcome = run(step, job.environment, job.workspace)  # pyright: ignore[reportArgumentType]
            with job.outcomes.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(outcome)) + "\n")


def main() -> None:
    """Prepare the namespaces, if there are any, and run the job named on the command line."""
    job = load_job(Path(sys.argv[1]))
    if job.isolated:
        bring_loopback_up()
        socket.sethostname(PLACEHOLDER_HOST)
        enclose(job.folder, job.shown)
        drop_privileges()
    run_job(job)


if __name__ == "__main__":
    main()
