"""Causes for a terminal: all of them in a few lines, then an example of each that is shown in full."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hookconform.attach.manifest import FILE_NAME, Manifest
from hookconform.attach.registry import shipped_adapters
from hookconform.causes.advice import advice
from hookconform.causes.grouping import Cause
from hookconform.causes.lines import Line, cause_lines
from hookconform.causes.rows import cause_as_json
from hookconform.corpus.case_files import SYNTHETIC
from hookconform.corpus.claims import platform_ids
from hookconform.ground.plain_text import WIDTH, counted, folded
from hookconform.ground.printable import printable

# A terminal of 40 lines, less what stands around the causes.
HEIGHT = 36
# How many names a line has, and whether lines are few: from what says most to what takes least room.
_FORMS = ((12, False), (6, False), (3, False), (1, False), (16, True), (6, True), (1, True))
_LABEL = 10
# Of more cases than these no titles are read.
_TITLES = 40


def cause_summary(
    rows: Sequence[Mapping[str, Any]], *, red: int, whole: bool = False, height: int = HEIGHT
) -> list[str]:
    """Return all causes as lines of at most 80 columns, every name if `whole`.

    Otherwise of many names on one line the first, and as much less as it takes to need no more than `height` lines.
    """
    if not rows:
        return []
    if whole:
        return _summary(rows, red, None, short=False)
    forms = (_summary(rows, red, most, short=short) for most, short in _FORMS)
    shown: list[str] = []
    for shown in forms:
        if len(shown) <= height:
            break
    return shown


def _summary(rows: Sequence[Mapping[str, Any]], red: int, most: int | None, *, short: bool) -> list[str]:
    lines = cause_lines(rows, short=short)
    wrong, missing = ([line for line in lines if line.gap is gap] for gap in (False, True))
    several = len({platform for line in lines for platform in line.platforms}) > 1
    shown = [f"{counted(red, 'red check')} {'has' if red == 1 else 'have'} {counted(len(rows), 'cause')}."]
    if sum(line.checks for line in lines) != red:
        shown += folded("A check that shows several causes is counted at each, so that the numbers add up to more.", 0)
    for heading, part in ("Wrong", wrong), ("Missing", missing):
        if part:
            shown += ["", f"{heading}: {counted(sum(len(line.rows) for line in part), 'cause')}"]
            shown += [text for line in part for text in _line(line, most, several=several)]
    return shown


def shared_title(cause: Cause) -> str:
    """Return the title of a cause's cases, which says what they are about; empty if they have several.

    That of a recorded case says which call it was, and nothing of the cause.
    """
    if len(cause.cases) > _TITLES or not all(f"/{SYNTHETIC}/" in case_id for case_id in cause.cases):
        return ""
    from hookconform.cases.loading import iter_entries  # noqa: PLC0415 (only red runs need it)

    platforms = set(platform_ids()) & {case_id.partition("/")[0] for case_id in cause.cases}
    entries = iter_entries(platforms=platforms) if platforms else ()
    titles = {entry.title for entry in entries if entry.id in cause.cases}
    return titles.pop() if len(titles) == 1 else ""


def cause_details(cause: Cause, adapter: str, told: str) -> list[str]:
    """Return one cause with its example, which is told in `told`, what to do, and the command that shows it again."""
    about = shared_title(cause)
    row = cause_as_json(cause)
    title = cause_lines([row])[0].said()
    count = counted(cause.shown_by, "check")
    if cause.following:
        count += f", and {cause.following:,} that follow{'s' * (cause.following == 1)}"
    command = shlex.join(["hookconform", "run", adapter, "--case", cause.example.id])
    return [
        *textwrap.wrap(printable(f"{title} ({count})"), WIDTH, subsequent_indent="  ", break_on_hyphens=False),
        *textwrap.indent(told, "  ").splitlines(),
        *(_labelled("about", about) if about else ()),
        *_labelled("do", advice(row)),
        *_command("see", printable(command)),
    ]


def named(manifest: Manifest) -> str:
    """Return what names an adapter on the command line: a shipped one by name, another by its path from here."""
    path = manifest.path.parent if manifest.path.name == FILE_NAME else manifest.path
    if path.parent == shipped_adapters():
        return path.name
    here = Path.cwd()
    return f"./{path.relative_to(here)}".removesuffix("/.") if path.is_relative_to(here) else str(path)


def _line(line: Line, most: int | None, *, several: bool) -> list[str]:
    text = line.said(most)
    if several and not any("platform" in row for row in line.rows):
        text += f" ({_platforms(line)})"
    count = f"{line.checks:>7}  "
    return textwrap.wrap(
        printable(text), WIDTH, initial_indent=count, subsequent_indent=" " * len(count), break_on_hyphens=False
    )


def _platforms(line: Line) -> str:
    names = sorted(line.platforms)
    return ", ".join(names) if len(names) < len("few") else f"{len(names)} platforms"


def _command(label: str, command: str) -> list[str]:
    """Return a command with a label; one that does not fit beside it has a line of its own, to be copied whole."""
    line = f"  {label:<{_LABEL}}{command}"
    return [line] if len(line) <= WIDTH else [f"  {label}", f"    {command}"]


def _labelled(label: str, text: str) -> list[str]:
    first = f"  {label:<{_LABEL}}"
    return textwrap.wrap(
        printable(text), WIDTH, initial_indent=first, subsequent_indent=" " * len(first), break_on_hyphens=False
    )
