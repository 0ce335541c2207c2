"""Searching the lines of files for a regular expression (`expression.py` says which) or a plain text."""

from __future__ import annotations

import os
from dataclasses import dataclass

from hook_adapters.base_tools import files
from hook_adapters.base_tools.automaton import Automaton
from hook_adapters.base_tools.expression import expression, literal
from hook_adapters.base_tools.folder import Folder, Place
from hook_adapters.base_tools.glob import path_from_top, path_pattern
from hook_adapters.base_tools.outcome import Refusal
from hook_adapters.base_tools.tree import files_below

MOST_LINES = 2000
MOST_LETTERS = 50_000_000
MAX_LINE = 500
CONTENT, FILES, COUNT = "content", "files_with_matches", "count"
MODES = (CONTENT, FILES, COUNT)


@dataclass(frozen=True, slots=True)
class Search:
    """What is searched for and where, and how it is told.

    `mode` is one of `MODES`; `before` and `after` are lines around a match, with mode `content` only. `most` bounds the
    lines told, `matches` the lines that match.
    """

    pattern: str
    paths: tuple[str, ...] = (".",)
    glob: str = ""
    exclude: str = ""
    plain: bool = False
    ignore_case: bool = False
    mode: str = FILES
    numbers: bool = True
    before: int = 0
    after: int = 0
    most: int = MOST_LINES
    matches: int = MOST_LINES


def grep(folder: Folder, search: Search) -> str:
    """Return what was found: lines `path:number:text`, paths, or `path:count`; raises `Refusal`, `InvalidCall`.

    Lines around a match have `-` for `:`. Files that are not UTF-8 text, and those too large to read, are left out and
    counted at the end.
    """
    return _Run(folder, search).result()


class _Run:
    def __init__(self, folder: Folder, search: Search) -> None:
        self._folder = folder
        self._search = search
        wanted = literal if search.plain else expression
        self._fits = Automaton(wanted(search.pattern, ignore_case=search.ignore_case))
        self._paths = path_pattern(search.glob) if search.glob else None
        self._left_out = path_pattern(search.exclude) if search.exclude else None
        self._lines: list[str] = []
        self._letters = self._unread = self._matches = 0
        self._most = min(search.most, MOST_LINES)

    def result(self) -> str:
        """Search everything."""
        notes: list[str] = []
        for path in self._search.paths:
            notes += self._below(path)
        if self._full:
            notes.append("(There is more. Use a narrower pattern, path or glob.)")
        if self._letters > MOST_LETTERS:
            notes.append(f"(Only the first {MOST_LETTERS} letters were searched. Use a narrower path or glob.)")
        if self._unread:
            notes.append(f"({self._unread} files are not UTF-8 text, or too large, and were not searched.)")
        nothing = f"Nothing in {', '.join(self._search.paths)} fits {self._search.pattern!r}."
        return "\n".join([*(self._lines[: self._most] or [nothing]), *notes])

    def _below(self, path: str) -> list[str]:
        with self._folder.place(path) as place:
            if place.status is None:
                raise Refusal(f"There is no {path}.")
            if not place.is_folder:
                self._file(place.parent, place.name, place.shown)
                return []
            walk = files_below(place.parent)
            for file in walk:
                if self._full:
                    break
                if self._wanted(file.path):
                    self._file(file.parent, file.name, path_from_top(place.shown, file))
            return walk.notes

    def _wanted(self, path: str) -> bool:
        fits = self._paths is None or self._paths.matches(path)
        return fits and not (self._left_out and self._left_out.matches(path))

    @property
    def _full(self) -> bool:
        return len(self._lines) > self._most or self._matches > self._search.matches or self._letters > MOST_LETTERS

    def _file(self, parent: int, name: str, shown: str) -> None:
        try:
            status = os.stat(name, dir_fd=parent, follow_symlinks=False)
            text = files.read(Place(parent, (), name, status, shown)).data.decode()
        except (OSError, Refusal, UnicodeDecodeError):
            self._unread += 1
            return
        self._letters += len(text)
        if "\0" in text:
            self._unread += 1
        elif self._fits.literal in text:
            self._text(text.removeprefix("\ufeff"), shown)

    def _text(self, text: str, shown: str) -> None:
        lines = text.split("\n")
        if not lines[-1]:
            lines.pop()
        fitting = [
            index
            for index, line in enumerate(lines)
            if self._fits.literal in line and self._fits.matches(line.removesuffix("\r"))
        ]
        if not fitting:
            return
        if self._search.mode == CONTENT:
            kept = fitting[: max(self._search.matches - self._matches, 0)]
            self._content(lines, kept, shown)
        else:
            self._lines.append(shown if self._search.mode == FILES else f"{shown}:{len(fitting)}")
        self._matches += len(fitting)

    def _content(self, lines: list[str], fitting: list[int], shown: str) -> None:
        """Tell the lines that fit, and those around them once; `--` stands where lines are left out."""
        before, after = self._search.before, self._search.after
        fits = set(fitting)
        told = -1
        for index in fitting:
            first = max(told + 1, index - before)
            if told >= 0 and first > told + 1 and (before or after):
                self._lines.append("--")
            last = min(len(lines) - 1, index + after)
            for number in range(first, last + 1):
                self._lines.append(self._line(shown, ":" if number in fits else "-", number, lines[number]))
            told = max(told, last)
            if self._full:
                return

    def _line(self, shown: str, sign: str, index: int, line: str) -> str:
        text = line.removesuffix("\r")
        cut = text if len(text) <= MAX_LINE else f"{text[:MAX_LINE]} … ({len(text)} letters)"
        number = f"{index + 1}{sign}" if self._search.numbers else ""
        return f"{shown}{sign}{number}{cut}"
