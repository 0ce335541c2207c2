"""Gemini CLI's edits: exactly, else loosely.

Loosely are whole lines apart from their blanks; else words, from the beginning of a line on, apart from the blanks
between them; else whole lines of which one letter in ten is another.

New lines are indented as the lines that they replace. The end of the file keeps its newline, or its lack of one.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tool_facades.base_tools.forgiving.letters import (
    BLANK_CLASS,
    BLANKS,
    MOST_STEPS,
    OTHER_ENDS,
    SOME_BLANKS,
    Budget,
    distance,
    indentation,
    need_change,
    stand_at,
    stripped,
    units,
)
from tool_facades.base_tools.outcome import Refusal, counted
from tool_facades.base_tools.text import CRLF, LF
from tool_facades.base_tools.ways import EditWays

_SIGNS = re.compile(r"([()\[\]{}:<>=])")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
# An expression made of more letters is not tried.
_LONGEST_WORDS = 20_000
_SHORTEST_SIMILAR = 10
_LEAST_LIKE = 0.1
_BLANKS_COUNT = 0.1
_MOST_WORK = 4e8


class _Tried(NamedTuple):
    """The text with every place replaced, and how many places there were."""

    text: str
    places: int


def replaced(raw: str, old: str, new: str, *, times: int | None, shown: str, ways: EditWays) -> str:  # noqa: ARG001, PLR0913 (what an edit is; these are its ways)
    r"""Return a file's text with `old` replaced; refuses it if it is not there `times` times (None: at all).

    A file that has `\r\n` anywhere gets it at the end of every line.
    """
    letters = len(units(old))
    text, old, new = (part.replace(CRLF, LF) for part in (raw, old, new))
    tried = _exactly(text, old, new)
    # Where a line has another end, the program loses letters.
    if not tried and not OTHER_ENDS.search(text + old + new):
        budget = Budget(shown)
        tried = (
            _by_lines(text, old, new, budget)
            or _by_words(text, old, new, every=times is None, budget=budget)
            or _by_likeness(text, old, new, letters, budget)
        )
    if not tried:
        raise Refusal(f"old_string is not in {shown}, and nothing like it.")
    if times not in (None, tried.places):
        there = counted(tried.places, "time")
        raise Refusal(f"old_string is in {shown} {there}, not {times}. Give more of the text around it.")
    need_change(old, new)
    result = tried.text
    if text.endswith(LF) != result.endswith(LF):
        result = result + LF if text.endswith(LF) else result[:-1]
    return result.replace(LF, CRLF) if CRLF in raw else result


def _exactly(text: str, old: str, new: str) -> _Tried | None:
    places = text.count(old)
    return _Tried(text.replace(old, new), places) if places else None


def _by_lines(text: str, old: str, new: str, budget: Budget) -> _Tried | None:
    lines = _LINE.findall(text)
    bare, wanted = [stripped(line) for line in lines], [stripped(line) for line in old.split(LF)]
    count = len(wanted)
    result: list[str] = []
    places = index = 0
    while index <= len(lines) - count:
        if not stand_at(bare, wanted, index, budget):
            result.append(lines[index])
            index += 1
            continue
        put = _indented(new, lines[index])
        ends = new and lines[index + count - 1].endswith(LF) and not put.endswith(LF)
        result.append(put + LF if ends else put)
        places += 1
        index += count
    return _Tried("".join([*result, *lines[index:]]), places) if places else None


def _by_words(text: str, old: str, new: str, *, every: bool, budget: Budget) -> _Tried | None:
    words = [word for word in SOME_BLANKS.split(_SIGNS.sub(r" \1 ", old)) if word]
    if not words:
        return None
    if len(old) > _LONGEST_WORDS:
        budget.spend(MOST_STEPS + 1)
    found = re.compile(r"^([ \t]*)" + f"{BLANK_CLASS}*".join(map(re.escape, words)), re.MULTILINE)
    places = len(found.findall(text))
    made = found.sub(lambda match: _indented(new, match[1]), text, count=0 if every else 1)
    return _Tried(made, places) if places else None


def _by_likeness(text: str, old: str, new: str, letters: int, budget: Budget) -> _Tried | None:
    lines, wanted = _LINE.findall(text), [line.rstrip(BLANKS) for line in _LINE.findall(old)]
    if letters < _SHORTEST_SIMILAR or not wanted or len(lines) * letters**2 > _MOST_WORK:
        return None
    scores = _scores([line.rstrip(BLANKS) for line in lines], wanted, budget)
    chosen: list[int] = []
    for _, index in sorted(scores):
        if all(abs(index - other) >= len(wanted) for other in chosen):
            chosen.append(index)
    for index in sorted(chosen, reverse=True):
        end = index + len(wanted)
        put = _indented(new, lines[index])
        lines[index:end] = [put + LF if lines[end - 1].endswith(LF) else put]
    return _Tried("".join(lines), len(chosen)) if chosen else None


def _scores(lines: list[str], wanted: list[str], budget: Budget) -> list[tuple[float, int]]:
    """Return how far the lines from an index on are from those wanted, and the index, where that is near enough."""
    block = LF.join(wanted)
    bare, size = SOME_BLANKS.sub("", block), len(units(block))
    scores: list[tuple[float, int]] = []
    for index in range(len(lines) - len(wanted) + 1):
        window = LF.join(lines[index : index + len(wanted)])
        budget.spend(len(window) // 10 + 1)
        if not size or abs(len(units(window)) - size) > size:
            continue
        most = int(_LEAST_LIKE * size)
        letters = distance(SOME_BLANKS.sub("", window), bare, most, budget)
        if letters > most:
            continue
        blanks = distance(window, block, size, budget) - letters
        score = (letters + blanks * _BLANKS_COUNT) / size
        if score <= _LEAST_LIKE:
            scores.append((score, index))
    return scores


def _indented(new: str, line: str) -> str:
    """Return new lines, the first of them indented as a line is and the others in relation to it."""
    lines = new.split(LF)
    wanted, own = indentation(line), indentation(lines[0])
    return LF.join(
        (wanted + (one[len(own) :] if one.startswith(own) else one.lstrip(BLANKS))) if stripped(one) else ""
        for one in lines
    )
