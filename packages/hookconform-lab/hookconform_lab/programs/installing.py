"""Install a program as its program.toml states it: all of it or nothing, and one installer at a time."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from hookconform.attach.program import Program
from hookconform_lab.programs import from_git, from_npm, from_pypi

_INSTALL: dict[str, Callable[[Program], None]] = {
    "pypi": from_pypi.install,
    "npm": from_npm.install,
    "git": from_git.install,
}


def install(program: Program, say: Callable[[str], None]) -> Path:
    """Return the program's folder, installing it if it is not there as stated.

    The program's clients run with the user's rights and may run what a build runs; nothing outside of the cache
    is changed by us. Whatever is left of an attempt that failed is removed. Raises `HookconformError`
    (`program.tool-missing`, `program.client`).
    """
    program.folder.parent.mkdir(parents=True, exist_ok=True)
    with _locked(program.folder.with_name(f"{program.folder.name}.lock")):
        if program.is_installed:
            return program.folder
        say(f"installing {program.name} {program.version} ({program.source}) into {program.folder}")
        shutil.rmtree(program.folder, ignore_errors=True)
        program.folder.mkdir()
        try:
            _INSTALL[program.source](program)
        except BaseException:
            shutil.rmtree(program.folder, ignore_errors=True)
            raise
        program.mark_installed()
    return program.folder


@contextmanager
def _locked(path: Path) -> Generator[None]:
    """Hold the lock of one version; another installer waits, and then finds the program there."""
    with path.open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
