"""pip: the running Python's own, or that of a virtual environment kept for it. Environments made with uv have none."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path

from hookconform.ground.cache import cache_root
from hookconform.ground.errors import EXIT_INCOMPLETE, HookconformError
from hookconform.ground.locks import alone
from hookconform_lab.programs.client import run_client

_SECONDS = 300


def pip_command() -> tuple[str, ...]:
    """Return the start of a command line of pip, for the version of Python that runs.

    Raises `HookconformError` (`program.pip`, `file.unwritable`) if there is none and none can be made.
    """
    if has_pip():
        return (sys.executable, "-m", "pip")
    folder = cache_root() / "pip" / f"{sys.version_info.major}.{sys.version_info.minor}"
    python = folder / "bin" / "python"
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with alone(folder.with_name(f".{folder.name}.lock")):
            if not python.exists():
                _make(folder)
    except OSError as error:
        raise _no_pip(f"{folder}: {error.strerror}") from error
    return (str(python), "-m", "pip")


def has_pip() -> bool:
    """Tell whether the running Python has pip."""
    return importlib.util.find_spec("pip") is not None


def _make(folder: Path) -> None:
    """Make the environment from what Python itself brings along; it takes its place when it is complete."""
    partial = folder.with_name(f".{folder.name}.new")
    shutil.rmtree(partial, ignore_errors=True)
    try:
        run_client([sys.executable, "-m", "venv", str(partial)], folder=folder.parent, seconds=_SECONDS)
    except HookconformError as error:
        raise _no_pip(error.what) from error
    partial.rename(folder)


def _no_pip(why: str) -> HookconformError:
    return HookconformError(
        "program.pip",
        f"This Python has no pip, and no environment with pip can be made: {why}",
        hint="Install pip into the environment that runs hookconform (`uv pip install pip`).",
        exit_code=EXIT_INCOMPLETE,
    )
