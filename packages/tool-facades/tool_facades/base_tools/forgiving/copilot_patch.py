"""Copilot CLI's patches: lines are found apart from blanks, case and kinds of signs, also above the hunk before.

Measured, not known from its code: what the measurements leave open is refused. Context keeps the text of the file, new
lines are indented as the others, and the end of the file keeps its newline, or its lack of one.
"""

from __future__ import annotations

from functools import partial

from tool_facades.base_tools.forgiving.copilot import indented, like, plainly
from tool_facades.base_tools.forgiving.letters import BLANKS, stripped
from tool_facades.base_tools.outcome import Refusal
from tool_facades.base_tools.patch_lines import Form, LineSearch, Replacement, changed, past_anchor
from tool_facades.base_tools.patch_text import Hunk
from tool_facades.base_tools.text import LF, lines_of

_STAGES: tuple[Form, ...] = (stripped, like)


def patched(text: str, hunks: list[Hunk], shown: str) -> str:
    """Return a file's text with all hunks applied; raises `Refusal` if the lines of one are not there."""
    lines = lines_of(text)
    usual = next((ending for _, ending in lines if ending), LF)
    ends = bool(lines) and bool(lines[-1][1])
    result: list[tuple[str, str]] = []
    done = 0
    for start, count, new in sorted(
        _places([line for line, _ in lines], hunks, shown, usual), key=lambda place: place[0]
    ):
        result += [*lines[done:start], *((line, usual) for line in new)]
        done = start + count
    result += lines[done:]
    made = "".join(line + (ending or usual) for line, ending in result[:-1])
    last = "".join(line + ((ending or usual) if ends else "") for line, ending in result[-1:])
    return made + last


def _places(lines: list[str], hunks: list[Hunk], shown: str, usual: str) -> list[Replacement]:
    searches = [LineSearch(lines, shown, (form,)) for form in _STAGES]
    found: list[Replacement] = []
    taken: list[tuple[int, int]] = []
    after = 0
    anchored = any(hunk.anchor is not None for hunk in hunks)
    for hunk in hunks:
        if hunk.old and not any(map(stripped, hunk.old)):
            raise Refusal(f"A hunk of the patch names only blank lines of {shown}. Give the lines around them.")
        if anchored and hunk.old == hunk.new:
            raise Refusal(f"A hunk of the patch changes nothing in {shown}. Leave it out.")
        after = past_anchor(hunk, after, partial(_first, searches), shown)
        if not hunk.old:
            found.append((len(lines) if hunk.anchor is None else after, 0, hunk.new))
            continue
        at = _place(searches, hunk, after, anywhere=not anchored)
        end = (at or 0) + len(hunk.old)
        if at is None or any(at < other and start < end for start, other in taken):
            raise Refusal("\n".join([f"These lines are not in {shown}:", *hunk.old]))
        _need_known(
            hunk,
            lines[at:end],
            shown,
            exact=usual == LF and lines[at:end] == hunk.old,
            ends_blank=not stripped(lines[-1]),
        )
        new = indented(hunk.new, zip(hunk.old, lines[at:end], strict=True), shown)
        found += changed(at, hunk.old, new, hunk.context)
        taken.append((at, end))
        after = end
    return found


def _need_known(hunk: Hunk, there: list[str], shown: str, *, exact: bool, ends_blank: bool) -> None:
    """Refuse what was measured to write other context, or to count blank lines otherwise."""
    pairs = [(hunk.old[index], there[index]) for index, _ in hunk.context]
    blanks = any(
        said != one and (said != said.rstrip(BLANKS) or plainly(stripped(said)) != plainly(stripped(one)))
        for said, one in pairs
    )
    if blanks or (not exact and (ends_blank or not all(map(stripped, hunk.old)))):
        raise Refusal("\n".join([f"These lines have other blanks in {shown}. Copy them exactly:", *hunk.old]))


def _place(searches: list[LineSearch], hunk: Hunk, after: int, *, anywhere: bool) -> int | None:
    for search in searches:
        for start in (after, 0) if anywhere and not hunk.at_end else (after,):
            at = search.first(hunk.old, start, at_end=hunk.at_end)
            if at is not None:
                return at
    return None


def _first(searches: list[LineSearch], wanted: list[str], after: int) -> int | None:
    return next((at for search in searches if (at := search.first(wanted, after)) is not None), None)
