"""Runs hook programs one after the other, as a process of its own: reads a line of JSON each, and writes one back.

A request is `{argv, folder, environment, payload, deadline}` (text, seconds). With `terminate` the program gets half of
the payload, and SIGTERM once it has read that. The answer is `{exit_code, stdout, stderr}`, or `{problem}` with one
of `MISSED` and so on. Whatever a program leaves running ends with it. The end of input, even in the middle of a call,
ends everything.
"""

from __future__ import annotations

import fcntl
import json
import os
import selectors
import signal
import subprocess
import sys
import termios
import time
from array import array
from typing import Any

from hookconform.attach.keeping import adopt_orphans, alarm_when_a_child_ends, drain, end_descendants, end_group

MISSED, TOO_MUCH, NOT_STARTED = "missed", "too much", "not started"
# Of standard output and standard error together; more is no answer to a platform.
MAX_OUTPUT_BYTES = 1 << 20
_CHUNK = 1 << 16
_PAUSE = 0.01


def main() -> None:
    """Do what the module says."""
    adopt_orphans()
    alarm = alarm_when_a_child_ends()
    for line in sys.stdin.buffer:
        done = _Call(json.loads(line), alarm).run()
        end_descendants()
        sys.stdout.write(json.dumps(done) + "\n")
        sys.stdout.flush()


class _Call:
    """One run of one program."""

    def __init__(self, request: dict[str, Any], alarm: int) -> None:
        self._request = request
        self._alarm = alarm
        payload = _encoded(request["payload"])
        self._terminate: bool = request.get("terminate", False)
        # What is held back keeps the program reading.
        self._payload = memoryview(payload[: len(payload) // 2] if self._terminate else payload)
        self._size = 0

    def run(self) -> dict[str, Any]:
        """Run the program to its end, or to the end of the host's patience."""
        try:
            process = subprocess.Popen(
                self._request["argv"],
                cwd=self._request["folder"],
                env=self._request["environment"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            return {"problem": NOT_STARTED, "why": str(error)}
        with process:
            problem, outputs = self._pump(process)
            end_group(process.pid)
            status = process.wait()
        if problem:
            return {"problem": problem}
        stdout, stderr = (data.decode("utf-8", "replace") for data in outputs)
        return {"exit_code": status, "stdout": stdout, "stderr": stderr}

    def _pump(self, process: subprocess.Popen[bytes]) -> tuple[str, list[bytearray]]:
        """Move bytes until the program has ended; returns what is wrong with it, and its two outputs."""
        assert process.stdin and process.stdout and process.stderr  # noqa: S101, PT018 (all are pipes)
        outputs = {stream.fileno(): bytearray() for stream in (process.stdout, process.stderr)}
        until = time.monotonic() + self._request["deadline"]
        with selectors.DefaultSelector() as selector:
            for descriptor in (*outputs, process.stdin.fileno()):
                os.set_blocking(descriptor, False)
            for descriptor in (*outputs, self._alarm, sys.stdin.fileno()):
                selector.register(descriptor, selectors.EVENT_READ)
            selector.register(process.stdin.fileno(), selectors.EVENT_WRITE)
            while process.poll() is None:
                for key, _ in selector.select(max(0, until - time.monotonic())):
                    if not self._move(key.fd, process, outputs):
                        selector.unregister(key.fd)
                if self._size > MAX_OUTPUT_BYTES:
                    return TOO_MUCH, []
                if time.monotonic() >= until:
                    return MISSED, []
        # What it left running may hold the pipes; it is ended, and only what is in them counts.
        end_group(process.pid)
        end_descendants()
        for descriptor, output in outputs.items():
            while self._size <= MAX_OUTPUT_BYTES and self._take(descriptor, output):
                pass
        return (TOO_MUCH if self._size > MAX_OUTPUT_BYTES else ""), list(outputs.values())

    def _move(self, descriptor: int, process: subprocess.Popen[bytes], outputs: dict[int, bytearray]) -> bool:
        """Do what a descriptor is ready for; tell whether it may be ready for more."""
        if descriptor == sys.stdin.fileno():
            # Requests come one by one, so this is the end of input.
            end_group(process.pid)
            end_descendants()
            os._exit(0)
        if descriptor == self._alarm:
            drain(self._alarm)
            return True
        if descriptor in outputs:
            # Ready, so that nothing to take means the end.
            return self._take(descriptor, outputs[descriptor])
        more = self._give(descriptor)
        if not more and process.stdin:
            if self._terminate and not _is_read(descriptor):
                # Asked again at once: it is the program's turn, and it may not have started yet.
                time.sleep(_PAUSE)
                return True
            if self._terminate:
                self._terminate = False
                os.killpg(process.pid, signal.SIGTERM)
                return False
            process.stdin.close()
        return more

    def _take(self, descriptor: int, output: bytearray) -> bool:
        """Take what a pipe holds; tell whether there may be more."""
        try:
            data = os.read(descriptor, _CHUNK)
        except BlockingIOError:
            return False
        output += data
        self._size += len(data)
        return bool(data)

    def _give(self, descriptor: int) -> bool:
        """Write what the pipe takes of the payload; tell whether there is more."""
        try:
            written = os.write(descriptor, self._payload[:_CHUNK])
        except BlockingIOError:
            return True
        except OSError:
            # The program does not read it; that is its own business.
            return False
        self._payload = self._payload[written:]
        return bool(self._payload)


def _is_read(descriptor: int) -> bool:
    """Tell whether what was written to a pipe has been read."""
    waiting = array("i", [0])
    fcntl.ioctl(descriptor, termios.FIONREAD, waiting)
    return not waiting[0]


def _encoded(payload: str) -> bytes:
    try:
        return payload.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return payload.encode("utf-8", "surrogatepass")
