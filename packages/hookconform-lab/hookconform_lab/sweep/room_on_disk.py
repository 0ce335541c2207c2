"""The room that programs take which a sweep installed: the longest unused go first, and nobody else's are touched."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from hookconform.ground.cache import cache_root
from hookconform.ground.locks import alone
from hookconform_lab.lab.install import DONE

DEFAULT = 8 * 1024**3
GIGABYTE = 1024**3
# In the folder of a program that a sweep installed: its size, written once; the file's time is that of the last use.
MARK = ".hookconform-sweep"
# npm's own cache while a sweep runs, emptied as a whole when it takes more than this part of the room.
DOWNLOADS = ".downloads"
_PART = 0.25


def claim(folder: Path, *, is_new: bool) -> None:
    """Mark a program as one that a sweep may remove again, if it has just installed it, or note that it is used."""
    mark = folder / MARK
    if is_new:
        mark.write_text(f"{_size(folder)}\n", encoding="ascii")
    elif mark.is_file():
        os.utime(mark)


def keep_downloads_here() -> None:
    """Let npm keep what it downloads in a folder that `clean` looks after, unless the user named one."""
    os.environ.setdefault("npm_config_cache", str(cache_root() / DOWNLOADS))


def clean(room: int, say: Callable[[str], None]) -> list[Path]:
    """Remove programs that a sweep installed, longest unused first, until they take no more than `room` bytes.

    Each is removed under the lock with which it is installed, so one that is being installed stays.
    """
    marked = sorted(_marked(), key=lambda item: item[0], reverse=True)
    removed: list[Path] = []
    taken = 0
    for _, size, folder in marked:
        taken += size
        if taken <= room:
            continue
        say(f"removing {folder}: installed programs take more than {room / GIGABYTE:.1f} GB")
        with alone(folder.parent / f".{folder.name}.lock"):
            # What is half removed must not look installed.
            (folder / DONE).unlink(missing_ok=True)
            shutil.rmtree(folder, ignore_errors=True)
        removed.append(folder)
    downloads = cache_root() / DOWNLOADS
    if downloads.is_dir() and _size(downloads) > room * _PART:
        say(f"emptying {downloads}")
        shutil.rmtree(downloads, ignore_errors=True)
    return removed


def _marked() -> Iterator[tuple[float, int, Path]]:
    for mark in cache_root().glob(f"*/*/{MARK}"):
        with suppress(OSError, ValueError):
            yield mark.stat().st_mtime, int(mark.read_text(encoding="ascii")), mark.parent


def _size(folder: Path) -> int:
    total = 0
    for root, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                total += os.lstat(os.path.join(root, name)).st_size  # noqa: PTH118 (of many files, fast)
    return total
