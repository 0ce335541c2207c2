"""Replacing a text by another: exactly that text, exactly once unless all are meant."""

from __future__ import annotations

import re
from itertools import pairwise

from tool_facades.base_tools.outcome import Refusal, counted
from tool_facades.base_tools.text import CRLF, LF, Endings
from tool_facades.base_tools.ways import EditWays


def edited(raw: str, old: str, new: str, *, times: int | None, shown: str, ways: EditWays) -> str:  # noqa: PLR0913 (what an edit is)
    r"""Return a file's text with `old` replaced; refuses it if it is not there `times` times (None: at all).

    Lines are matched as a model is shown them, with `\n` at their ends and without byte order mark; what is not
    replaced keeps its own endings. Nothing else is forgiven: no blanks, no quotes, no indentation.
    """
    text = Endings.of(raw)
    count = text.shown.count(old)
    if not count:
        raise Refusal(f"old_string is not in {shown}.{_why_not(text.shown, old)}")
    if times == 1 == count and not ways.overlapping and text.shown.rfind(old) != text.shown.find(old):
        raise Refusal(f"old_string is in {shown} more than once, overlapping. Give more of the text around it.")
    if times == 1 < count:
        raise Refusal(f"old_string is in {shown} {count} times. Give more of the text around it, or set replace_all.")
    if times not in (None, count):
        raise Refusal(f"old_string is in {shown} {counted(count, 'time')}, not {times}.")
    if ways.even_endings and text.usual == LF:
        text = Endings.of(text.mark + text.shown)
    if ways.trim_blanks and not shown.endswith((".md", ".mdx")):
        new = re.sub(r"[^\S\r\n]+(?=\r?\n|\Z)", "", new)
    new = text.taken(new)
    if ways.delete_line and not new and not old.endswith(LF) and old + LF in text.shown:
        old += LF
    if new == old:
        raise Refusal("old_string and new_string differ only in line ends or blanks.")
    result = _replaced(text, old, new)
    return Endings.of(result).evened() if ways.even_endings and text.usual == CRLF else result


def _replaced(text: Endings, old: str, new: str) -> str:
    parts: list[str] = []
    done = 0
    position = text.shown.find(old)
    head, tail = _in_common(old, new)
    while position >= 0:
        start, end = text.at(position + head), text.at(position + len(old) - tail)
        parts += [text.raw[done:start], text.in_raw(new[head : len(new) - tail])]
        done = end
        position = text.shown.find(old, position + len(old))
    return "".join([*parts, text.raw[done:]])


def _in_common(old: str, new: str) -> tuple[int, int]:
    """Return how much of the beginning and of the end is the same: those lines keep their own endings."""
    most = min(len(old), len(new))
    head = 0
    while head < most and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < most - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return head, tail


def _why_not(shown: str, old: str) -> str:
    if "\r\n" in old and old.replace("\r\n", "\n") in shown:
        return " Write line ends as \\n, whatever the file has."
    if old.startswith("\ufeff") and old[1:] in shown:
        return " Leave out the byte order mark; it is kept."
    if " ".join(old.split()) in " ".join(shown.split()):
        return " It differs in blanks or line ends only: copy it exactly."
    return ""


def with_lines(raw: str, line: int, new: str, shown: str) -> str:
    """Return a file's text with new lines before a line; a byte order mark stays first. Refuses a line too far."""
    text = Endings.of(raw)
    lines = text.shown.split(LF)
    if line > len(lines) + 1:
        raise Refusal(f"{shown} has no line {line}: give insert_line from 1 to {len(lines) + 1}.")
    new = text.taken(new)
    at = sum(len(before) + 1 for before in lines[: line - 1])
    if at > len(text.shown):
        return text.raw + text.in_raw(LF + new)
    return "".join([text.raw[: text.at(at)], text.in_raw(new + LF), text.raw[text.at(at) :]])


def replaced_in_original(raw: str, pairs: list[tuple[str, str]], shown: str) -> str:
    """Return a file's text with each old text replaced, all searched in the text as it was.

    Refuses an old text that is not there exactly once, and two that overlap.
    """
    text = Endings.of(raw)
    places: list[tuple[int, int, str]] = []
    for old, new in pairs:
        start = text.shown.find(old)
        if start < 0:
            raise Refusal(f"old_string is not in {shown}.{_why_not(text.shown, old)}")
        if text.shown.rfind(old) != start:
            raise Refusal(f"old_string is in {shown} more than once. Give more of the text around it.")
        places.append((start, start + len(old), text.taken(new)))
    places.sort()
    if any(end > start for (_, end, _), (start, _, _) in pairwise(places)):
        raise Refusal("Two edits of the list overlap: make one of them.")
    parts: list[str] = []
    done = 0
    for start, end, new in places:
        parts += [text.raw[done : text.at(start)], text.in_raw(new)]
        done = text.at(end)
    return "".join([*parts, text.raw[done:]])
