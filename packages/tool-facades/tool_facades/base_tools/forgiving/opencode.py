"""OpenCode's edits: exactly; else in eight looser ways, one after the other, until one finds a single place.

The text of that place goes as it is, and the new text comes as it was given: nothing is indented.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tool_facades.base_tools.forgiving.letters import (
    BLANK_CLASS,
    BLANKS,
    SOME_BLANKS,
    Budget,
    distance,
    need_change,
    stand_at,
    stripped,
    units,
)
from tool_facades.base_tools.outcome import Refusal, counted
from tool_facades.base_tools.text import CRLF, LF, MARK
from tool_facades.base_tools.ways import EditWays

_LEAST_LIKE = 0.65
_LEAST_SAME = 0.5
# A block has a first line, a last line, and something between them.
_LEAST_BLOCK = 3
_MORE_LINES = 3
_MORE_LETTERS = 500
_MUCH_LONGER = 4
_ESCAPED = re.compile("\\\\([ntr'\"`\\\\\n$])")
_MEANT = {"n": LF, "t": "\t", "r": "\r"}

# File's text, text looked for → texts of the file that may be meant.
_Way = Callable[[str, str, Budget], Iterator[str]]


def replaced(raw: str, old: str, new: str, *, times: int | None, shown: str, ways: EditWays) -> str:  # noqa: ARG001, PLR0913 (what an edit is; these are its ways)
    r"""Return a file's text with `old` replaced; refuses it if it is not there `times` times (None: at all).

    Old and new text get the line ends of the file: `\r\n` if it has one anywhere.
    """
    mark = MARK if raw.startswith(MARK) else ""
    text = raw.removeprefix(MARK)
    end = CRLF if CRLF in text else LF
    old, new = (part.replace(CRLF, LF).replace(LF, end) for part in (old, new))
    need_change(old, new)
    budget = Budget(shown)
    several = False
    for way in _WAYS:
        for meant in way(text, old, budget):
            budget.spend(len(text) // 100 + 1)
            first = text.find(meant)
            if first < 0:
                continue
            several = True
            if _is_much_more(meant, old):
                raise Refusal(f"What is like old_string in {shown} is much longer. Read it again, and give all of it.")
            if times != 1 and meant:
                return _everywhere(mark, text, meant, new, times, shown)
            if text.rfind(meant) == first:
                return mark + text[:first] + new + text[first + len(meant) :]
    if several:
        raise Refusal(f"old_string is in {shown} more than once. Give more of the text around it.")
    raise Refusal(f"old_string is not in {shown}, and nothing like it.")


def _everywhere(mark: str, text: str, meant: str, new: str, times: int | None, shown: str) -> str:  # noqa: PLR0913, PLR0917 (what an edit is)
    count = text.count(meant)
    if times not in (None, count):
        raise Refusal(f"old_string is in {shown} {counted(count, 'time')}, not {times}.")
    return mark + text.replace(meant, new)


def _is_much_more(meant: str, old: str) -> bool:
    lines = old.count(LF) + 1
    if meant.count(LF) + 1 >= max(lines + _MORE_LINES, 2 * lines):
        return True
    size = len(units(stripped(old)))
    return lines > 1 and len(units(stripped(meant))) > max(size + _MORE_LETTERS, size * _MUCH_LONGER)


def _exact(text: str, old: str, budget: Budget) -> Iterator[str]:  # noqa: ARG001 (a way)
    yield old


def _lines_apart_from_blanks(text: str, old: str, budget: Budget) -> Iterator[str]:
    lines, bare, wanted = _bare_lines(text, old)
    for index in range(len(lines) - len(wanted) + 1):
        if stand_at(bare, wanted, index, budget):
            yield LF.join(lines[index : index + len(wanted)])


def _like_block(text: str, old: str, budget: Budget) -> Iterator[str]:
    """First and last line match apart from blanks, and the lines between them are similar."""
    if old.count(LF) + 1 < _LEAST_BLOCK:
        return
    lines, bare, wanted = _bare_lines(text, old)
    spare = max(1, len(wanted) // 4)
    blocks = [
        (start, end)
        for start, end in _blocks(bare, wanted[0], wanted[-1], budget)
        if abs(end - start + 1 - len(wanted)) <= spare
    ]
    if not blocks:
        return
    shares = [_likeness(bare[start : end + 1], wanted, budget, enough=len(blocks) == 1) for start, end in blocks]
    best = max(shares)
    start, end = blocks[shares.index(best)]
    if best >= _LEAST_LIKE:
        yield LF.join(lines[start : end + 1])


def _blocks(bare: list[str], first: str, last: str, budget: Budget) -> Iterator[tuple[int, int]]:
    """Yield first and last index of each block, which has at least one line between them."""
    ends = [index for index, line in enumerate(bare) if line == last]
    at = 0
    for start, line in enumerate(bare):
        budget.spend(1)
        while at < len(ends) and ends[at] < start + 2:
            at += 1
        if line == first and at < len(ends):
            yield start, ends[at]


def _likeness(block: list[str], wanted: list[str], budget: Budget, *, enough: bool) -> float:
    inner = min(len(wanted), len(block)) - 2
    if inner <= 0:
        return 1.0
    total = 0.0
    for one, other in zip(block[1 : inner + 1], wanted[1 : inner + 1], strict=True):
        size = max(len(units(one)), len(units(other)))
        if size:
            likeness = 1 - distance(one, other, size, budget) / size
            # The one block is summed in parts, several are divided at the end; roundings differ.
            total += likeness / inner if enough else likeness
            if enough and total >= _LEAST_LIKE:
                return total
    return total if enough else total / inner


def _runs_of_blanks(text: str, old: str, budget: Budget) -> Iterator[str]:
    """Any blanks are as good as any others."""
    wanted, lines = _evened(old), text.split(LF)
    words = [re.escape(word) for word in SOME_BLANKS.split(stripped(old))]
    within = re.compile(f"{BLANK_CLASS}+".join(words))
    for line in lines:
        budget.spend(len(line) // 10 + 1)
        even = _evened(line)
        if even == wanted:
            yield line
        elif wanted in even and (match := within.search(line)):
            yield match[0]
    if LF in old:
        yield from _windows_like(text, old, wanted, _evened, budget)


def _other_indentation(text: str, old: str, budget: Budget) -> Iterator[str]:
    """All lines are indented more, or less, by the same number of blanks."""
    yield from _windows_like(text, old, _outdented(old), _outdented, budget)


def _escapes(text: str, old: str, budget: Budget) -> Iterator[str]:
    r"""`\n` in two letters is a newline."""
    wanted = _unescaped(old)
    if wanted in text:
        yield wanted
    yield from _windows_like(text, wanted, wanted, _unescaped, budget)


def _outer_blanks(text: str, old: str, budget: Budget) -> Iterator[str]:
    wanted = stripped(old)
    if wanted == old:
        return
    if wanted in text:
        yield wanted
    yield from _windows_like(text, old, wanted, stripped, budget)


def _half_of_block(text: str, old: str, budget: Budget) -> Iterator[str]:
    """First line, last line and half of the lines between them match apart from blanks."""
    if old.count(LF) + 1 < _LEAST_BLOCK:
        return
    lines, bare, wanted = _bare_lines(text, old)
    for start, end in _blocks(bare, wanted[0], wanted[-1], budget):
        if end - start + 1 != len(wanted):
            continue
        budget.spend(len(wanted))
        pairs = [pair for pair in zip(bare[start + 1 : end], wanted[1:-1], strict=True) if any(pair)]
        if not pairs or sum(one == other for one, other in pairs) / len(pairs) >= _LEAST_SAME:
            yield LF.join(lines[start : end + 1])


def _bare_lines(text: str, old: str) -> tuple[list[str], list[str], list[str]]:
    """Return the lines of a text, and without blanks both these and the lines of the old text.

    An empty last line of the old text is none: a newline ends the line before it.
    """
    lines, wanted = text.split(LF), old.split(LF)
    if not wanted[-1]:
        wanted.pop()
    return lines, [stripped(line) for line in lines], [stripped(line) for line in wanted]


def _windows_like(text: str, of_lines: str, wanted: str, form: Callable[[str], str], budget: Budget) -> Iterator[str]:
    """Yield each run of as many lines as a text has whose form is the wanted one."""
    lines, count = text.split(LF), of_lines.count(LF) + 1
    for index in range(len(lines) - count + 1):
        part = LF.join(lines[index : index + count])
        budget.spend(len(part) // 4 + 1)
        if form(part) == wanted:
            yield part


def _evened(text: str) -> str:
    return stripped(SOME_BLANKS.sub(" ", text))


def _outdented(text: str) -> str:
    lines = text.split(LF)
    least = min((len(line) - len(line.lstrip(BLANKS)) for line in lines if stripped(line)), default=0)
    return LF.join(line[least:] if stripped(line) else line for line in lines)


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda match: _MEANT.get(match[1], match[1]), text)


_WAYS: tuple[_Way, ...] = (
    _exact,
    _lines_apart_from_blanks,
    _like_block,
    _runs_of_blanks,
    _other_indentation,
    _escapes,
    _outer_blanks,
    _half_of_block,
)
