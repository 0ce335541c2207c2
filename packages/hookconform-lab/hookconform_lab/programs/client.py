"""Run a registry's or a compiler's own client, and say what failed in its words."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from hookconform.ground.errors import EXIT_INCOMPLETE, HookconformError

_LINES = 3
_LINE = 300


def need(name: str, reason: str) -> str:
    """Return the path of a program on PATH; raises `HookconformError` (`program.tool-missing`)."""
    found = shutil.which(name)
    if found is None:
        raise missing(f"{name} is not on PATH ({reason}).")
    return found


def missing(what: str) -> HookconformError:
    """Return the error for a tool that is not there, or too old."""
    hint = "Install it with your system's package manager and try again."
    return HookconformError("program.tool-missing", what, hint=hint, exit_code=EXIT_INCOMPLETE)


def run_client(
    command: Sequence[str], *, folder: Path, seconds: float, variables: Mapping[str, str] | None = None
) -> str:
    """Run a client in a folder and return its standard output.

    Raises `HookconformError` (`program.client`) if it fails, or does not end within `seconds`.
    """
    shown = f"{Path(command[0]).name} {next((word for word in command[1:] if not word.startswith('-')), '')}".strip()
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, **(variables or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise _failed(f"`{shown}` did not end in {seconds:.0f} s.") from error
    if done.returncode != 0:
        said = [line.strip()[:_LINE] for line in done.stderr.splitlines() if line.strip()][-_LINES:]
        raise _failed(f"`{shown}` failed: {' / '.join(said) or 'it gave no reason'}")
    return done.stdout


def _failed(what: str) -> HookconformError:
    hint = "Check that it can reach its registry or repository, and that the version exists."
    return HookconformError("program.client", what, hint=hint, exit_code=EXIT_INCOMPLETE)
