"""Plain text for a terminal: columns, and paragraphs of at most 80 columns."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

WIDTH = 80
# A command that the line ends with, and no sentence that goes on behind one.
_LAST_COMMAND = r"(?:(?<=: )|(?<=Write ))hookconform (?:(?!\. [A-Z]|, [a-z])[^`])*$"


def columns(
    rows: Sequence[Sequence[str]],
    *,
    gap: int = 2,
    least: Sequence[int] = (0,),
    widest: int | None = None,
    right_from: int | None = None,
) -> list[str]:
    """Return one line a row, without spaces at its end; all rows have as many cells.

    A column is as wide as its widest cell, but at least as `least` says (its last value is that of all further columns)
    and at most `widest`, over which longer cells stick out. From column `right_from` on, cells stand to the right.
    """
    widths = column_widths(rows, least=least, widest=widest)
    right = len(widths) if right_from is None else right_from
    padded = (
        [cell.ljust(width) if place < right else cell.rjust(width) for place, (cell, width) in enumerate(cells)]
        for cells in (zip(row, widths, strict=True) for row in rows)
    )
    return [(" " * gap).join(cells).rstrip() for cells in padded]


def column_widths(
    rows: Sequence[Sequence[str]], *, least: Sequence[int] = (0,), widest: int | None = None
) -> list[int]:
    """Return how wide each column is that `columns` makes."""
    widths = [
        max(least[min(place, len(least) - 1)], *(len(cell) for cell in cells))
        for place, cells in enumerate(zip(*rows, strict=True))
    ]
    return widths if widest is None else [min(width, widest) for width in widths]


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: `1 check`, `1,263 checks`; `many` where an s does not make the plural."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def listed(names: Sequence[str], most: int) -> str:
    """Return names with commas; of many the first `most` and how many more there are, which is never one."""
    if len(names) <= most + 1:
        return ", ".join(names)
    return f"{', '.join(names[:most])} and {len(names) - most:,} more"


def series(names: Sequence[str]) -> str:
    """Return all names as a sentence has them: `a, b and c`."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def paragraph(indent: str, text: str) -> list[str]:
    """Return a text as lines that all begin with `indent`; names and addresses stay whole."""
    return textwrap.wrap(
        text, WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )


def quotation(bar: str, line: str) -> list[str]:
    """Return a line that somebody else wrote as lines behind a bar; what it goes on with is further in."""
    return textwrap.wrap(
        line,
        WIDTH,
        initial_indent=bar,
        subsequent_indent=f"{bar}  ",
        break_on_hyphens=False,
        break_long_words=False,
        replace_whitespace=False,
    ) or [bar.rstrip()]


def folded(line: str, indent: int, *, kept: str = "") -> list[str]:
    """Return a line as lines of at most 80 columns, all but the first indented; names and `commands` stay whole.

    So does a command at the end, which is to be copied. A bullet stays at its first word, however long that is, and so
    does `kept`, with which the line begins.
    """
    start = " " * (len(line) - len(line.lstrip()))
    begins = f"{re.escape(kept)}|" if kept else ""
    whole = re.sub(
        f"^(?:{begins}[*] )|`[^`]*`|{_LAST_COMMAND}", lambda found: found[0].replace(" ", "\0"), line.lstrip()
    )
    lines = textwrap.wrap(
        whole,
        WIDTH,
        initial_indent=start,
        subsequent_indent=" " * indent,
        break_on_hyphens=False,
        break_long_words=False,
    )
    return [one.replace("\0", " ") for one in lines]
