"""Starts one long-lived program, hands it its own streams, and ends all it has started when it ends or is told to.

Run as a process: `CONTROL KEPT… -- COMMAND…`, where CONTROL is a socket and the KEPT descriptors go on to the program.
It writes `started` and the program's id, or `failed` and why, then `ended` and the exit status (negative: the signal);
that its reader closes is the order to end everything.
"""

from __future__ import annotations

import os
import selectors
import socket
import subprocess
import sys
from contextlib import suppress

from hookconform.attach.keeping import adopt_orphans, alarm_when_a_child_ends, drain, end_descendants, end_group


def main() -> None:
    """Do what the module says."""
    split = sys.argv.index("--")
    control = socket.socket(fileno=int(sys.argv[1]))
    control.set_inheritable(False)
    kept = tuple(map(int, sys.argv[2:split]))
    adopt_orphans()
    alarm = alarm_when_a_child_ends()
    try:
        program = subprocess.Popen(sys.argv[split + 1 :], start_new_session=True, pass_fds=kept)
    except (OSError, ValueError) as error:
        control.sendall(f"failed {error}\n".encode(errors="replace"))
        return
    control.sendall(f"started {program.pid}\n".encode())
    _let_go_of(kept)
    with selectors.DefaultSelector() as selector:
        selector.register(alarm, selectors.EVENT_READ)
        selector.register(control, selectors.EVENT_READ)
        while program.poll() is None and not any(key.fd == control.fileno() for key, _ in selector.select()):
            drain(alarm)
    end_group(program.pid)
    status = program.wait()
    end_descendants()
    with suppress(OSError):
        control.sendall(f"ended {status}\n".encode())


def _let_go_of(kept: tuple[int, ...]) -> None:
    """Leave the streams to the program alone, so that they end when it does."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    for descriptor in (nothing, *kept):
        os.close(descriptor)
