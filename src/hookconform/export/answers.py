"""What to answer: one measured answer a platform, event, verdict and range of versions.

A platform's versions are the measured ones and the gaps between them. In a gap an answer holds if it does at both
ends. From the newest on, each range is as long as one answer holds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Any, NamedTuple

from hookconform.effects import effects_near, modelled_platforms
from hookconform.effects.answer_shape import with_words
from hookconform.effects.rows import Row, measured_versions, rows_at
from hookconform.effects.verdicts import ALLOW, ASK, CONTEXT, DENY, carries_out
from hookconform.export.request import Request

# What stands for the caller's text. A changed input depends on the tool, and is no answer of a table.
TEXT = "@text"
_VERDICTS = (DENY, ASK, ALLOW, CONTEXT)
_COMMAND = "@command"


class _Shown(NamedTuple):
    """What one answer did at a version: whether its text did not reach the model, and the row that shows it."""

    silent: bool
    row: str


class _Slot(NamedTuple):
    """A measured version, or with `after` the gap behind it; the answers that hold there, as JSON texts."""

    version: str
    after: bool
    holding: dict[str, _Shown]


def answer_rows(request: Request) -> Iterator[dict[str, Any]]:
    """Yield one row a range of versions, oldest first; `answer` is None where none holds (schema: export, `answer`).

    `since` is the first version of the range; `after`: it begins behind that version. Neither: at the first of all.
    """
    for platform in request.wanted_platforms:
        if platform not in modelled_platforms():
            continue
        rows = {version: _rows(platform, version) for version in measured_versions(platform)}
        events = dict.fromkeys((row.event, row.registered_event) for found in rows.values() for row in found)
        for event, registered in events:
            for verdict in _VERDICTS:
                slots = _slots(platform, registered, verdict, rows)
                yield from _ranges(platform, event, registered, verdict, slots)


def _rows(platform: str, version: str) -> tuple[Row, ...]:
    return tuple(row for row in rows_at(platform, version) if row.answer.plugin is None and not row.answer.late)


def _slots(platform: str, registered: str, verdict: str, rows: dict[str, tuple[Row, ...]]) -> list[_Slot]:
    measured = [
        _Slot(version, after=False, holding=_holding(platform, version, registered, verdict, found))
        for version, found in rows.items()
    ]
    slots = measured[:1]
    for one, other in pairwise(measured):
        both = {answer: shown for answer, shown in one.holding.items() if answer in other.holding}
        slots += [_Slot(one.version, after=True, holding=both), other]
    return slots


def _holding(platform: str, version: str, registered: str, verdict: str, rows: Sequence[Row]) -> dict[str, _Shown]:
    found: dict[str, _Shown] = {}
    for row in rows:
        if row.registered_event == registered and carries_out(platform, version, row, verdict):
            answer = json.dumps(_answer(row), separators=(",", ":"))
            found.setdefault(answer, _Shown(not _says_why(platform, version, row), row.id))
    return found


def _ranges(
    platform: str, event: str, registered: str, verdict: str, slots: Sequence[_Slot]
) -> Iterator[dict[str, Any]]:
    """Yield the ranges of one verdict, oldest first; none if no answer carries it out at any version."""
    if not any(slot.holding for slot in slots):
        return
    ends = len(slots)
    found: list[dict[str, Any]] = []
    while ends:
        answer, length = _longest(slots[:ends], verdict)
        first, last = slots[ends - length], slots[ends - 1]
        row: dict[str, Any] = {"platform": platform, "registered_event": registered, "event": event, "verdict": verdict}
        if ends > length:
            row["after" if first.after else "since"] = first.version
        row["answer"] = json.loads(answer) if answer else None
        found.append(row | ({"row": last.holding[answer].row} if answer else {}))
        ends -= length
    yield from reversed(found)


def _longest(slots: Sequence[_Slot], verdict: str) -> tuple[str, int]:
    """Return the answer to give at the newest of some slots, and for how many slots back; empty if there is none."""
    newest = slots[-1].holding
    if not newest:
        return "", _run(slots, lambda slot: not slot.holding)
    lengths = {answer: _run(slots, lambda slot, answer=answer: answer in slot.holding) for answer in newest}

    def rank(answer: str) -> tuple[Any, ...]:
        # A text that reaches the model is better than one that is lost, except where there is nothing to say. An
        # answer that names its event cannot be taken for another event's.
        worse = verdict != ALLOW and newest[answer].silent
        named = verdict != ALLOW and '"hookEventName"' in answer
        return worse, -lengths[answer], '"exit_code":0' not in answer, not named, len(answer), answer

    best = min(newest, key=rank)
    return best, lengths[best]


def _run(slots: Sequence[_Slot], holds: Callable[[_Slot], bool]) -> int:
    return sum(1 for _ in takewhile(holds, reversed(slots)))


def _says_why(platform: str, version: str, row: Row) -> bool:
    """Tell whether a text of the answer reached the model."""
    near = effects_near(platform, version, row.event, row.registered_event, row.answer, tool=row.tool or "Bash")
    return any(effect.told for effect in near.values())


def _answer(row: Row) -> dict[str, Any]:
    answer = row.answer
    found: dict[str, Any] = {"exit_code": answer.exit_code}
    try:
        said = json.loads(answer.stdout) if answer.stdout else None
    except ValueError:
        said = None
    if isinstance(said, dict):
        found["json"] = with_words(said, TEXT, _COMMAND)
    elif answer.stdout:
        found["stdout"] = with_words(answer.stdout, TEXT, _COMMAND)
    if answer.stderr:
        found["stderr"] = with_words(answer.stderr, TEXT, _COMMAND)
    return found
