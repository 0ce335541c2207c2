"""The page of rules: how many cases judge each numbered rule of the documents, by platform, and why some have none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hookconform.cases.requirements import Cell, Requirements, filled, load_requirements
from hookconform.corpus.cases import Case

FILE = "rules.html"


@dataclass(frozen=True, slots=True)
class Judged:
    """A rule on one platform: its cases at all events where it applies, and the events that have none."""

    cases: int
    without: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JudgedRule:
    """A rule, by its anchor; a platform where it does not apply is left out."""

    id: str
    on: Mapping[str, Judged]


@dataclass(frozen=True, slots=True)
class JudgedRules:
    """The rules by the page of the documentation that has them, and each reason with what it is given for.

    `cells` counts rules at events of platforms, `gaps` those that have neither a case nor a reason.
    """

    pages: Mapping[str, Sequence[JudgedRule]]
    reasons: Mapping[str, Sequence[str]]
    cells: int
    gaps: int


def judged_rules(root: Path, cases: Iterable[Case], platforms: Sequence[str]) -> JudgedRules | None:
    """Return what the page shows, None for a corpus that does not say which rules its cases judge."""
    requirements = load_requirements(root)
    if requirements is None:
        return None
    found = filled(root, cases, requirements)
    cells = list(requirements.cells(platforms))
    of_rules: dict[str, dict[str, list[Cell]]] = {}
    reasons: dict[str, dict[str, None]] = {}
    for cell in cells:
        of_rules.setdefault(cell.rule, {}).setdefault(cell.platform, []).append(cell)
        if cell not in found and (why := requirements.reason(cell)):
            reasons.setdefault(why, {})[cell.rule] = None
    rules = [
        JudgedRule(rule, {platform: _judged(there, found) for platform, there in on.items()})
        for rule, on in of_rules.items()
    ]
    return JudgedRules(
        {page: _of_page(rules, names, requirements) for page, names in requirements.pages.items()},
        {why: tuple(names) for why, names in reasons.items()},
        len(cells),
        sum(cell not in found and not requirements.reason(cell) for cell in cells),
    )


def _judged(cells: Sequence[Cell], found: Mapping[Cell, Sequence[str]]) -> Judged:
    without = tuple(cell.event for cell in cells if cell not in found)
    return Judged(sum(len(found.get(cell, ())) for cell in cells), without)


def _of_page(
    rules: Iterable[JudgedRule], beginnings: Sequence[str], requirements: Requirements
) -> tuple[JudgedRule, ...]:
    """Return the rules of one page in the order of the page, whichever platform has them first."""
    order = list(requirements.rules)
    there = [rule for rule in rules if rule.id.partition("-")[0] in beginnings]
    return tuple(sorted(there, key=lambda rule: order.index(rule.id)))
