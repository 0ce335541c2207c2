"""An adapter that is a one-shot hook program: payload on standard input, answer by exit code and output.

It is run as users install it: in a project of its own with a home of its own, where the policy of the call is.
Each payload gets a process of its own.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from hookconform.attach import hook_host
from hookconform.attach.calls import AdapterGoneError, Broken, Call, Response, Result, StrayOutput
from hookconform.attach.hook_hosts import Host
from hookconform.attach.manifest import Manifest
from hookconform.attach.place.workplace import Workplace
from hookconform.ground.errors import HookconformError
from hookconform.ground.printable import shortened
from hookconform.ground.throw_away import throw_away

# Programs that run at the same time.
CONCURRENCY = 2
# Deadlines missed in a row after which nobody expects anything of the rest.
MAX_MISSES = 10
_SHOWN = 500
# What would have to be escaped in a payload that names the folder.
_UNFIT = frozenset('"\\')

Slot = tuple[Host, Workplace]


class HookProgramSession:
    """Starts the program once a call, at most `CONCURRENCY` at a time."""

    def __init__(self, manifest: Manifest, *, deadline: float) -> None:
        self.manifest = manifest
        self._deadline = deadline
        self._open = ExitStack()
        self._folder = self._open.enter_context(_throw_away_folder())
        self._missed = 0
        self.stray = StrayOutput()

    def initialize(self) -> Response:
        """Return what the manifest says, since a hook program cannot be asked."""
        mine = self.manifest
        known = {"protocol": mine.protocol, "name": mine.name, "version": mine.version, "language": mine.language}
        return Result({**known, **mine.stated, "platforms": sorted(mine.platforms)})

    def responses(self, calls: Iterable[Call]) -> Iterator[Response]:
        """Yield one response a call, in order; raises `AdapterGoneError` after `MAX_MISSES` missed deadlines.

        Raises `HookconformError` (`adapter.setup`) if a place cannot be set up.
        """
        slots = self._slots()
        free: SimpleQueue[Slot] = SimpleQueue()
        for slot in slots:
            free.put(slot)
        waiting: deque[tuple[Call, Future[Response]]] = deque()
        with ThreadPoolExecutor(CONCURRENCY) as pool:
            try:
                for call in calls:
                    waiting.append((call, pool.submit(self._ask, free, call)))
                    if len(waiting) > CONCURRENCY:
                        yield from self._next(waiting)
                while waiting:
                    yield from self._next(waiting)
            finally:
                # Programs that are still running end with their hosts, and nobody waits for their deadlines.
                for _, future in waiting:
                    future.cancel()
                for host, _ in slots:
                    host.close()

    def close(self) -> None:
        """Remove the throw-away folder."""
        self._open.close()

    def _slots(self) -> list[Slot]:
        hosts = [Host() for _ in range(CONCURRENCY)]
        return [(host, Workplace(self.manifest, self._folder / str(n), host)) for n, host in enumerate(hosts)]

    def _next(self, waiting: deque[tuple[Call, Future[Response]]]) -> Iterator[Response]:
        call, future = waiting.popleft()
        response = future.result()
        yield response
        self._missed = self._missed + 1 if isinstance(response, Broken) and response.missed else 0
        if self._missed == MAX_MISSES:
            what = f"the deadline of {self._deadline:g} s was missed {MAX_MISSES} times in a row"
            raise AdapterGoneError(f"{call.method} of {call.case_id}: {what}")

    def _ask(self, free: SimpleQueue[Slot], call: Call) -> Response:
        host, where = slot = free.get()
        try:
            try:
                request = where.request(call)
            except OSError as error:
                return Broken(f"the place of the hook program cannot be made: {error}")
            done = host.run({**request, "deadline": self._deadline})
            if done is not None:
                texts = {key: where.hidden(done[key]) for key in ("stdout", "stderr", "why") if key in done}
                done = {**done, **texts, "command": where.shown(call)}
        finally:
            free.put(slot)
        return self._response(done)

    def _response(self, done: dict[str, Any] | None) -> Response:
        if done is None:
            return Broken("the hook program's keeper was ended")
        match done.get("problem"):
            case hook_host.NOT_STARTED:
                return Broken(f"the hook program cannot be started: {done['why']}")
            case hook_host.MISSED:
                return Broken(f"the hook program did not end within {self._deadline:g} s", missed=True)
            case hook_host.TOO_MUCH:
                return Broken(f"the hook program wrote more than {hook_host.MAX_OUTPUT_BYTES >> 20} MB")
            case _ if done["exit_code"] < 0:
                said = shortened(done["stderr"].strip(), _SHOWN)
                how = f"the hook program was ended by signal {-done['exit_code']}"
                return Broken(f"{how}; it said: {said}" if said else how)
            case _:
                return Result(done)


@contextmanager
def _throw_away_folder() -> Generator[Path]:
    """Make a folder whose path can stand in any payload; raises `HookconformError` (`adapter.place`)."""
    with throw_away("hookconform-hook-") as folder:
        if not _UNFIT.isdisjoint(str(folder)) or not str(folder).isprintable():
            raise HookconformError(
                "adapter.place",
                f"The folder for temporary files, {str(folder.parent)!r}, has a name that JSON has to escape.",
                hint="Set TMPDIR to another one.",
            )
        yield folder
