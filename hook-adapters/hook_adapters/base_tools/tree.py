"""The files below a folder, in order of their paths, without following a link."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from hook_adapters.base_tools.files import TEMPORARY
from hook_adapters.base_tools.folder import OPEN_FOLDER

MOST_ENTRIES = 200_000
MOST_DEPTH = 200
# What version control keeps for itself.
LEFT_OUT = frozenset({".git", ".hg", ".svn"})


@dataclass(frozen=True, slots=True)
class Found:
    """A file: its path below the folder searched, and its name in the folder open as `parent` until the next one."""

    path: str
    parent: int
    name: str


class files_below:  # noqa: N801 (used like a function)
    """Iterate over the regular files below an open folder; `notes` says afterwards what was left out, a line each."""

    def __init__(self, descriptor: int) -> None:
        self.notes: list[str] = []
        self._entries = 0
        self._files = self._below(os.dup(descriptor), "", 0)

    def __iter__(self) -> Iterator[Found]:
        """Give each file while its folder is open."""
        yield from self._files

    def _below(self, descriptor: int, path: str, depth: int) -> Iterator[Found]:
        try:
            with os.scandir(descriptor) as entries:
                found = sorted((entry.name, entry.is_dir(follow_symlinks=False)) for entry in self._counted(entries))
            for name, is_folder in found:
                if name in LEFT_OUT or name.startswith(TEMPORARY):
                    continue
                if is_folder:
                    yield from self._into(descriptor, name, f"{path}{name}/", depth + 1)
                elif self._is_file(descriptor, name):
                    yield Found(path + name, descriptor, name)
        finally:
            os.close(descriptor)

    def _into(self, descriptor: int, name: str, path: str, depth: int) -> Iterator[Found]:
        if depth > MOST_DEPTH:
            self._note(f"(Folders more than {MOST_DEPTH} deep were left out.)")
            return
        try:
            inner = os.open(name, OPEN_FOLDER, dir_fd=descriptor)
        except OSError as error:
            self._note(f"({path} was left out: {error.strerror}.)")
            return
        yield from self._below(inner, path, depth)

    def _counted(self, entries: Iterator[os.DirEntry[str]]) -> Iterator[os.DirEntry[str]]:
        for entry in entries:
            self._entries += 1
            if self._entries > MOST_ENTRIES:
                self._note(f"(Only the first {MOST_ENTRIES} files and folders were looked at.)")
                return
            yield entry

    def _is_file(self, descriptor: int, name: str) -> bool:
        with suppress(OSError):
            return stat.S_ISREG(os.stat(name, dir_fd=descriptor, follow_symlinks=False).st_mode)
        return False

    def _note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)
