"""An adapter that is a long-lived program: JSON-RPC 2.0, one message a line over standard input and output."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

from hookconform.attach.calls import (
    PROTOCOL,
    AdapterGoneError,
    Broken,
    Call,
    Refusal,
    Response,
    Result,
    StrayOutput,
)
from hookconform.attach.child import Child
from hookconform.attach.manifest import Manifest
from hookconform.ground.errors import EXIT_INCOMPLETE, HookconformError

# Requests that may be open at a time, and bytes that may wait to be written.
WINDOW = 64
_OUTGOING_LIMIT = 1 << 20
MAX_RESTARTS = 8
_GRACE_SECONDS = 2.0
# Recursion limit for answers about payloads that are nested on purpose; the C stack still holds it.
_DEEP = 20_000


@dataclass(slots=True)
class _Open:
    call: Call
    sent: bool = False
    response: Response | None = None


class ServeSession:
    """Pipelines requests, and restarts the program when it ends or hangs, at most `MAX_RESTARTS` times.

    If the program hangs, the oldest open request is to blame. If it ends with several requests open, they are
    asked again one by one until the one it ends over is found.
    """

    def __init__(self, manifest: Manifest, *, deadline: float) -> None:
        self.manifest = manifest
        self._deadline = deadline
        self._restarts = 0
        self._last_id = 0
        self._open: dict[int, _Open] = {}
        # How many of the oldest open requests are asked one by one.
        self._alone = 0
        self.stray = StrayOutput()
        self._child = self._start()

    def initialize(self) -> Response:
        """Return the adapter's answer to `initialize`."""
        try:
            return next(self.responses([Call("initialize", {"protocol": PROTOCOL})]))
        except AdapterGoneError as error:
            return Broken(str(error))

    def responses(self, calls: Iterable[Call]) -> Iterator[Response]:
        """Yield one answer a call, in order; raises `AdapterGoneError` once no restart is left."""
        source = iter(calls)
        progress = time.monotonic()
        while True:
            self._fill(source)
            if not self._open:
                return
            oldest = next(iter(self._open))
            response = self._open[oldest].response
            if response is not None:
                del self._open[oldest]
                self._alone = max(0, self._alone - 1)
                yield response
                continue
            self._child.pump(max(0.0, progress + self._deadline - time.monotonic()))
            if self._take_lines():
                progress = time.monotonic()
            elif self._child.ended:
                self._after_end()
                progress = time.monotonic()
            elif time.monotonic() >= progress + self._deadline:
                self._after_silence(self._open[oldest])
                progress = time.monotonic()

    def close(self) -> None:
        """Ask the program to shut down, then see to it that it has ended."""
        if not self._child.ended:
            # Answers to what is still open come too late to matter.
            self._open.clear()
            self._exchange(Call("shutdown", {}), _GRACE_SECONDS)
        self._child.stop(_GRACE_SECONDS)

    def _exchange(self, call: Call, seconds: float) -> bool:
        """Send one call outside the stream of calls, under the id 0, and tell whether it was answered in time."""
        self._child.send(_encode(0, call))
        until = time.monotonic() + seconds
        while not self._child.ended and time.monotonic() < until:
            self._child.pump(until - time.monotonic())
            while self._child.lines:
                line = self._child.lines.popleft()
                parsed = _parse(line)
                if parsed is not None and parsed[0] == 0:
                    return True
                if parsed is None and line.strip():
                    self.stray.add(line.decode(errors="replace"))
        return False

    def _start(self) -> Child:
        command = [self.manifest.with_program(part) for part in self.manifest.raw["run"]["command"]]
        try:
            return Child(command, self.manifest.folder)
        except OSError as error:
            raise HookconformError(
                "adapter.start",
                f"The adapter's program cannot be started: {error}.",
                where=str(self.manifest.path),
                hint="Check `command` below [run]; it runs in the manifest's folder.",
                exit_code=EXIT_INCOMPLETE,
            ) from error

    def _fill(self, source: Iterator[Call]) -> None:
        in_flight = sum(item.sent and item.response is None for item in self._open.values()) if self._alone else 0
        if self._alone:
            for number, item in self._open.items():
                if in_flight:
                    return
                if not item.sent:
                    self._send(number, item)
                    in_flight = 1
            return
        while len(self._open) < WINDOW and self._child.outgoing_bytes < _OUTGOING_LIMIT:
            call = next(source, None)
            if call is None:
                return
            self._last_id += 1
            self._open[self._last_id] = item = _Open(call)
            self._send(self._last_id, item)

    def _send(self, number: int, item: _Open) -> None:
        self._child.send(_encode(number, item.call))
        item.sent = True

    def _take_lines(self) -> bool:
        """Match the lines read with open requests; tell whether any was an answer."""
        answered = False
        while self._child.lines:
            line = self._child.lines.popleft()
            parsed = _parse(line)
            item = self._open.get(parsed[0]) if parsed else None
            if parsed is None or item is None or not item.sent or item.response is not None:
                if line.strip():
                    self.stray.add(line.decode(errors="replace"))
                continue
            item.response = parsed[1]
            answered = True
        return answered

    def _after_end(self) -> None:
        self._child.stop(_GRACE_SECONDS)
        reason = f"the adapter {self._child.obituary()}"
        waiting = [item for item in self._open.values() if item.sent and item.response is None]
        if len(waiting) == 1:
            waiting[0].response = Broken(f"{waiting[0].call.method}: {reason}")
        self._restart(waiting[0].call, reason)
        for item in waiting:
            item.sent = item.response is not None
        self._alone = len(self._open)

    def _after_silence(self, oldest: _Open) -> None:
        reason = f"no answer within {self._deadline:g} s"
        oldest.response = Broken(f"{oldest.call.method}: {reason}")
        self._child.stop(0)
        self._restart(oldest.call, reason)
        for number, item in self._open.items():
            if item.response is None:
                item.sent = False
                if not self._alone:
                    self._send(number, item)

    def _restart(self, call: Call, reason: str) -> None:
        if not call.case_id:
            # Nothing was judged yet: the program does not start at all.
            self._give_up(call, reason)
        self._restarts += 1
        if self._restarts > MAX_RESTARTS:
            self._give_up(call, f"{reason}; it was restarted {MAX_RESTARTS} times")
        self._child = self._start()
        if not self._exchange(Call("initialize", {"protocol": PROTOCOL}), self._deadline):
            self._give_up(call, f"{reason}; it did not start again")

    def _give_up(self, call: Call, reason: str) -> NoReturn:
        self._child.stop(0)
        raise AdapterGoneError(f"{call.method} of {call.case_id}: {reason}" if call.case_id else reason)


def _encode(number: int, call: Call) -> bytes:
    # ASCII only: a payload may hold lone surrogates, which no UTF-8 has.
    params = json.dumps(call.params, separators=(",", ":"))
    if call.rules is not None:
        params = f'{params[:-1]},"rules":{call.rules.encoded}}}'
    return f'{{"jsonrpc":"2.0","id":{number},"method":"{call.method}","params":{params}}}\n'.encode()


def _parse(line: bytes) -> tuple[int, Response] | None:
    """Return id and answer of a response line, None if it is no response."""
    try:
        message: Any = json.loads(line, parse_constant=_no_constant)
    except ValueError:
        return None
    except RecursionError:
        return _parse_deep(line)
    return _response(message)


def _parse_deep(line: bytes) -> tuple[int, Response] | None:
    """Parse a line that is nested as deeply as the deepest payloads, or say over which request that failed."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(_DEEP)
    try:
        return _response(json.loads(line, parse_constant=_no_constant))
    except ValueError:
        return None
    except RecursionError:
        number = re.search(rb'"id"\s*:\s*([0-9]{1,9})', line)
        return (int(number[1]), Broken("the answer is nested too deeply to be read")) if number else None
    finally:
        sys.setrecursionlimit(before)


def _response(message: Any) -> tuple[int, Response] | None:
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        return None
    number = message.get("id")
    if not isinstance(number, int) or isinstance(number, bool):
        return None
    if "result" in message and "error" not in message:
        return number, Result(message["result"])
    error = message.get("error")
    if "result" in message or not isinstance(error, dict) or not isinstance(error.get("code"), int):
        return None
    return number, Refusal(error["code"], str(error.get("message", "")))


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)
