"""Where the lines of a hunk are in a file, and the file with them replaced.

The lines are looked for four times, from a line onwards: as they are, without blanks at their ends, without blanks at
both ends, and with typographic dashes, quotes and blanks as plain ones. The first time that finds them all decides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tool_facades.base_tools.outcome import Refusal
from tool_facades.base_tools.patch_text import BLANKS, Hunk
from tool_facades.base_tools.text import LF, lines_of

# Lines compared for one file: a patch made to take for ever is refused, any other needs a fraction.
MOST_STEPS = 20_000_000
# Typographic dashes and quotes that every measured program takes for plain ones.
PLAIN_SIGNS = (
    dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015", "-")
    | dict.fromkeys("\u2018\u2019\u201a\u201b", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u201f", '"')
)
_PLAIN = str.maketrans(
    PLAIN_SIGNS
    | {"\u2212": "-"}
    | dict.fromkeys("\xa0\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000", " ")
)
# How a line is compared: from line to what has to be the same.
Form = Callable[[str], str]
_STAGES: tuple[Form, ...] = (
    lambda line: line,
    lambda line: line.rstrip(BLANKS),
    lambda line: line.strip(BLANKS),
    lambda line: line.strip(BLANKS).translate(_PLAIN),
)
# From this line on, so many lines of the file, become these.
Replacement = tuple[int, int, list[str]]


def patched(text: str, hunks: list[Hunk], shown: str) -> str:
    """Return a file's text with all hunks applied, each after the one before it; raises `Refusal` if one is not there.

    Lines that stay keep their text and their endings; new ones end as the file's first line, as does a last line that
    had no ending.
    """
    lines = lines_of(text)
    usual = next((ending for _, ending in lines if ending), LF)
    result: list[str] = []
    done = 0
    for start, count, new in _replacements([line for line, _ in lines], hunks, shown):
        result += [line + (ending or usual) for line, ending in lines[done:start]]
        result += [line + usual for line in new]
        done = start + count
    return "".join([*result, *(line + (ending or usual) for line, ending in lines[done:])])


def _replacements(lines: list[str], hunks: list[Hunk], shown: str) -> list[Replacement]:
    search = LineSearch(lines, shown)
    found: list[Replacement] = []
    after = 0
    for hunk in hunks:
        after = past_anchor(hunk, after, search.first, shown)
        if not hunk.old:
            found.append((len(lines), 0, hunk.new))
            continue
        old, new = hunk.old, hunk.new
        at = search.first(old, after, at_end=hunk.at_end)
        if at is None and not old[-1]:
            # An empty line at the end of a hunk often stands for the end of the line before it.
            old, new = old[:-1], new[:-1] if new and not new[-1] else new
            at = search.first(old, after, at_end=hunk.at_end)
        if at is None:
            where = "at the end" if hunk.at_end else f"from line {after + 1} on"
            raise Refusal("\n".join([f"These lines are not in {shown} {where}:", *hunk.old]))
        found += changed(at, old, new, hunk.context)
        after = at + len(old)
    return sorted(found, key=lambda item: item[0])


def past_anchor(hunk: Hunk, after: int, first: Callable[[list[str], int], int | None], shown: str) -> int:
    """Return from where on the lines of a hunk are looked for: behind its anchor, if it has one.

    `first` finds lines from an index on. Raises `Refusal` if the anchor is not there.
    """
    if hunk.anchor is None:
        return after
    at = first([hunk.anchor], after)
    if at is None:
        raise Refusal(f"There is no line {hunk.anchor!r} in {shown} from line {after + 1} on.")
    return at + 1


def changed(at: int, old: list[str], new: list[str], context: list[tuple[int, int]]) -> list[Replacement]:
    """Return what changes between the lines that stay."""
    found: list[Replacement] = []
    old_done = new_done = 0
    kept = [pair for pair in context if pair[0] < len(old) and pair[1] < len(new)]
    for old_next, new_next in [*kept, (len(old), len(new))]:
        if (old_done, new_done) != (old_next, new_next):
            found.append((at + old_done, old_next - old_done, new[new_done:new_next]))
        old_done, new_done = old_next + 1, new_next + 1
    return found


class LineSearch:
    """Finds runs of lines in one file, each stage's form of the file made once."""

    def __init__(self, lines: list[str], shown: str, stages: Sequence[Form] = _STAGES) -> None:
        self._stages = stages
        self._forms: dict[int, list[str]] = {}
        self._lines = lines
        self._shown = shown
        self._steps = 0

    def first(self, wanted: list[str], start: int, *, at_end: bool = False) -> int | None:
        """Return the index at which the lines stand first, from `start` on; with `at_end` only as the last lines."""
        if not wanted:
            return start
        if at_end:
            start = max(start, len(self._lines) - len(wanted))
        if start + len(wanted) > len(self._lines):
            return None
        for stage, form in enumerate(self._stages):
            if stage not in self._forms:
                self._forms[stage] = [form(line) for line in self._lines]
            at = self._find(self._forms[stage], [form(line) for line in wanted], start)
            if at is not None:
                return at
        return None

    def _find(self, lines: list[str], wanted: list[str], start: int) -> int | None:
        """Knuth, Morris and Pratt: in linear time, whatever repeats."""
        falls = [0] * len(wanted)
        length = 0
        for index in range(1, len(wanted)):
            while length and wanted[index] != wanted[length]:
                length = falls[length - 1]
            length += wanted[index] == wanted[length]
            falls[index] = length
        length = 0
        for index in range(start, len(lines)):
            while length and lines[index] != wanted[length]:
                length = falls[length - 1]
            length += lines[index] == wanted[length]
            if length == len(wanted):
                self._count(len(wanted) + index - start)
                return index - length + 1
        self._count(len(wanted) + len(lines) - start)
        return None

    def _count(self, steps: int) -> None:
        self._steps += steps
        if self._steps > MOST_STEPS:
            raise Refusal(f"The patch takes too long to apply to {self._shown}. Make several smaller ones.")
