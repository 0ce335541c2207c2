"""The one folder that the tools know: where a path of the model leads, found step by step and never outside.

Each part of a path is looked at from its parent's descriptor and opened without following links; a link is read and
walked like typed parts. So what is exchanged for a link meanwhile is refused, not followed.
"""

from __future__ import annotations

import os
import stat
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from weakref import finalize

from tool_facades.base_tools.outcome import InvalidCall, NotAFolder, Refusal

# As the kernel counts them on a path.
MAX_LINKS = 40
MAX_PATH_BYTES = 4096
OPEN_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_IGNORED = ("", ".")
# Ends the parts that came from a link; no part of a path can hold it.
_LINK_END = "\0"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a path leads: `name` in the folder open as `parent`, below `new` folders that do not exist yet.

    Of a folder that exists `parent` is the folder itself and `name` is empty. `status` is the file's own (never a
    link's), None if there is none. `shown` is the path from the one folder, links resolved.
    """

    parent: int
    new: tuple[str, ...]
    name: str
    status: os.stat_result | None
    shown: str

    @property
    def is_folder(self) -> bool:
        """Tell whether a folder is there."""
        return self.status is not None and stat.S_ISDIR(self.status.st_mode)

    @property
    def key(self) -> tuple[object, ...]:
        """Return what two paths to the same place have in common, whether or not something is there."""
        at = os.fstat(self.parent)
        return (at.st_dev, at.st_ino, self.new, self.name)


class Folder:
    """A folder by path; raises `ValueError` where it is none, or where the system cannot open beside a descriptor."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        given = Path(path)
        if os.open not in os.supports_dir_fd or os.stat not in os.supports_follow_symlinks:
            raise ValueError("Base tools need a POSIX system: this one cannot open files relative to a folder.")
        self.path = given.resolve()
        try:
            self.descriptor = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except OSError as error:
            raise ValueError(f"{given} is no folder that can be opened: {error.strerror}.") from error
        self._known_as = (self.path.parts[1:], given.absolute().parts[1:])
        finalize(self, os.close, self.descriptor)

    def names(self, shown: str) -> tuple[str, ...]:
        """Return the absolute paths of a place: by the real path of the folder, and by the one it was given as."""
        below = "" if shown == "." else f"/{shown}"
        return tuple(dict.fromkeys(f"/{'/'.join(known)}{below}" for known in self._known_as))

    @contextmanager
    def place(self, given: str) -> Generator[Place]:
        """Give where a path leads while its folder is open; raises `InvalidCall`, `Refusal`."""
        parts = self._parts(given)
        walk = _Walk(self.descriptor, given)
        try:
            yield walk.to(parts, self._inside)
        finally:
            walk.close()

    @contextmanager
    def opened(self, given: str) -> Generator[tuple[int, str]]:
        """Give descriptor and shown path of a folder inside; raises `InvalidCall`, `Refusal`."""
        with self.place(given) as place:
            if not place.is_folder:
                raise Refusal(f"{given} is not a folder." if place.status else f"There is no folder {given}.")
            yield place.parent, place.shown

    def _parts(self, given: str) -> list[str]:
        if not given.strip():
            raise InvalidCall("The path is empty.")
        if any(ord(letter) < ord(" ") or letter == "\x7f" for letter in given):
            raise InvalidCall(f"The path {given!r} holds a control character.")
        try:
            size = len(given.encode())
        except UnicodeEncodeError:
            raise InvalidCall(f"The path {given!r} is not valid text.") from None
        if size > MAX_PATH_BYTES:
            raise InvalidCall(f"The path is longer than {MAX_PATH_BYTES} bytes.")
        if given.startswith("~"):
            raise Refusal(f"{given} is below a home folder, not in {self.path}. A file of that name is ./{given}.")
        return self._inside(given) if given.startswith("/") else given.split("/")

    def _inside(self, absolute: str) -> list[str]:
        """Return the parts of an absolute path below the folder."""
        parts = [part for part in absolute.split("/") if part not in _IGNORED]
        for known in self._known_as:
            if tuple(parts[: len(known)]) == known:
                return parts[len(known) :]
        raise Refusal(f"{absolute} is outside the folder {self.path}.")


def names_in(descriptor: int) -> list[str]:
    """Return the names in an open folder in order, those of folders with `/` after them."""
    with os.scandir(descriptor) as entries:
        return sorted(f"{entry.name}/" if entry.is_dir(follow_symlinks=False) else entry.name for entry in entries)


class _Walk:
    """One walk: the folders open from the root to where it has got to, and the parts that do not exist yet."""

    def __init__(self, root: int, given: str) -> None:
        self._given = given
        self._open = [os.dup(root)]
        self._names: list[str] = []
        # For each open folder, whether a link led to it: where `..` leads from there depends on whom you ask.
        self._by_link = [False]
        self._missing: list[str] = []

    def close(self) -> None:
        """Close every folder that is open."""
        for descriptor in self._open:
            with suppress(OSError):
                os.close(descriptor)

    def to(self, parts: list[str], inside: Callable[[str], list[str]]) -> Place:
        """Walk all parts; `inside` gives the parts of an absolute path below the root, or refuses it."""
        left = deque(parts)
        links = 0
        while left:
            part = left.popleft()
            if part == _LINK_END:
                self._by_link[-1] = True
            elif part == "..":
                self._up(from_link=_LINK_END in left)
            elif self._missing or part in _IGNORED:
                self._missing += [part] if part not in _IGNORED else []
            else:
                status = self._status(part)
                if status is None:
                    self._missing.append(part)
                elif stat.S_ISLNK(status.st_mode):
                    links += 1
                    if links > MAX_LINKS:
                        raise Refusal(f"{self._given} leads through more than {MAX_LINKS} links.")
                    left.extendleft(reversed(self._linked(part, inside)))
                elif stat.S_ISDIR(status.st_mode) or not _all_ignored(left):
                    self._enter(part, status)
                else:
                    return self._place((), part, status)
        if not self._missing:
            return self._place((), "", os.fstat(self._open[-1]))
        return self._place(tuple(self._missing[:-1]), self._missing[-1], None)

    def _place(self, new: tuple[str, ...], name: str, status: os.stat_result | None) -> Place:
        shown = "/".join([*self._names, *new, *([name] if name else [])])
        return Place(self._open[-1], new, name, status, shown or ".")

    def _status(self, part: str) -> os.stat_result | None:
        try:
            return os.stat(part, dir_fd=self._open[-1], follow_symlinks=False)
        except FileNotFoundError:
            return None

    def _linked(self, part: str, inside: Callable[[str], list[str]]) -> list[str]:
        target = os.readlink(part, dir_fd=self._open[-1])
        if not target.startswith("/"):
            return [*target.split("/"), _LINK_END]
        while len(self._open) > 1:
            self._leave()
        return [*inside(target), _LINK_END]

    def _up(self, *, from_link: bool) -> None:
        if self._missing:
            self._missing.pop()
            return
        if self._by_link[-1] and not from_link:
            raise Refusal(f"{self._given} goes up from a link: which folder that is depends on who reads it.")
        if len(self._open) == 1:
            raise Refusal(f"{self._given} leads outside the folder.")
        self._leave()

    def _leave(self) -> None:
        os.close(self._open.pop())
        self._names.pop()
        self._by_link.pop()

    def _enter(self, part: str, status: os.stat_result) -> None:
        if not stat.S_ISDIR(status.st_mode):
            raise NotAFolder(f"{self._given} leads through {'/'.join([*self._names, part])}, which is no folder.")
        try:
            descriptor = os.open(part, OPEN_FOLDER, dir_fd=self._open[-1])
        except OSError as error:
            raise Refusal(f"{self._given} cannot be reached: {error.strerror}.") from error
        self._open.append(descriptor)
        self._names.append(part)
        self._by_link.append(False)


def _all_ignored(parts: Iterable[str]) -> bool:
    return all(part in (*_IGNORED, _LINK_END) for part in parts)
