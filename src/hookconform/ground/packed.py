"""Files that an installed corpus holds packed: `NAME.gz` stands for the file NAME, and everybody asks for NAME.

A checkout holds none. Cases repeat the same words again and again: packed, they take a tenth of the disk.
"""

from __future__ import annotations

import gzip
import os
import zlib
from pathlib import Path

SUFFIX = ".gz"


def packed(content: bytes) -> bytes:
    """Return the content of the file that stands for another, the same on every machine and day."""
    return gzip.compress(content, mtime=0)


def content_of(path: Path) -> bytes:
    """Return the content of a file, packed or not; raises `OSError`, also for one that is damaged."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        holder = holder_of(path)
        if holder == path:
            raise
    held = holder.read_bytes()
    try:
        # Nothing at all would be unpacked to nothing.
        if held:
            return gzip.decompress(held)
    except (EOFError, zlib.error) as error:
        raise OSError(f"{holder.name} is damaged: {error}") from error
    raise OSError(f"{holder.name} is empty")


def holder_of(path: Path) -> Path:
    """Return the file that holds the content of another: itself, or the packed one where only that is there."""
    holder = path.with_name(path.name + SUFFIX)
    return holder if not path.exists() and holder.exists() else path


def status_of(path: Path) -> os.stat_result:
    """Return the status of the file that holds the content of another; raises `OSError`. A checkout pays for one."""
    try:
        return path.stat()
    except FileNotFoundError:
        holder = holder_of(path)
        if holder == path:
            raise
    return holder.stat()


def is_held(path: Path) -> bool:
    """Tell whether there is a file, packed or not."""
    return path.is_file() or holder_of(path).is_file()


def files_like(folder: Path, pattern: str) -> list[Path]:
    """Return the files of a folder whose names fit the pattern, packed or not, in order."""
    held = (path.with_name(name_of(path.name)) for path in folder.glob(pattern + SUFFIX))
    return sorted({*folder.glob(pattern), *held})


def name_of(name: str) -> str:
    """Return the name that everybody asks for, of a file as it lies there."""
    return name.removesuffix(SUFFIX)
