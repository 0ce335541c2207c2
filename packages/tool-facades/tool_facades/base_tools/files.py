"""Reading and changing single files at a place: sizes bounded, writes in one step, everything undone where asked."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from tool_facades.base_tools.folder import OPEN_FOLDER, Place
from tool_facades.base_tools.outcome import Refusal

MAX_FILE_BYTES = 10_000_000
# Left behind only by a machine that stops in the middle of a write.
TEMPORARY = ".tool-facades-"
_OPEN_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class Content:
    """The bytes of a file, and its status as they were read."""

    data: bytes
    status: os.stat_result

    @property
    def stamp(self) -> tuple[int, ...]:
        """Return what tells this state of the file from a later one."""
        return stamp_of(self.status)


def stamp_of(status: os.stat_result) -> tuple[int, ...]:
    """Return what tells a state of a file from a later one."""
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


def read(place: Place) -> Content:
    """Return the content of a regular file; refuses folders, devices, pipes and more than `MAX_FILE_BYTES`."""
    if place.status is None:
        raise Refusal(f"There is no file {place.shown}.")
    _need_regular(place.status, place.shown)
    descriptor = os.open(place.name, _OPEN_FILE, dir_fd=place.parent)
    with open(descriptor, "rb") as file:  # noqa: PTH123 (a descriptor, no path)
        status = os.fstat(descriptor)
        _need_regular(status, place.shown)
        if status.st_size > MAX_FILE_BYTES:
            raise Refusal(f"{place.shown} has {status.st_size} bytes; more than {MAX_FILE_BYTES} are not read.")
        data = file.read(MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        raise Refusal(f"{place.shown} grows while it is read; more than {MAX_FILE_BYTES} bytes are not read.")
    return Content(data, status)


class Changes:
    """Changes of one call, in order; `undo` takes all of them back, latest first."""

    def __init__(self) -> None:
        self._undo: list[Callable[[], None]] = []
        self._held: list[int] = []

    def write(self, place: Place, data: bytes, *, seen: Content | None, mode: int | None = None) -> os.stat_result:
        """Put `data` at a place in one step, with missing folders, and return the file's new status.

        `seen` is the file as it was read, None where there is none: if that is no longer so, nothing is changed. A
        file keeps its permissions unless `mode` is given, but never the bits that run it as somebody else.
        """
        if len(data) > MAX_FILE_BYTES:
            raise Refusal(f"{place.shown} would have {len(data)} bytes; more than {MAX_FILE_BYTES} are not written.")
        parent = self._with_folders(place)
        temporary = f"{TEMPORARY}{secrets.token_hex(8)}"
        kept = stat.S_IMODE(seen.status.st_mode) if mode is None and seen else mode
        if kept is not None:
            kept = without_privileges(kept)
        descriptor = os.open(temporary, _NEW_FILE, 0o666 if kept is None else 0o600, dir_fd=parent)
        try:
            with open(descriptor, "wb") as file:  # noqa: PTH123 (a descriptor, no path)
                file.write(data)
                file.flush()
                if seen:
                    with suppress(PermissionError):
                        os.fchown(descriptor, seen.status.st_uid, seen.status.st_gid)
                if kept is not None:
                    os.fchmod(descriptor, kept)
                os.fsync(descriptor)
                status = os.fstat(descriptor)
            _need_unchanged(parent, place, seen)
            os.rename(temporary, place.name, src_dir_fd=parent, dst_dir_fd=parent)
        except BaseException:
            with suppress(OSError):
                os.unlink(temporary, dir_fd=parent)
            raise
        if seen:
            self._later(parent, place, seen)
        else:
            self._undo.append(lambda: os.unlink(place.name, dir_fd=parent))
        return status

    def delete(self, place: Place, seen: Content) -> None:
        """Delete a file, if it is still as it was read."""
        parent = self._hold(place.parent)
        _need_unchanged(parent, place, seen)
        os.unlink(place.name, dir_fd=parent)
        self._later(parent, place, seen)

    def undo(self) -> None:
        """Take everything back; raises `Refusal` that names what could not be."""
        failed: list[str] = []
        while self._undo:
            try:
                self._undo.pop()()
            except OSError as error:
                failed.append(str(error))
        if failed:
            raise Refusal(f"What had been changed could not all be taken back: {'; '.join(failed)}.")

    def close(self) -> None:
        """Let go of the folders."""
        for descriptor in self._held:
            os.close(descriptor)
        self._held.clear()

    def _hold(self, folder: int) -> int:
        self._held.append(os.dup(folder))
        return self._held[-1]

    def _with_folders(self, place: Place) -> int:
        """Return a descriptor of the folder that the file goes into, made where it is missing."""
        parent = self._hold(place.parent)
        for name in place.new:
            with suppress(FileExistsError):
                os.mkdir(name, dir_fd=parent)
                self._undo.append(lambda name=name, parent=parent: os.rmdir(name, dir_fd=parent))
            parent = os.open(name, OPEN_FOLDER, dir_fd=parent)
            self._held.append(parent)
        return parent

    def _later(self, parent: int, place: Place, seen: Content) -> None:
        """Remember how to put a file back as it was."""

        def back() -> None:
            descriptor = os.open(temporary, _NEW_FILE, 0o600, dir_fd=parent)
            with open(descriptor, "wb") as file:  # noqa: PTH123 (a descriptor, no path)
                file.write(seen.data)
                with suppress(PermissionError):
                    os.fchown(descriptor, seen.status.st_uid, seen.status.st_gid)
                os.fchmod(descriptor, stat.S_IMODE(seen.status.st_mode))
            os.utime(temporary, ns=(seen.status.st_atime_ns, seen.status.st_mtime_ns), dir_fd=parent)
            os.rename(temporary, place.name, src_dir_fd=parent, dst_dir_fd=parent)

        temporary = f"{TEMPORARY}{secrets.token_hex(8)}"
        self._undo.append(back)


def without_privileges(mode: int) -> int:
    """Return permissions without the bits that the kernel clears where somebody writes to a file."""
    mode &= ~stat.S_ISUID
    # Without the right to run it, the bit of the group is a mark for locks.
    return mode & ~stat.S_ISGID if mode & stat.S_IXGRP else mode


def _need_unchanged(parent: int, place: Place, seen: Content | None) -> None:
    try:
        now = os.stat(place.name, dir_fd=parent, follow_symlinks=False)
    except FileNotFoundError:
        now = None
    if now is not None:
        _need_regular(now, place.shown)
    if (stamp_of(now) if now else None) != (seen.stamp if seen else None):
        raise Refusal(f"{place.shown} was changed by somebody else in the meantime. Read it again.")


def _need_regular(status: os.stat_result, shown: str) -> None:
    if stat.S_ISREG(status.st_mode):
        return
    raise Refusal(f"{shown} is {'a folder' if stat.S_ISDIR(status.st_mode) else 'no regular file'}.")
