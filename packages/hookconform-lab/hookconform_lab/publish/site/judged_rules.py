"""The page of rules: how many cases judge each numbered rule of the documents, by platform, and why some have none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hookconform.cases.requirements import filled, load_requirements
from hookconform.corpus.cases import Case

FILE = "rules.html"


@dataclass(frozen=True, slots=True)
class JudgedRule:
    """A rule, by its anchor, with its cases on each platform where it applies, at all events together."""

    id: str
    on: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class JudgedRules:
    """The rules by the page of the documentation that has them, and the reasons with the rules that each explains.

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
    counts: dict[str, Counter[str]] = {rule: Counter() for rule in requirements.rules}
    reasons: dict[str, dict[str, None]] = {}
    gaps = 0
    for cell in cells:
        counts[cell.rule][cell.platform] += len(found.get(cell, ()))
        if cell not in found:
            why = requirements.reason(cell)
            gaps += not why
            if why:
                reasons.setdefault(why, {})[cell.rule] = None
    pages = {
        page: [JudgedRule(rule, on) for rule, on in counts.items() if on and rule.partition("-")[0] in beginnings]
        for page, beginnings in requirements.pages.items()
    }
    return JudgedRules(pages, {why: tuple(names) for why, names in reasons.items()}, len(cells), gaps)
