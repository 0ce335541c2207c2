"""An adapter that is a long-lived program: JSON-RPC 2.0, one message a line over standard input and output."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NoReturn

from hookconform.attach.calls import AdapterGoneError, Answer, Broken, Call, Response, StrayOutput
from hookconform.attach.child import Child
from hookconform.attach.handshake import disagreements
from hookconform.attach.launch import Launch
from hookconform.attach.manifest import Manifest
from hookconform.attach.messages import Answered, digest_of_rest, read_line, request, request_answered
from hookconform.ground.errors import EXIT_INCOMPLETE, HookconformError
from hookconform.ground.printable import shortened

# Requests that may be open at a time, and bytes that may wait to be written.
WINDOW = 64
# With no more open than this, requests are sent again, many at once: each write and wait costs as much as a request.
_LOW = WINDOW // 2
_OUTGOING_LIMIT = 1 << 20
_MOMENT_SECONDS = 0.0005
MAX_RESTARTS = 8
_GRACE_SECONDS = 2.0
# The id of requests outside the stream of calls.
_ASIDE = 0


@dataclass(slots=True)
class _Open:
    call: Call
    sent: bool = False
    answer: Answer | None = None


class ServeSession:
    """Pipelines requests, and restarts the program when it ends or hangs, at most `MAX_RESTARTS` times.

    If the program hangs, the oldest open request is to blame. If it ends with several requests open, they are
    asked again one by one until the one it ends over is found.
    """

    def __init__(self, manifest: Manifest, launch: Launch, *, deadline: float) -> None:
        self.manifest = manifest
        self._launch = launch
        self._deadline = deadline
        self._restarts = 0
        self._last_id = _ASIDE
        self._open: dict[int, _Open] = {}
        # How many of the oldest open requests are asked one by one.
        self._alone = 0
        self.stray = StrayOutput()
        self._child = self._start()

    def initialize(self) -> Response:
        """Return the adapter's response to `initialize`."""
        try:
            return next(self.responses([Call("initialize", {"protocol": self.manifest.protocol})]))
        except AdapterGoneError as error:
            return Broken(_with_words(str(error), error.said))

    def responses(self, calls: Iterable[Call]) -> Iterator[Response]:
        """Yield one response a call, in order, each read; raises `AdapterGoneError` once no restart is left."""
        for answer in self.answers(calls):
            assert answer.response is not None  # noqa: S101 (no call has an answer that is known)
            yield answer.response

    def answers(self, calls: Iterable[Call]) -> Iterator[Answer]:
        """Yield one answer a call, as `responses`; one that its call knows is not read."""
        source = iter(calls)
        # Seconds spent waiting for the oldest; reading cases and judging answers is not the program's time.
        waited = 0.0
        while True:
            self._fill(source)
            if not self._open:
                return
            oldest = next(iter(self._open))
            answer = self._open[oldest].answer
            if answer is not None:
                del self._open[oldest]
                self._alone = max(0, self._alone - 1)
                yield answer
                continue
            before = time.monotonic()
            self._await_several()
            self._child.pump(max(0.0, self._deadline - waited))
            waited += time.monotonic() - before
            if self._take_lines():
                waited = 0.0
            elif self._child.ended:
                self._after_end()
                waited = 0.0
            elif waited >= self._deadline:
                self._after_silence(self._open[oldest])
                waited = 0.0

    def _await_several(self) -> None:
        """Let answers gather for a moment while the program has enough to do: each look at the pipe costs CPU time."""
        if len(self._open) > _LOW and not self._child.outgoing_bytes:
            time.sleep(_MOMENT_SECONDS)

    def close(self) -> None:
        """Ask the program to shut down, then see to it that it has ended."""
        if not self._child.ended:
            self._exchange(Call("shutdown", {}), _GRACE_SECONDS)
        self._child.stop(_GRACE_SECONDS)
        self._take_printed()

    def _exchange(self, call: Call, seconds: float) -> Response:
        """Send one call outside the stream of calls, and return its response; `Broken` if none came in time."""
        self._child.send(request(_ASIDE, call))
        until = time.monotonic() + seconds
        while not self._child.ended and time.monotonic() < until:
            self._child.pump(until - time.monotonic())
            self._take_printed()
            while self._child.answers.lines:
                line = self._child.answers.lines.popleft()
                found = read_line(line)
                for item in found:
                    if item.number in {_ASIDE, None}:
                        return item.response
                if not found and line.strip():
                    self.stray.add(line.decode(errors="replace"))
        return Broken(f"{call.method}: no answer")

    def _start(self) -> Child:
        try:
            return Child(self._launch.command, self._launch.folder, self._launch.environment)
        except OSError as error:
            raise HookconformError(
                "adapter.start",
                f"The adapter's program cannot be started: {error}.",
                where=str(self.manifest.path),
                hint=self._launch.hint,
                exit_code=EXIT_INCOMPLETE,
            ) from error

    def _fill(self, source: Iterator[Call]) -> None:
        if self._alone:
            unsent = next(((number, item) for number, item in self._open.items() if not item.sent), None)
            if unsent is not None and self._oldest_waiting() is None:
                self._send(*unsent)
            return
        if len(self._open) > _LOW:
            return
        while len(self._open) < WINDOW and self._child.outgoing_bytes < _OUTGOING_LIMIT:
            call = next(source, None)
            if call is None:
                return
            self._last_id += 1
            self._open[self._last_id] = item = _Open(call)
            self._send(self._last_id, item)

    def _send(self, number: int, item: _Open) -> None:
        self._child.send(self._encoded(number, item.call))
        item.sent = True

    def _encoded(self, number: int, call: Call) -> bytes:
        """Return a request as the program reads it, the next one after those already encoded for it."""
        return request(number, call)

    def _take_lines(self) -> bool:
        """Match the lines read with open requests; tell whether any was an answer."""
        self._take_printed()
        answered = False
        while self._child.answers.lines:
            line = self._child.answers.lines.popleft()
            if self._take_known(line):
                answered = True
                continue
            found = read_line(line)
            if not found and line.strip():
                self.stray.add(line.decode(errors="replace"))
            for item in found:
                answered = self._take(item, line) or answered
        return answered

    def _take_known(self, line: bytes) -> bool:
        """Take a line that is, byte for byte, the answer known to the call it names; tell whether it is."""
        named = request_answered(line)
        item = None if named is None else self._open.get(named[0])
        if named is None or item is None or not item.sent or item.answer is not None:
            return False
        known = item.call.encoded.known if item.call.encoded is not None else b""
        if not known or digest_of_rest(line, named[1]) != known:
            return False
        item.answer = Answer(None, line)
        return True

    def _take(self, answered: Answered, line: bytes) -> bool:
        number = answered.number
        # A line that names no request is about the oldest, as far as anybody can tell.
        item = self._oldest_waiting() if number is None else self._open.get(number)
        if item is not None and item.sent and item.answer is None:
            item.answer = Answer(answered.response, line)
            return True
        text = line.decode(errors="replace")
        self.stray.add(text)
        if number is not None and _ASIDE < number <= self._last_id:
            what = f"a second answer to request {number}: {shortened(text, 200)}"
            self._give_up(Call("", {}), f"protocol error: {what}")
        return False

    def _oldest_waiting(self) -> _Open | None:
        return next((item for item in self._open.values() if item.sent and item.answer is None), None)

    def _take_printed(self) -> None:
        printed = self._child.printed
        while printed is not None and printed.lines:
            line = printed.lines.popleft()
            if line.strip():
                self.stray.add(line.decode(errors="replace"))

    def _after_end(self) -> None:
        self._child.stop(_GRACE_SECONDS)
        self._take_printed()
        reason = f"the adapter {self._child.obituary()}"
        waiting = [item for item in self._open.values() if item.sent and item.answer is None]
        if len(waiting) == 1:
            words = _with_words(reason, self._child.errors.lines())
            waiting[0].answer = Answer(Broken(f"{waiting[0].call.method}: {words}"))
        self._restart(waiting[0].call, reason)
        for item in waiting:
            item.sent = item.answer is not None
        self._alone = len(self._open)

    def _after_silence(self, oldest: _Open) -> None:
        reason = f"no answer within {self._deadline:g} s"
        oldest.answer = Answer(Broken(f"{oldest.call.method}: {reason}"))
        self._child.stop(0)
        self._take_printed()
        self._restart(oldest.call, reason)
        for number, item in self._open.items():
            if item.answer is None:
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
        try:
            self._child = self._start()
        except HookconformError as error:
            self._give_up(call, f"{reason}; {error.what}")
        response = self._exchange(Call("initialize", {"protocol": self.manifest.protocol}), self._deadline)
        wrong = disagreements(self.manifest, response)
        if wrong:
            self._give_up(call, f"{reason}; restarted, it did not start again: {'; '.join(wrong)}")

    def _give_up(self, call: Call, reason: str) -> NoReturn:
        self._child.stop(0)
        self._take_printed()
        place = f"{call.method} of {call.case_id}: " if call.case_id else ""
        raise AdapterGoneError(place + reason, self._child.errors.lines())


def _with_words(reason: str, said: Sequence[str]) -> str:
    """Return a reason followed by the lines that a program wrote to standard error, if there are any."""
    return f"{reason}; it said: " + "\n".join(said) if said else reason
