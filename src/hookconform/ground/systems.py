"""What needs a POSIX system, said as an error where there is none: reading does not, running other programs does."""

from __future__ import annotations

import importlib.util
import os

from hookconform.ground.errors import HookconformError

# Modules of Python that only POSIX systems have.
_POSIX_ONLY = frozenset({"fcntl", "grp", "pty", "pwd", "resource", "termios"})


def require_posix(what: str) -> None:
    """Raise `HookconformError` (`system.posix`) where what starts and ends other programs is missing."""
    if not hasattr(os, "set_blocking") or not _has("fcntl"):
        raise _unsupported(what)


def posix_error(error: ImportError) -> HookconformError | None:
    """Return what to say of an import that only a POSIX system has; None for any other."""
    return _unsupported("This command") if error.name in _POSIX_ONLY else None


def _has(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ValueError:
        # How Python says that a module was taken away.
        return False


def _unsupported(what: str) -> HookconformError:
    return HookconformError(
        "system.posix",
        f"{what} needs a POSIX system, as Linux, macOS and the Windows Subsystem for Linux are.",
        hint="Read-only commands work here: explain, cases, case, respond, rules, confidence.",
    )
