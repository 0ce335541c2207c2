"""What the ways of several programs have in common: blanks, lengths and distances as JavaScript sees them, a budget."""

from __future__ import annotations

import re
from array import array

from tool_facades.base_tools.outcome import Refusal

# What JavaScript calls blank: a byte order mark is, control characters from 1C to 1F and 85 are not.
BLANKS = "\t\n\v\f\r \xa0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" + "".join(map(chr, range(0x2000, 0x200B)))
BLANK_CLASS = f"[{re.escape(BLANKS)}]"
SOME_BLANKS = re.compile(f"{BLANK_CLASS}+")
_INDENTATION = re.compile(r"[ \t]*")
# These end a line for a JavaScript expression, though not in the file.
OTHER_ENDS = re.compile("\r(?!\n)|[\u2028\u2029]")
# Letters compared for one edit: a few seconds at most.
MOST_STEPS = 10_000_000


class Budget:
    """Counts the steps of one edit; raises `Refusal` when there are too many: no text makes it last for ever."""

    def __init__(self, shown: str) -> None:
        self._left = MOST_STEPS
        self._shown = shown

    def spend(self, steps: int) -> None:
        """Count some steps."""
        self._left -= steps
        if self._left < 0:
            raise Refusal(f"old_string is not in {self._shown}, and looking for similar text takes too long.")


def need_change(old: str, new: str) -> None:
    """Raise `Refusal` if two texts, their line ends made even, are one."""
    if old == new:
        raise Refusal("old_string and new_string differ only in line ends, so nothing would change.")


def stand_at(lines: list[str], wanted: list[str], index: int, budget: Budget) -> bool:
    """Tell whether the wanted lines begin at an index, after which there are enough."""
    same = 0
    while same < len(wanted) and lines[index + same] == wanted[same]:
        same += 1
    budget.spend(same + 1)
    return same == len(wanted)


def stripped(text: str) -> str:
    """Return a text without blanks at its ends."""
    return text.strip(BLANKS)


def indentation(line: str) -> str:
    """Return the blanks and tabs that a line begins with."""
    match = _INDENTATION.match(line)
    return match[0] if match else ""


def units(text: str) -> str:
    """Return a text with one letter for each of the 16-bit units that JavaScript counts."""
    if text.isascii() or max(text, default="") <= "\uffff":
        return text
    return "".join(map(chr, array("H", text.encode("utf-16-le", "surrogatepass"))))


def distance(one: str, other: str, most: int, budget: Budget) -> int:
    """Return how many letters are put in, taken out or exchanged from one text to the other; `most` + 1 if more."""
    one, other = units(one), units(other)
    if abs(len(one) - len(other)) > most:
        return most + 1
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    one, other = one[start:], other[start:]
    row = list(range(len(other) + 1))
    for index, letter in enumerate(one, 1):
        first, last = max(1, index - most), min(len(other), index + most)
        budget.spend(last - first + 2)
        before = row
        row = [most + 1] * (len(other) + 1)
        row[0] = index
        for position in range(first, last + 1):
            row[position] = min(
                before[position] + 1,
                row[position - 1] + 1,
                before[position - 1] + (letter != other[position - 1]),
            )
        if min(row[first - 1 : last + 1]) > most:
            return most + 1
    return min(row[-1], most + 1)
