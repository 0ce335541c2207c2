"""An adapter that is a one-shot hook program: payload on standard input, answer by exit code and output.

It is run as users install it. The rule pack is written where the manifest says, below a throw-away folder that
is the program's working folder, and each payload gets a process of its own.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Lock
from typing import Any

from hookconform.attach import hook_host
from hookconform.attach.calls import (
    AdapterGoneError,
    Broken,
    Call,
    Response,
    Result,
    RulePack,
    StrayOutput,
)
from hookconform.attach.keeping import keeper_command
from hookconform.attach.launch import filled
from hookconform.attach.manifest import Manifest

# Programs that run at the same time.
CONCURRENCY = 2
# Deadlines missed in a row after which nobody expects anything of the rest.
MAX_MISSES = 10


def hook_command(manifest: Manifest, platform: str, event: str, rules: Path) -> tuple[list[str], dict[str, str]]:
    """Return the program's argv and the variables to add, with the placeholders filled in.

    A program named by a relative path is taken from the manifest's folder.
    """
    hook = manifest.hook
    special = hook.get("platforms", {}).get(platform, {})
    words = {
        "{platform}": platform,
        "{event}": event,
        "{rules}": str(rules),
        "{folder}": str(manifest.folder),
        "{python}": sys.executable,
    }
    argv = [filled(manifest.with_program(part), words) for part in special.get("command", hook["command"])]
    if os.sep in argv[0] and not Path(argv[0]).is_absolute():
        argv[0] = str(manifest.folder / argv[0])
    variables = {**hook.get("env", {}), **special.get("env", {})}
    return argv, {name: filled(manifest.with_program(value), words) for name, value in variables.items()}


def write_rules(pack: RulePack, path: Path) -> None:
    """Write a rule pack as YAML, or as JSON where the file is called so."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".json":
        path.write_text(pack.encoded, encoding="utf-8")
        return
    import yaml  # noqa: PLC0415 (only this kind of adapter needs it)

    path.write_text(yaml.safe_dump(pack.parsed, sort_keys=False, allow_unicode=True), encoding="utf-8")


def search_path() -> str:
    """Return PATH with the folder of this Python first, where the shipped programs are installed."""
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])


class HookProgramSession:
    """Starts the program once a call, at most `CONCURRENCY` at a time; every call brings the same rule pack."""

    def __init__(self, manifest: Manifest, *, deadline: float) -> None:
        self.manifest = manifest
        self._deadline = deadline
        self._folder = Path(tempfile.mkdtemp(prefix="hookconform-hook-"))
        self._rules = self._folder / manifest.hook["rules_path"]
        self._written: RulePack | None = None
        self._missed = 0
        self.stray = StrayOutput()

    def initialize(self) -> Response:
        """Return what the manifest says, since a hook program cannot be asked."""
        mine = self.manifest
        known = {"protocol": mine.protocol, "name": mine.name, "version": mine.version, "language": mine.language}
        return Result({**known, **mine.stated, "platforms": sorted(mine.platforms)})

    def responses(self, calls: Iterable[Call]) -> Iterator[Response]:
        """Yield one response a call, in order; raises `AdapterGoneError` after `MAX_MISSES` missed deadlines."""
        hosts = [_Host() for _ in range(CONCURRENCY)]
        free: SimpleQueue[_Host] = SimpleQueue()
        for host in hosts:
            free.put(host)
        waiting: deque[tuple[Call, Future[Response]]] = deque()
        with ThreadPoolExecutor(CONCURRENCY) as pool:
            try:
                for call in calls:
                    self._provide_rules(call)
                    waiting.append((call, pool.submit(self._ask, free, call.params)))
                    if len(waiting) > CONCURRENCY:
                        yield from self._next(waiting)
                while waiting:
                    yield from self._next(waiting)
            finally:
                # Programs that are still running end with their hosts, and nobody waits for their deadlines.
                for _, future in waiting:
                    future.cancel()
                for host in hosts:
                    host.close()

    def close(self) -> None:
        """Remove the throw-away folder."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _next(self, waiting: deque[tuple[Call, Future[Response]]]) -> Iterator[Response]:
        call, future = waiting.popleft()
        response = future.result()
        yield response
        self._missed = self._missed + 1 if isinstance(response, Broken) and response.missed else 0
        if self._missed == MAX_MISSES:
            what = f"the deadline of {self._deadline:g} s was missed {MAX_MISSES} times in a row"
            raise AdapterGoneError(f"{call.method} of {call.case_id}: {what}")

    def _provide_rules(self, call: Call) -> None:
        if call.rules is not None and call.rules is not self._written:
            write_rules(call.rules, self._rules)
            self._written = call.rules

    def _ask(self, free: SimpleQueue[_Host], params: dict[str, Any]) -> Response:
        argv, variables = hook_command(self.manifest, params["platform"], params["registered_event"] or "", self._rules)
        host = free.get()
        try:
            done = host.run(
                {
                    "argv": argv,
                    "folder": str(self._folder),
                    "environment": {**os.environ, "PATH": search_path(), **variables},
                    "payload": params["payload"],
                    "deadline": self._deadline,
                }
            )
        finally:
            free.put(host)
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
                return Broken(f"the hook program was ended by signal {-done['exit_code']}")
            case _:
                return Result(done)


class _Host:
    """A process that runs programs one after the other; started when it is needed, again if somebody ended it."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._lock = Lock()

    def run(self, request: dict[str, Any]) -> dict[str, Any] | None:
        """Return what the host says of one program, None if it ended over it."""
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
