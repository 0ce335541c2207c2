"""The hash of files: what is kept under it is never stale, and a file that lies there unchanged is read once."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from hookconform.ground.packed import content_of, status_of

# When this process began to load its code, in seconds; the modules before this one took less than the margin.
_STARTED = time.time() - 2


def changed_since_start(place: str | Path) -> bool:
    """Tell whether a file or folder changed since this process started, so that it may have loaded what was there."""
    # The time of the last change of the entry, which nobody can set: a copy may have the time of its original.
    return os.stat(place).st_ctime > _STARTED  # noqa: PTH116 (thousands of them)


def code_files(rooms: Iterable[str]) -> list[tuple[str, Path]]:
    """Return the modules of some rooms of this package, by their names below it."""
    package = Path(__file__).resolve().parents[1]
    # Listed as text: a lookup asks for a hundred of them, and a path takes longer to make than to read.
    return [
        (f"{room}/{name}", package / room / name)
        for room in rooms
        for name in sorted(os.listdir(package / room))  # noqa: PTH208
        if name.endswith(".py")
    ]


def code_digest(files: Iterable[tuple[str, Path]]) -> str:
    """Return the hash of code that this process has loaded, from its files.

    Where a file changed since, nobody knows what was loaded: the hash is then one that no other process has.
    """
    named = list(files)
    if not any(_is_file_changed_since_start(path) for _, path in named):
        return digest_of(named)
    return f"{digest_of(named)} {os.urandom(32).hex()}"


def _is_file_changed_since_start(path: Path) -> bool:
    try:
        return changed_since_start(path)
    except OSError:
        return False


def digest_of(files: Iterable[tuple[str, Path]]) -> str:
    """Return the hash of files: of their names, as given, and their contents, in this order.

    A file that cannot be read counts as such, and as another one than an empty one; what is missing is said by who
    needs it.
    """
    whole = hashlib.sha256()
    for name, path in files:
        whole.update(f"{name} {_of_file(path)}\n".encode(errors="surrogateescape"))
    return whole.hexdigest()


def digest_below(folder: Path, pattern: str) -> str:
    """Return the hash of the files below a folder that fit the pattern."""
    found = sorted((path.relative_to(folder).as_posix(), path) for path in folder.rglob(pattern))
    return digest_of(found)


def _of_file(path: Path) -> str:
    try:
        found = status_of(path)
        return _of_content(path, found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)
    except OSError:
        return ""


# One process asks for the same files again and again; a file that is written anew has another time or place.
@lru_cache(maxsize=4096)
def _of_content(path: Path, _size: int, _written: int, _changed: int, _place: int) -> str:
    return hashlib.sha256(content_of(path)).hexdigest()
