"""OpenCode's patches: lines that begin with no sign are left out, and context gets the text that the patch has.

The begin and the end may stand anywhere, an anchor without lines only says where to go on, and nothing is kept at the
end of a file. Found lines are those that Codex finds, apart from some blanks and signs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal

from tool_facades.base_tools.forgiving.letters import BLANK_CLASS, BLANKS, stripped
from tool_facades.base_tools.outcome import Refusal
from tool_facades.base_tools.patch_lines import MOST_STEPS, PLAIN_SIGNS, Form, LineSearch, Replacement, past_anchor
from tool_facades.base_tools.patch_text import BEGIN, END, FileChange, Hunk
from tool_facades.base_tools.text import LF, MARK

_HEADS: Mapping[Literal["add", "delete", "update"], str] = {
    "add": "*** Add File:",
    "delete": "*** Delete File:",
    "update": "*** Update File:",
}
_MOVE, _HUNK, _ANY_HEAD = "*** Move to:", "@@", "***"
_HERE_DOCUMENT = re.compile(
    rf"(?:cat{BLANK_CLASS}+)?<<['\"]?([A-Za-z0-9_]+)['\"]?{BLANK_CLASS}*\n(.*?)\n\1{BLANK_CLASS}*\Z", re.DOTALL
)
_PLAIN = str.maketrans(PLAIN_SIGNS | {"\u2026": "...", "\xa0": " "})
_STAGES: tuple[Form, ...] = (
    lambda line: line,
    lambda line: line.rstrip(BLANKS),
    stripped,
    lambda line: stripped(line).translate(_PLAIN),
)


def parsed(text: str) -> list[FileChange]:
    """Return the changes of a patch in order; raises `Refusal` if there are none, or begin or end is missing."""
    text = stripped(text)
    here = _HERE_DOCUMENT.match(text)
    lines = (here[2] if here else text).split(LF)
    bare = [stripped(line) for line in lines]
    first, last = (bare.index(mark) if mark in bare else -1 for mark in (BEGIN, END))
    if first < 0 or last <= first:
        raise Refusal(f"A patch begins with the line {BEGIN} and ends with the line {END}.")
    changes: list[FileChange] = []
    index = first + 1
    while index < last:
        change = _header(lines[index])
        index += 1
        if change:
            changes.append(change)
            index = _body(change, lines, index)
    if not changes:
        raise Refusal("The patch is empty: it names no file.")
    return changes


def _header(line: str) -> FileChange | None:
    for kind, head in _HEADS.items():
        if line.startswith(head) and (path := stripped(line[len(head) :])):
            return FileChange(kind, path)
    return None


def _body(change: FileChange, lines: list[str], index: int) -> int:
    """Read what belongs to a file; return the index of the line after it."""
    if change.kind == "delete":
        return index
    if change.kind == "update" and index < len(lines) and lines[index].startswith(_MOVE):
        change.move_to = stripped(lines[index][len(_MOVE) :]) or None
        index += 1
    while index < len(lines) and not lines[index].startswith(_ANY_HEAD):
        line = lines[index]
        index += 1
        if change.kind == "add" and line.startswith("+"):
            change.added.append(line[1:])
        elif change.kind == "update" and line.startswith(_HUNK):
            change.hunks.append(Hunk(anchor=stripped(line[len(_HUNK) :]) or None))
        elif change.hunks and line[:1] in (" ", "-", "+") and line:
            change.hunks[-1].add(line)
        else:
            change.left_out += 1
    # The program ends an added file with one newline of those that it was given last.
    if change.added and not change.added[-1]:
        change.added.pop()
    return index


def patched(text: str, hunks: list[Hunk], shown: str) -> str:
    """Return a file's text with all hunks applied, each after the one before it; raises `Refusal` if one is not there.

    Found lines become those of the patch, context too. The text ends with a newline.
    """
    mark = MARK if text.startswith(MARK) else ""
    lines = text.removeprefix(mark).split(LF)
    if not lines[-1]:
        lines.pop()
    if len(lines) * len(hunks) > 10 * MOST_STEPS:
        raise Refusal(f"The patch takes too long to apply to {shown}. Make several smaller ones.")
    found = sorted(_places(lines, hunks, shown), key=lambda place: place[0])
    for start, count, new in reversed(found):
        lines[start : start + count] = new
    if not lines or lines[-1]:
        lines.append("")
    return mark + LF.join(lines)


def _places(lines: list[str], hunks: list[Hunk], shown: str) -> Iterator[Replacement]:
    search = LineSearch(list(lines), shown, _STAGES)
    after = 0
    for hunk in hunks:
        after = past_anchor(hunk, after, search.first, shown)
        old, new = hunk.old, hunk.new
        if not old:
            # An empty last line is the end of the line before it.
            yield len(lines) - (bool(lines) and not lines[-1]), 0, new
            continue
        at = search.first(old, after)
        if at is None and not old[-1]:
            old, new = old[:-1], new[:-1] if new and not new[-1] else new
            at = search.first(old, after) if old else None
        if at is None:
            raise Refusal("\n".join([f"These lines are not in {shown} from line {after + 1} on:", *hunk.old]))
        yield at, len(old), new
        after = at + len(old)
