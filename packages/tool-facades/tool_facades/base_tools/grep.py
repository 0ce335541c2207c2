"""Searching the lines of files for a regular expression (of RE2) or a plain text."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic

from tool_facades.base_tools import files
from tool_facades.base_tools.expression import Expression, WrongExpression, spans
from tool_facades.base_tools.file_types import patterns_of
from tool_facades.base_tools.folder import Folder, Place
from tool_facades.base_tools.glob import path_from_top, path_pattern
from tool_facades.base_tools.ignore import Ignored
from tool_facades.base_tools.outcome import Refusal, counted
from tool_facades.base_tools.stop import Stop
from tool_facades.base_tools.tree import files_below
from tool_facades.base_tools.ways import SearchWays

MOST_LINES = 2000
MOST_BYTES = 200_000_000
MOST_SECONDS = 20.0
MAX_LINE = 500
CONTENT, FILES, COUNT = "content", "files_with_matches", "count"
MODES = (CONTENT, FILES, COUNT)
_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Search:
    """What is searched for and where, and how it is told.

    `mode` is one of `MODES`; `before` and `after` are lines around a match, with mode `content` only. Lines that match
    `exclude` are left out. `kind` is one of `file_types.TYPES`. `most` bounds the lines told, `matches` the lines that
    match.
    """

    pattern: str
    paths: tuple[str, ...] = (".",)
    glob: str = ""
    kind: str = ""
    exclude: str = ""
    plain: bool = False
    ignore_case: bool = False
    multiline: bool = False
    respect_ignore: bool = True
    mode: str = CONTENT
    numbers: bool = True
    before: int = 0
    after: int = 0
    most: int = MOST_LINES
    matches: int = MOST_LINES


def grep(folder: Folder, search: Search, ways: SearchWays, stop: Stop) -> str:
    """Return what was found: lines `path:number:text`, paths, or `path:count`; raises `Refusal`, `InvalidCall`.

    Lines around a match have `-` for `:`. Bytes that are not UTF-8 match nothing. Files with a NUL, and those too large
    to read, are left out and counted at the end.
    """
    nothing = f"Nothing in {', '.join(search.paths)} fits {search.pattern!r}."
    try:
        return _Run(folder, search, ways, stop).result() or nothing
    except WrongExpression as error:
        if ways.wrong_is_empty:
            return f"{nothing} {error}"
        raise


class _Run:
    def __init__(self, folder: Folder, search: Search, ways: SearchWays, stop: Stop) -> None:
        self._folder, self._search, self._ways, self._stop = folder, search, ways, stop
        self._fits = Expression(
            search.pattern, ignore_case=search.ignore_case, literal=search.plain, multiline=search.multiline
        )
        self._excluded = Expression(search.exclude, ignore_case=search.ignore_case) if search.exclude else None
        self._paths = path_pattern(search.glob) if search.glob else None
        self._kind = path_pattern(patterns_of(search.kind)) if search.kind else None
        self._lines: list[str] = []
        self._bytes = self._unread = self._cut = self._matches = 0
        self._until = monotonic() + MOST_SECONDS
        self._most = min(search.most, MOST_LINES)

    def result(self) -> str:
        """Search everything; return an empty text where nothing is found and nothing is left out."""
        notes: list[str] = []
        for path in self._search.paths:
            notes += self._below(path)
        if self._full:
            notes.append("(There is more. Use a narrower pattern, path or glob.)")
        if self._over:
            notes.append(f"(Only the first {self._bytes} bytes were searched. Use a narrower path or glob.)")
        if self._cut:
            notes.append(f"(Only the beginning of very long lines was searched, in {counted(self._cut, 'file')}.)")
        if self._unread:
            are, were = ("is", "was") if self._unread == 1 else ("are", "were")
            files = counted(self._unread, "file")
            notes.append(f"({files} {are} no text, or too large, and {were} not searched.)")
        if notes and not self._lines:
            notes.insert(0, f"Nothing in {', '.join(self._search.paths)} fits {self._search.pattern!r}.")
        return "\n".join([*self._lines[: self._most], *notes])

    def _below(self, path: str) -> list[str]:
        with self._folder.place(path) as place:
            if place.status is None:
                if self._ways.missing_is_empty:
                    return []
                raise Refusal(f"There is no {path}.")
            if place.is_folder:
                return self._walk(place)
            if self._ways.file == "refuse":
                raise Refusal(f"{path} is a file. Give a folder.")
            if self._ways.file == "search":
                self._file(place.parent, place.name, place.shown)
                return []
            above = place.shown.rpartition("/")[0] or "."
        with self._folder.place(above) as place:
            return self._walk(place)

    def _walk(self, place: Place) -> list[str]:
        ignored = Ignored.at(self._folder, place.shown) if self._search.respect_ignore else None
        only_folders = self._paths is not None and self._ways.glob_finds_ignored
        walk = files_below(place.parent, ignored, place.shown, folders_only=only_folders)
        for file in walk:
            self._stop.check()
            if self._full or self._over:
                break
            if all(fits is None or fits.matches(file.path) for fits in (self._paths, self._kind)):
                self._file(file.parent, file.name, path_from_top(place.shown, file))
        return walk.notes

    @property
    def _full(self) -> bool:
        return len(self._lines) > self._most or self._matches > self._search.matches

    @property
    def _over(self) -> bool:
        return self._bytes > MOST_BYTES or monotonic() > self._until

    def _file(self, parent: int, name: str, shown: str) -> None:
        try:
            status = os.stat(name, dir_fd=parent, follow_symlinks=False)
            data = files.read(Place(parent, (), name, status, shown)).data
        except (OSError, Refusal):
            self._unread += 1
            return
        self._bytes += len(data)
        if b"\0" in data:
            self._unread += 1
            return
        data = data.removeprefix(_MARK)
        data = data.replace(b"\r\n", b"\n") if b"\r" in data else data
        fitting = list(self._fitting(data))
        if fitting:
            self._tell(data, fitting, shown)

    def _fitting(self, data: bytes) -> Iterator[int]:
        """Yield where the lines of matches begin, each once and in order, until there are enough of them."""
        left = self._search.matches - self._matches + 1
        last = -1
        for start, end in self._pieces(data):
            at = start
            while at < end and (found := self._fits.first(data, at, end)):
                begin = data.rfind(b"\n", 0, found[0]) + 1
                if begin >= end:
                    break
                after = data.find(b"\n", max(found[1] - 1, found[0]))
                after = len(data) if after < 0 else after
                while begin <= after:
                    line_end = data.find(b"\n", begin)
                    line_end = len(data) if line_end < 0 else line_end
                    if begin > last and not (self._excluded and self._excluded.matches(data[begin:line_end])):
                        yield begin
                        last, left = begin, left - 1
                        if left <= 0:
                            return
                    begin = line_end + 1
                at = after + 1
                if self._over:
                    return

    def _pieces(self, data: bytes) -> Iterator[tuple[int, int]]:
        """Yield pieces that are searched at once; what is not in one is counted as cut."""
        span = self._fits.span
        if self._search.multiline:
            self._cut += len(data) > span
            yield 0, min(len(data), span)
            return
        covered = 0
        for start, end in spans(data, span):
            covered += end - start
            yield start, end
            self._stop.check()
        self._cut += covered < len(data)

    def _tell(self, data: bytes, fitting: list[int], shown: str) -> None:
        if self._search.mode == CONTENT:
            self._content(data, fitting[: max(self._search.matches - self._matches, 0)], shown)
        else:
            self._lines.append(shown if self._search.mode == FILES else f"{shown}:{len(fitting)}")
        self._matches += len(fitting)

    def _content(self, data: bytes, fitting: list[int], shown: str) -> None:
        """Tell the lines that fit, and those around them once; `--` stands where lines are left out."""
        lines = data.split(b"\n")
        if not lines[-1]:
            lines.pop()
        before, after = self._search.before, self._search.after
        numbers: list[int] = []
        number = at = 0
        for begin in fitting:
            number += data.count(b"\n", at, begin)
            at = begin
            numbers.append(number)
        fits = set(numbers)
        told = -1
        for index in numbers:
            first = max(told + 1, index - before)
            if told >= 0 and first > told + 1 and (before or after):
                self._lines.append("--")
            last = min(len(lines) - 1, index + after)
            for line in range(first, last + 1):
                self._lines.append(self._line(shown, ":" if line in fits else "-", line, lines[line]))
            told = max(told, last)
            if self._full:
                return

    def _line(self, shown: str, sign: str, index: int, line: bytes) -> str:
        text = line.decode(errors="replace")
        cut = text if len(text) <= MAX_LINE else f"{text[:MAX_LINE]} … ({len(text)} letters)"
        number = f"{index + 1}{sign}" if self._search.numbers else ""
        return f"{shown}{sign}{number}{cut}"
