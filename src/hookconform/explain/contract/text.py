"""Changes between two versions as text: how many, then each with the release that brought it."""

from __future__ import annotations

from hookconform.explain.contract.history import PERHAPS_BEFORE, PERHAPS_LATER, SURE, Upgrade
from hookconform.explain.contract.step import KINDS, ContractStep, step_json, when
from hookconform.ground.plain_text import counted, folded, listed

# Of a kind so many are shown without --all: more are read by nobody at a glance.
_SHOWN, _NAMED = 8, 4
_AT_EVENTS = ("answer", "payload")


def upgrade_text(found: Upgrade, *, whole: bool = False) -> str:
    """Return the changes by kind, the most important first; without `whole` a few of each kind."""
    notes = sum(within == SURE and step.kind == "note" for step, within in found.steps)
    sure = sum(within == SURE for _, within in found.steps) - notes
    perhaps = sum(within != SURE for _, within in found.steps)
    head = f"{found.platform.name} {found.older} to {found.newer}: {_number(sure, notes)}"
    lines = [f"{head}{f', and {perhaps} perhaps' if perhaps else ''}.", *_neighbours(found)]
    for kind, title in KINDS.items():
        mine = sorted(
            ((step, within) for step, within in found.steps if step.kind == kind), key=lambda found: found[0].weight
        )
        shown = mine if whole else mine[:_SHOWN]
        lines += ["", f"{title}:"] if mine else []
        for step, within in shown:
            lines += folded(f"  * {_line(found, step, within)}", 4)
        if len(mine) > len(shown):
            lines.append(f"    {len(mine) - len(shown)} more: add --all")
    return "\n".join(lines)


def _number(changes: int, notes: int) -> str:
    """Return how many changes there are; notes are counted where they are all that is known."""
    if changes or not notes:
        return counted(changes, "change") if changes else "no change is known"
    return counted(notes, "note")


def _line(found: Upgrade, step: ContractStep, within: str) -> str:
    mark = {PERHAPS_BEFORE: f"; {found.older} may have it", PERHAPS_LATER: f"; {found.newer} may not have it yet"}
    return f"{sentence(step)}: {when(step_json(found.platform, step))}{mark.get(within, '')}"


def sentence(step: ContractStep) -> str:
    """Return a change in words, with the events that it is about."""
    if step.kind not in _AT_EVENTS:
        return step.words
    places = dict.fromkeys(name.rpartition("/" if step.kind == "answer" else " ")[0] for name in step.subjects)
    return f"{step.words} ({listed(list(places), _NAMED)})"


def _neighbours(found: Upgrade) -> list[str]:
    absent = [version for version in (found.older, found.newer) if version not in found.recorded]
    if not absent:
        return []
    were = "was" if len(absent) == 1 else "were"
    return folded(f"{' and '.join(absent)} {were} not recorded; the nearest that were: {', '.join(found.recorded)}.", 0)
