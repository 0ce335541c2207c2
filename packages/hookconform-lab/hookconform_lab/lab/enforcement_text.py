"""What became of the calls of an enforcement, as lines for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from hookconform.ground.plain_text import counted, folded
from hookconform_lab.lab.enforce import CallOutcome

_VERDICT = 15


def call_lines(calls: Sequence[CallOutcome]) -> list[str]:
    """Return one line a call; those of one title that went as they should count as one, whatever their spelling."""
    groups: dict[tuple[str, str], list[CallOutcome]] = {}
    for call in calls:
        alone = call.spelling if not call.is_as_it_should else ""
        groups.setdefault((call.title, alone), []).append(call)
    return [line for (title, alone), group in groups.items() for line in _lines(title, alone, group)]


def _lines(title: str, alone: str, group: Sequence[CallOutcome]) -> list[str]:
    first = group[0]
    should = "must be stopped" if first.rule else "must run"
    happened = "ran" if first.ran_with else "stopped"
    verdict = "ok" if first.is_as_it_should else "WRONG" if first.ran_without else "PROVES NOTHING"
    spelled = f", spelled {alone}" if alone else f", {len(group)} spellings" if len(group) > 1 else ""
    return folded(f"{verdict:{_VERDICT}}{title}{spelled}: {should}, {happened}", _VERDICT)


def summary(calls: Sequence[CallOutcome]) -> str:
    """Return how many calls went as they should."""
    wrong = sum(not call.is_as_it_should for call in calls)
    if wrong:
        return f"failed: {wrong:,} of {counted(len(calls), 'call')}"
    stopped = sum(call.rule is not None for call in calls)
    return f"passed: {counted(len(calls), 'call')}, {stopped:,} stopped and {len(calls) - stopped:,} let run"
