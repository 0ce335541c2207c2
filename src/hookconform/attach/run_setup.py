"""`[run] setup`: commands that make an adapter ready, run once before it is started."""

from __future__ import annotations

import fcntl
import hashlib
import os
import tempfile
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

from hookconform.attach.hook_command import shown, started
from hookconform.attach.hook_hosts import Host
from hookconform.attach.launch import environment_of, run_words
from hookconform.attach.manifest import Manifest
from hookconform.attach.setup_command import demand

# Seconds for one command: enough to compile a program whose libraries are there.
SECONDS = 300.0
# What pytest-xdist tells the processes of one run, so that they know they are one.
_TOGETHER = "PYTEST_XDIST_TESTRUNUID"


def set_up(manifest: Manifest) -> None:
    """Run the commands of `[run] setup` in the manifest's folder; nothing where there are none.

    Processes of one pytest run do it once together. Raises `HookconformError` (`adapter.setup`).
    """
    if manifest.run is None or not manifest.run.setup:
        return
    with _once(manifest) as is_done:
        if not is_done:
            _run(manifest, manifest.run.setup)


def _run(manifest: Manifest, commands: tuple[tuple[str, ...], ...]) -> None:
    words = run_words(manifest)
    environment = {**os.environ, **environment_of(manifest)}
    with closing(Host()) as host:
        for command in commands:
            request = {
                "argv": started(manifest, command, words),
                "folder": str(manifest.folder),
                "environment": environment,
                "payload": "",
                "deadline": SECONDS,
            }
            demand(
                host.run(request),
                where=f"{manifest.path}: {shown(command, words)}",
                hint="It runs in the manifest's folder before the adapter is started.",
                seconds=SECONDS,
            )


@contextmanager
def _once(manifest: Manifest) -> Generator[bool]:
    """Tell whether another process of the same run has done it; until it has, nobody else begins."""
    together = os.environ.get(_TOGETHER)
    if together is None:
        yield False
        return
    name = hashlib.sha256(f"{together}\0{manifest.path}".encode()).hexdigest()
    with (Path(tempfile.gettempdir()) / f"hookconform-setup-{name}").open("a+", encoding="utf-8") as mark:
        fcntl.flock(mark, fcntl.LOCK_EX)
        yield bool(os.fstat(mark.fileno()).st_size)
        mark.write("done\n")
