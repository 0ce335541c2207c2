"""The processes that run hook programs for a session, one program at a time each."""

from __future__ import annotations

import json
import subprocess
from contextlib import suppress
from threading import Lock
from typing import Any

from hookconform.attach.keeping import keeper_command


class Host:
    """A process that runs programs one after the other; started when it is needed, again if somebody ended it."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._lock = Lock()

    def run(self, request: dict[str, Any]) -> dict[str, Any] | None:
        """Return what the host says of one program (`hook_host`), None if it ended over it."""
        process = self._running()
        if process is None:
            return None
        assert process.stdin and process.stdout  # noqa: S101, PT018 (both are pipes)
        try:
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except (OSError, ValueError):
            line = b""
        if not line.endswith(b"\n"):
            self._end()
            return None
        return json.loads(line)

    def close(self) -> None:
        """End the host, and a program that it is running."""
        self._closed = True
        self._end()

    def _running(self) -> subprocess.Popen[bytes] | None:
        with self._lock:
            if self._process is None and not self._closed:
                self._process = subprocess.Popen(
                    keeper_command("hook_host"),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                )
            return self._process

    def _end(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin and process.stdout  # noqa: S101, PT018 (both are pipes)
        with suppress(OSError):
            process.stdin.close()
        process.wait()
        process.stdout.close()
