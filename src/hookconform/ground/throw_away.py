"""Folders that are thrown away: at the end, or, where their maker was killed, when the next one is made.

A folder is ours if it has a lock file with our words in it, which its maker wrote while it held the lock. The maker is
dead if somebody else can have that lock.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

LOCK_NAME = ".hookconform-lock"
_WORDS = b"held by the process that made this folder\n"


@contextmanager
def throw_away(prefix: str) -> Generator[Path]:
    """Make an empty folder in the folder for temporary files, for this user only, and remove it at the end.

    It holds its lock, a file called `LOCK_NAME`. Those of the same prefix whose makers were killed are removed first.
    """
    place = Path(tempfile.gettempdir()).resolve()
    _remove_left_behind(place, prefix)
    folder = place / f"{prefix}{secrets.token_hex(6)}"
    folder.mkdir(mode=0o700)
    lock = os.open(folder / LOCK_NAME, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        os.write(lock, _WORDS)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def _remove_left_behind(place: Path, prefix: str) -> None:
    for folder in place.glob(f"{prefix}*"):
        with suppress(OSError):
            _remove_if_dead(folder)


def _remove_if_dead(folder: Path) -> None:
    """Remove a folder if it is ours and its maker is dead; links and other people's folders are left alone."""
    if folder.is_symlink() or folder.stat().st_uid != os.geteuid():
        return
    lock = os.open(folder / LOCK_NAME, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.read(lock, len(_WORDS) + 1) == _WORDS:
            shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(lock)
