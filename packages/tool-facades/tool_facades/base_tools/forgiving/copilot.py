"""Copilot CLI's edits: exactly; else whole lines apart from blanks, case and kinds of signs; else such text in a line.

Measured, not known from its code: what the measurements leave open is refused. New lines are indented by what became of
the indentation of the old ones.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from tool_facades.base_tools.forgiving.letters import (
    BLANKS,
    OTHER_ENDS,
    SOME_BLANKS,
    Budget,
    indentation,
    stand_at,
    stripped,
)
from tool_facades.base_tools.outcome import Refusal
from tool_facades.base_tools.patch_lines import PLAIN_SIGNS
from tool_facades.base_tools.string_edit import edited
from tool_facades.base_tools.text import CRLF, LF, Endings
from tool_facades.base_tools.ways import EditWays

_PLAIN = str.maketrans(PLAIN_SIGNS | {"\u2212": "-"})
# A letter with the accents that follow it.
_LETTER = re.compile(r".[\u0300-\u036f]*", re.DOTALL)


def replaced(raw: str, old: str, new: str, *, times: int | None, shown: str, ways: EditWays) -> str:  # noqa: PLR0913 (what an edit is)
    """Return a file's text with `old` replaced; refuses it if it is not there `times` times (None: at all)."""
    text = Endings.of(raw)
    # Only the letters of the file themselves are exactly there: in a file with CRLF, a newline alone is not.
    if old in raw or times != 1 or OTHER_ENDS.search(text.shown + old):
        if old in raw and CRLF in raw and old.startswith(LF):
            raise Refusal(f"old_string has other line ends than {shown}. Give the lines as they are shown.")
        if old in raw and text.usual == CRLF:
            old = old.replace(CRLF, LF)
        if not new and _is_whole_lines(text.shown, old):
            old += LF
        return edited(raw, old, new, times=times, shown=shown, ways=ways)
    old, new = old.replace(CRLF, LF), text.taken(new)
    budget = Budget(shown)
    start, end, put = _by_lines(text.shown, old, new, shown, budget) or _within(text.shown, old, new, shown, budget)
    if not start and text.mark:
        raise Refusal(f"{shown} begins with a byte order mark. Copy its first line exactly, and the mark is kept.")
    return "".join([text.raw[: text.at(start)], text.in_raw(put), text.raw[text.at(end) :]])


def _is_whole_lines(text: str, old: str) -> bool:
    at = text.find(old)
    return text[at + len(old) : at + len(old) + 1] == LF and (at == 0 or text[at - 1] == LF) and not old.endswith(LF)


def _by_lines(text: str, old: str, new: str, shown: str, budget: Budget) -> tuple[int, int, str] | None:
    """Return from where to where whole lines are replaced, and by what; None if no lines are like them."""
    lines, wanted = text.split(LF), old.split(LF)
    ends = not wanted[-1] and len(wanted) > 1
    if ends:
        wanted.pop()
    likes = [like(line) for line in lines]
    wanted_likes = [like(line) for line in wanted]
    full, wanted_full = ([one for one in found if one] for found in (likes, wanted_likes))
    # The program leaves out blank lines: of the lines without them there must be only one place.
    places = _places(full, wanted_full, budget) if wanted_full else []
    if not places:
        return None
    if len(places) > 1:
        raise Refusal(f"Lines like old_string are in {shown} {len(places)} times. Give more of the text around them.")
    # With an end of its own a line cannot be the last, which has none.
    found = _places(likes[: len(likes) - ends], wanted_likes, budget)
    if len(found) != 1:
        raise Refusal(f"Lines like old_string are in {shown}, with other blank lines. Copy them exactly.")
    index = found[0]
    there = lines[index : index + len(wanted)]
    put = LF.join(indented(new.split(LF), zip(wanted, there, strict=True), shown))
    start = sum(len(line) + 1 for line in lines[:index])
    end = start + len(LF.join(there))
    takes_end = ends or (not new and end < len(text))
    return start, end + takes_end, put


def _places(lines: list[str], wanted: list[str], budget: Budget) -> list[int]:
    return [index for index in range(len(lines) - len(wanted) + 1) if stand_at(lines, wanted, index, budget)]


def _within(text: str, old: str, new: str, shown: str, budget: Budget) -> tuple[int, int, str]:
    """Return from where to where a part of the text is replaced, and by what."""
    if old != stripped(old):
        raise Refusal(f"old_string is not in {shown}. Leave out the blanks and newlines at its ends.")
    budget.spend(len(text))
    plain: list[str] = []
    # Where each letter of the plain text comes from: only whole letters are replaced.
    starts: list[int] = []
    firsts: list[bool] = []
    for letter in _LETTER.finditer(text):
        made = plainly(letter[0])
        plain.append(made)
        starts += [letter.start()] * len(made)
        firsts += [index == 0 for index in range(len(made))]
    even, wanted = "".join(plain), plainly(old)
    at = even.find(wanted)
    end = at + len(wanted)
    if at < 0 or not wanted or not firsts[at] or (end < len(even) and not firsts[end]):
        raise Refusal(f"old_string is not in {shown}, and nothing like it.")
    if even.rfind(wanted) != at:
        raise Refusal(f"Text like old_string is in {shown} more than once. Give more of the text around it.")
    start = starts[at]
    if LF in new and text[text.rfind(LF, 0, start) + 1 : start + 1].startswith((" ", "\t")):
        raise Refusal(f"Only text like old_string is in {shown}, in a line that is indented. Copy it exactly.")
    return start, starts[end] if end < len(even) else len(text), new


def indented(new: Iterable[str], pairs: Iterable[tuple[str, str]], shown: str) -> list[str]:
    """Return new lines with the indentation of the file. `pairs` are old lines as they were said and as they are.

    What was said as the longest beginning of a new line's indentation becomes what the file has there; the rest stays.
    Raises `Refusal` where the same indentation became two.
    """
    became: dict[str, str] = {}
    for said, there in pairs:
        if stripped(said) and said.lstrip(" \t")[0] in BLANKS:
            raise Refusal(f"The lines are indented with other blanks than those in {shown}. Copy them exactly.")
        if stripped(said) and became.setdefault(indentation(said), indentation(there)) != indentation(there):
            raise Refusal(f"The lines are indented otherwise in {shown}, each in its own way. Copy them exactly.")
    return [_indented(line, became) for line in new]


def _indented(line: str, became: dict[str, str]) -> str:
    if not stripped(line):
        return line
    own = indentation(line)
    known = next((own[:length] for length in range(len(own), -1, -1) if own[:length] in became), None)
    return line if known is None else became[known] + line[len(known) :]


def like(line: str) -> str:
    """Return what has to be the same of two lines: no blanks, no case, plain signs."""
    return SOME_BLANKS.sub("", plainly(line.strip(BLANKS)))


def plainly(text: str) -> str:
    """Return a text without case and with plain signs."""
    return unicodedata.normalize("NFKC", text).translate(_PLAIN).lower()
