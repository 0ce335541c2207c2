"""The patch format: from its text to the changes it asks for, one a file.

*** Begin Patch
*** Add File: PATH            then lines with +
*** Delete File: PATH
*** Update File: PATH         then, if it moves, *** Move to: PATH, then hunks
@@ ANCHOR                     begins a hunk; its lines have a blank, - or + before them
*** End of File               the hunk before it stands at the end
*** End Patch
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from tool_facades.base_tools.outcome import Refusal

BEGIN, END = "*** Begin Patch", "*** End Patch"
ADD, DELETE, UPDATE = "*** Add File: ", "*** Delete File: ", "*** Update File: "
MOVE, END_OF_FILE, HUNK = "*** Move to: ", "*** End of File", "@@"
# What counts as blank; not Python's own list, which also takes control characters from 1C to 1F.
BLANKS = "\t\n\v\f\r \x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000"
_HERE_DOCUMENTS = ("<<EOF", "<<'EOF'", '<<"EOF"')
_SHORTEST_HERE_DOCUMENT = 4


@dataclass(slots=True)
class Hunk:
    """Lines to find and lines to put there; `context` pairs the index in `old` and in `new` of each line that stays."""

    anchor: str | None = None
    at_end: bool = False
    old: list[str] = field(default_factory=list[str])
    new: list[str] = field(default_factory=list[str])
    context: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    @property
    def empty(self) -> bool:
        """Tell whether it has no line."""
        return not self.old and not self.new

    def add(self, line: str) -> None:
        """Add a line of the patch, by the sign that it begins with."""
        sign, rest = line[:1], line[1:]
        if sign in ("", " "):
            self.context.append((len(self.old), len(self.new)))
        if sign != "+":
            self.old.append(rest)
        if sign != "-":
            self.new.append(rest)


@dataclass(slots=True)
class FileChange:
    """What a patch asks for one file: the lines `added` of a new one, `hunks` and `move_to` of an updated one.

    `left_out` counts the lines that nothing was made of.
    """

    kind: Literal["add", "delete", "update"]
    path: str
    move_to: str | None = None
    added: list[str] = field(default_factory=list[str])
    hunks: list[Hunk] = field(default_factory=list[Hunk])
    left_out: int = 0


def parsed(text: str) -> list[FileChange]:
    """Return the changes of a patch in order; raises `Refusal` with the line that is wrong."""
    changes: list[FileChange] = []
    for number, line in enumerate(_body(text), 2):
        # Within an update a line that begins with a blank is one of the file, whatever it says.
        updating = bool(changes) and changes[-1].kind == "update"
        marker = line.rstrip(BLANKS) if updating else line.strip(BLANKS)
        header = _header(marker)
        if header:
            _need_complete(changes, number)
            changes.append(header)
        elif marker == END:
            raise _wrong(number, f"{END} stands before the last line")
        elif updating:
            _into_update(changes[-1], line, marker, number)
        elif changes and changes[-1].kind == "add" and line.startswith("+"):
            changes[-1].added.append(line[1:])
        else:
            raise _wrong(number, f"{line!r} is no header of a file, and no line with + of an added one")
    _need_complete(changes, None)
    return changes


def _body(text: str) -> list[str]:
    """Return the lines between the first and the last; those of a here-document may stand around them."""
    lines = [line.removesuffix("\r") for line in text.strip(BLANKS).split("\n")]
    if len(lines) >= _SHORTEST_HERE_DOCUMENT and lines[0] in _HERE_DOCUMENTS and lines[-1].endswith("EOF"):
        lines = lines[1:-1]
    if lines[0].strip(BLANKS) != BEGIN:
        raise Refusal(f"A patch begins with the line {BEGIN}.")
    if len(lines) == 1 or lines[-1].strip(BLANKS) != END:
        raise Refusal(f"A patch ends with the line {END}.")
    return [line.removesuffix("\r") for line in lines[1:-1]]


def _header(marker: str) -> FileChange | None:
    if marker.startswith(ADD):
        return FileChange("add", marker.removeprefix(ADD))
    if marker.startswith(DELETE):
        return FileChange("delete", marker.removeprefix(DELETE))
    if marker.startswith(UPDATE):
        return FileChange("update", marker.removeprefix(UPDATE))
    return None


def _into_update(change: FileChange, line: str, marker: str, number: int) -> None:
    last = change.hunks[-1] if change.hunks else None
    if last is None and change.move_to is None and marker.startswith(MOVE):
        change.move_to = marker.removeprefix(MOVE)
    elif marker == HUNK or marker.startswith(HUNK + " "):
        if last and last.empty:
            raise _wrong(number, f"the hunk before {marker!r} has no lines; a hunk has one anchor at most")
        change.hunks.append(Hunk(anchor=marker[len(HUNK) + 1 :] if marker != HUNK else None))
    elif last and last.at_end:
        if line:
            raise _wrong(number, f"after {END_OF_FILE} comes a hunk with @@ or another file, not {line!r}")
    elif marker == END_OF_FILE:
        if last and last.empty:
            raise _wrong(number, "a hunk has no lines")
        # Before the first hunk it says nothing.
        if last:
            last.at_end = True
    else:
        _into_hunk(change, line, number)


def _into_hunk(change: FileChange, line: str, number: int) -> None:
    if line[:1] not in ("", " ", "-", "+"):
        raise _wrong(number, f"{line!r} begins with neither a blank (it stays), - (it goes) nor + (it is new)")
    if not change.hunks:
        change.hunks.append(Hunk())
    change.hunks[-1].add(line)


def _need_complete(changes: list[FileChange], number: int | None) -> None:
    if changes and changes[-1].kind == "update":
        change = changes[-1]
        if not change.hunks or change.hunks[-1].empty:
            raise _wrong(number, f"the update of {change.path} changes nothing: it lacks hunks with lines")


def _wrong(number: int | None, what: str) -> Refusal:
    return Refusal(f"The patch is not well formed, line {number}: {what}." if number else f"The patch ends: {what}.")
