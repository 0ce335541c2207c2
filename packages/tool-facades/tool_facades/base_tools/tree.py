"""The files below a folder, in order of their paths, without following a link."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from tool_facades.base_tools.files import TEMPORARY
from tool_facades.base_tools.folder import OPEN_FOLDER
from tool_facades.base_tools.ignore import Ignored

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
    """Iterate over the regular files below an open folder; `notes` says afterwards what was left out, a line each.

    `ignored` are the rules above that folder, whose path from the top is `top`: files and folders that they, or those
    found on the way, ignore are left out. With `folders_only` that goes for folders, and files are given.
    """

    def __init__(
        self, descriptor: int, ignored: Ignored | None = None, top: str = ".", *, folders_only: bool = False
    ) -> None:
        self.notes: list[str] = []
        self._entries = 0
        self._top = "" if top == "." else f"{top}/"
        self._folders_only = folders_only
        self._files = self._below(os.dup(descriptor), "", 0, ignored)

    def __iter__(self) -> Iterator[Found]:
        """Give each file while its folder is open."""
        yield from self._files

    def _below(self, descriptor: int, path: str, depth: int, ignored: Ignored | None) -> Iterator[Found]:
        try:
            rules = ignored and ignored.inside(descriptor, self._top + path)
            with os.scandir(descriptor) as entries:
                found = sorted((entry.name, entry.is_dir(follow_symlinks=False)) for entry in self._counted(entries))
            for name, is_folder in found:
                if name in LEFT_OUT or name.startswith(TEMPORARY) or self._is_ignored(rules, path + name, is_folder):
                    continue
                if is_folder:
                    yield from self._into(descriptor, name, f"{path}{name}/", depth + 1, rules)
                elif self._is_file(descriptor, name):
                    yield Found(path + name, descriptor, name)
        finally:
            os.close(descriptor)

    def _is_ignored(self, rules: Ignored | None, path: str, is_folder: bool) -> bool:
        if rules is None or (self._folders_only and not is_folder):
            return False
        return rules.ignores(self._top + path, is_folder=is_folder)

    def _into(self, descriptor: int, name: str, path: str, depth: int, rules: Ignored | None) -> Iterator[Found]:
        if depth > MOST_DEPTH:
            self._note(f"(Folders more than {MOST_DEPTH} deep were left out.)")
            return
        try:
            inner = os.open(name, OPEN_FOLDER, dir_fd=descriptor)
        except OSError as error:
            self._note(f"({path} was left out: {error.strerror}.)")
            return
        yield from self._below(inner, path, depth, rules)

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
