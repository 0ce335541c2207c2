"""Files that an installed corpus holds packed: `FOLDER.packed` stands for the files of a folder, asked for as if there.

A checkout holds none. Cases repeat the same words again and again: packed together, they take a fraction of the disk.
"""

from __future__ import annotations

import fnmatch
import json
import os
import sys
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from hookconform.ground.errors import HookconformError

SUFFIX = ".packed"


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return the content of the file that stands for others, by name, the same on every day.

    It is an xz file. Unpacked it is a line of JSON with the size of each file, then one file behind the other.
    """
    import lzma  # noqa: PLC0415 (only who builds a wheel needs it)

    sizes = json.dumps({name: len(content) for name, content in files.items()})
    content = b"\n".join((sizes.encode(), b"".join(files.values())))
    return lzma.compress(content, preset=6 | lzma.PRESET_EXTREME)


def content_of(path: Path) -> bytes:
    """Return the content of a file, packed or not; raises `OSError`, and `HookconformError` (`corpus.damaged`)."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        held = _held(path.parent)
        if path.name not in held:
            raise
        return held[path.name]


def status_of(path: Path) -> os.stat_result:
    """Return the status of the file that holds the content of another; raises `OSError`. A checkout pays for one."""
    try:
        return path.stat()
    except FileNotFoundError:
        if path.name not in _held(path.parent):
            raise
    return _holder(path.parent).stat()


def is_held(path: Path) -> bool:
    """Tell whether there is a file, packed or not."""
    return path.is_file() or path.name in _held(path.parent)


def files_like(folder: Path, pattern: str) -> list[Path]:
    """Return the files of a folder whose names fit the pattern, packed or not, in order."""
    held = (folder / name for name in _held(folder) if fnmatch.fnmatchcase(name, pattern))
    return sorted({*folder.glob(pattern), *held})


def held_by(holder: Path) -> list[Path]:
    """Return the files that a file ending in `SUFFIX` stands for."""
    folder = holder.with_name(holder.name.removesuffix(SUFFIX))
    return [folder / name for name in _held(folder)]


def _holder(folder: Path) -> Path:
    return folder.with_name(folder.name + SUFFIX)


def _held(folder: Path) -> Mapping[str, bytes]:
    if not folder.name:
        return {}  # The current folder and the root have no name that a packed file could have.
    holder = _holder(folder)
    try:
        status = holder.stat()
    except (FileNotFoundError, NotADirectoryError):
        return {}
    return _unpacked(holder, status.st_mtime_ns, status.st_size)


# One command reads many files of one folder.
@lru_cache(maxsize=256)
def _unpacked(holder: Path, _written: int, _size: int) -> dict[str, bytes]:
    try:
        import lzma  # noqa: PLC0415 (a checkout holds nothing packed)
    except ImportError as error:
        raise HookconformError(
            "python.incomplete",
            f"This Python lacks the module lzma, which reads the installed corpus: {error}.",
            where=sys.executable,
            hint="Install liblzma (xz) and build this Python again, or install hookconform into another Python.",
        ) from error
    try:
        return _files(lzma.decompress(holder.read_bytes()))
    except (OSError, EOFError, lzma.LZMAError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise HookconformError(
            "corpus.damaged",
            f"A file of the installed corpus cannot be unpacked: {error}.",
            where=str(holder),
            hint="Install hookconform again: `pip install --force-reinstall hookconform`.",
        ) from error


def _files(text: bytes) -> dict[str, bytes]:
    head, _, content = text.partition(b"\n")
    found: dict[str, bytes] = {}
    at = 0
    for name, size in json.loads(head).items():
        found[name] = content[at : at + size]
        at += size
    if at != len(content):
        raise ValueError("its files have another size than it says")
    return found
