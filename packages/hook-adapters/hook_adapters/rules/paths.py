"""Paths as rules compare them: absolute, without detours, name by name, in every reading that they may have."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    Event = Mapping[str, Any]

DRIVE = re.compile(r"[A-Za-z]:[\\/]")
SERVER = re.compile(r"[\\/]{2}(?![\\/])")


class Posix:
    """Paths of POSIX. A subclass reads the same texts in another way."""

    def root(self, path: str) -> tuple[str, str]:
        """Return a path's root, empty if it is relative, and the rest."""
        return ("/", path[1:]) if path.startswith("/") else ("", path)

    def spellings(self, path: str, cwd: str) -> list[str]:
        """Return every path that a text may stand for; the first is the text itself, as this reading spells it."""
        del cwd
        return [path]

    def folder(self, cwd: str) -> str:
        """Return the working folder, as this reading spells it."""
        return cwd

    def same(self, name: str, other: str) -> bool:
        """Tell whether two names are the same."""
        return name == other

    def fits(self, pattern: str, name: str) -> bool:
        """Tell whether a name fits one of a folder, in which `*` stands for any characters."""
        if "*" not in pattern:
            return pattern == name
        return re.fullmatch(re.escape(pattern).replace(r"\*", ".*"), name, re.DOTALL) is not None

    def ends_with(self, name: str, suffixes: tuple[str, ...]) -> bool:
        """Tell whether a name ends with one of the suffixes."""
        return name.endswith(suffixes)

    def components(self, path: str, folder: str) -> tuple[list[str], int]:
        """Return root and names with `..` resolved; `.` is the root of what is relative to an unknown folder.

        With them, how many at the front are the working folder's own, in which `*` is a letter like others.
        """
        root, given = self.root(path)
        above: list[str] = []
        if not root:
            root, rest = self.root(folder)
            above = rest.split("/")
        elif root == "/":
            # On Windows it is on the drive, or the share, of the working folder.
            root = self.root(folder)[0] or root
        names: list[str] = []
        own = 0
        for number, name in enumerate([*above, *given.split("/")]):
            if name == "..":
                del names[-1:]
                own = min(own, len(names))
            elif name not in ("", "."):
                names.append(name)
                own += number < len(above)
        return [root or ".", *names], own + 1

    def places(self, path: str, folder: str) -> Iterator[tuple[list[str], int]]:
        """Yield `components` of each place that a path may be, once `..` is resolved."""
        yield self.components(path, folder)

    def last_name(self, path: str, cwd: str) -> str:
        """Return the last name of a path, empty for a root and for what is above a folder that is not known."""
        names = self.components(path, self.working_folder(cwd, (path,)))[0]
        return names[-1] if len(names) > 1 else ""

    def lies_in(self, folder: list[str], path: list[str], own: int) -> bool:
        """Tell whether the path is the folder or goes on below it; `*` fits within a name, `**` any number of names.

        The first `own` names of the folder stand for themselves.
        """
        if path[:own] != folder[:own] and not self._are_same(path[:own], folder[:own]):
            return False
        names = path[own:]
        # How many names may be used up by what was compared so far.
        ends = {0}
        for pattern in folder[own:]:
            if pattern == "**":
                ends = set(range(min(ends), len(names) + 1))
            else:
                ends = {end + 1 for end in ends if end < len(names) and self.fits(pattern, names[end])}
            if not ends:
                return False
        return True

    def _are_same(self, names: list[str], others: list[str]) -> bool:
        return len(names) == len(others) and names[0] == others[0] and all(map(self.same, names, others))

    def working_folder(self, cwd: str, texts: Iterable[str]) -> str:
        """Return the working folder; an unknown one lies as deep as any `..` leads up, below names like no other."""
        if self.root(cwd)[0]:
            return cwd
        return "\0/" * sum(text.count("..") for text in (cwd, *texts)) + cwd

    def in_homes(self, path: str, cwd: str) -> Iterator[str]:
        """Yield what a path that begins with `~` may stand for: the home is the working folder, or one above it.

        Below a working folder that is not known, it is any part of the rest.
        """
        if not path.startswith("~"):
            return
        rest = path.partition("/")[2]
        root, names = self.root(cwd)
        if not root:
            while rest:
                yield rest
                rest = rest.partition("/")[2]
            return
        parts = names.split("/")
        for depth in range(len(parts) + 1):
            yield "/".join([root.rstrip("/"), *parts[:depth], rest])


class WithoutCase(Posix):
    """Paths on a file system that opens a name in any case and any Unicode form, as that of macOS does."""

    def spellings(self, path: str, cwd: str) -> list[str]:
        """Return the path with folded letters."""
        del cwd
        return [_folded(path)]

    def folder(self, cwd: str) -> str:
        """Return the working folder with folded letters."""
        return _folded(cwd)

    def ends_with(self, name: str, suffixes: tuple[str, ...]) -> bool:
        """Tell whether a name ends with one of the suffixes, in any case."""
        return name.endswith(tuple(map(_folded, suffixes)))


def _folded(text: str) -> str:
    if text.isascii():
        return text.lower()
    from unicodedata import normalize

    return normalize("NFC", normalize("NFD", text).casefold())


# Set in an event by whoever knows that names have no case where its files are.
NAMES_WITHOUT_CASE = "names_without_case"
POSIX, WITHOUT_CASE = Posix(), WithoutCase()


def is_below(event: Event, folders: list[str]) -> bool:
    """Tell whether a path of the event is one of the folders, or goes on below it, in any of its readings."""
    for style, paths in _by_style(event):
        cwd = style.folder(_cwd(event))
        patterns = [spelling for folder in folders for spelling in style.spellings(folder, cwd)]
        named = [spelling for path in paths for spelling in style.spellings(path, cwd)]
        base = style.working_folder(cwd, (*patterns, *named))
        compared = [place for pattern in patterns for place in style.places(pattern, base)]
        for path in named:
            for reading in (path, *style.in_homes(path, cwd)):
                for names, _ in style.places(reading, base):
                    if any(style.lies_in(pattern, names, own) for pattern, own in compared):
                        return True
    return False


def has_suffix(event: Event, suffixes: tuple[str, ...]) -> bool:
    """Tell whether the last name of a path of the event ends with one of the suffixes, in any of its readings."""
    for style, paths in _by_style(event):
        cwd = style.folder(_cwd(event))
        for path in paths:
            for spelling in style.spellings(path, cwd):
                for reading in (spelling, *style.in_homes(spelling, cwd)):
                    if style.ends_with(style.last_name(reading, cwd), suffixes):
                        return True
    return False


def paths_of(event: Event) -> Iterator[str]:
    """Yield every path of an event: `file_path`, and the texts of `file_paths`."""
    arguments = event.get("tool_input", {})
    several = arguments.get("file_paths")
    for path in [arguments.get("file_path"), *(several if isinstance(several, list) else [])]:
        if isinstance(path, str) and path:
            yield path


def _cwd(event: Event) -> str:
    cwd = event.get("cwd")
    return cwd if isinstance(cwd, str) else ""


def _by_style(event: Event) -> Iterator[tuple[Posix, list[str]]]:
    """Yield the paths that may be of POSIX, and those that may be of Windows; some may be of both."""
    cwd = _cwd(event)
    on_windows = DRIVE.match(cwd) or SERVER.match(cwd)
    posix: list[str] = []
    windows: list[str] = []
    for path in paths_of(event):
        if on_windows or DRIVE.match(path):
            windows.append(path)
            continue
        posix.append(path)
        if not cwd.startswith("/") and ("\\" in path or SERVER.match(path)):
            windows.append(path)
    if posix:
        yield WITHOUT_CASE if event.get(NAMES_WITHOUT_CASE) else POSIX, posix
    if windows:
        from hook_adapters.rules.windows import WINDOWS

        yield WINDOWS, windows
