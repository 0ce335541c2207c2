"""One process at a time."""

from __future__ import annotations

import fcntl
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from hookconform.ground.errors import EXIT_INCOMPLETE, HookconformError, reason


@contextmanager
def alone(path: Path) -> Generator[None]:
    """Hold a lock on a file of this name while the context lasts; others wait, and a process that dies lets go.

    Raises `HookconformError` (`file.unwritable`) if the file cannot be made.
    """
    try:
        file = path.open("w", encoding="utf-8")
    except OSError as error:
        raise HookconformError(
            "file.unwritable",
            f"The lock cannot be made: {reason(error)}.",
            where=str(path),
            hint="Check path and rights.",
            exit_code=EXIT_INCOMPLETE,
        ) from error
    with file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
