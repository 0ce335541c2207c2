"""How much a gap matters, and whether a rule holds on a platform."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Literal

from hookconform.corpus.vocabulary import CORE, load_vocabulary
from hookconform.packs.at_events import NO_EFFECT, STOPPED_BY_NONE, TOO_LATE
from hookconform.packs.finding import STOPS_NOTHING, Finding, Hole, Standing
from hookconform.packs.rule import Rule

Cell = Literal["holds", "partly", "no", "nothing", "untried"]
Weight = Literal["high", "medium", "low"]
WEIGHTS: tuple[Weight, ...] = ("high", "medium", "low")
MISSED, NO_EVENT = "missed-tool", "no-event"
MCP_NAME, _NO_ARGUMENT = "mcp-name", "no-argument"
# Where nothing of the rule works, however many tools it sees.
_NOTHING_WORKS = frozenset({NO_EVENT, _NO_ARGUMENT, MCP_NAME}) | STOPPED_BY_NONE
# What these say of the whole rule leaves each platform its own answer.
_OF_EACH = frozenset({STOPS_NOTHING, NO_EFFECT})


@dataclass(slots=True)
class Gap:
    """One thing that a rule does not do, with the platforms where that is so (none: everywhere)."""

    rule: str
    code: str
    name: str
    text: str
    weight: Weight
    kind: str = ""
    platforms: list[str] = field(default_factory=list[str])


def gaps_of(finding: Finding, is_open: Collection[Hole]) -> list[Gap]:
    """Return the gaps of one rule that are not accepted, the same on several platforms once, heaviest first."""
    found: dict[tuple[str, str, str], Gap] = {}
    stopped_nothing = {one.platform for one in finding.standings if cell_of(finding, one, is_open) == "no"}
    for hole in finding.all_holes:
        if hole not in is_open:
            continue
        name = hole.tool or hole.name
        # MCP names have several forms, and platforms do several things too late: one name is wrong in several ways.
        told = hole.text if hole.code in {MCP_NAME, TOO_LATE} else ""
        gap = found.setdefault((hole.code, name, told), _gap(finding.rule, hole, name))
        if hole.code == _NO_ARGUMENT and hole.text != gap.text:
            # Each platform has its own names of tools and arguments.
            gap.text = f"nothing that it is about has {name}"
        if hole.platform and hole.platform not in gap.platforms:
            gap.platforms.append(hole.platform)
        if hole.platform in stopped_nothing and finding.rule.decides:
            gap.weight = "high"
    return sorted(found.values(), key=order)


def order(gap: Gap) -> tuple[int, int, str]:
    """Return what orders gaps: by weight, then by how many platforms have them."""
    return WEIGHTS.index(gap.weight), -(len(gap.platforms) or 100), gap.name


def _gap(rule: Rule, hole: Hole, name: str) -> Gap:
    text = f"misses {name}, of kind {hole.kind}" if hole.code == MISSED else hole.text
    return Gap(rule.name, hole.code, name, text, _weight(rule, hole), hole.kind)


def _weight(rule: Rule, hole: Hole) -> Weight:
    if hole.code == STOPS_NOTHING or (hole.platform and not rule.decides):
        return "low"
    if hole.code != MISSED:
        return "high"
    tier = load_vocabulary().tools.get(hole.tool)
    return "high" if tier == CORE else "medium" if tier else "low"


def cell_of(finding: Finding, standing: Standing, is_open: Collection[Hole]) -> Cell:
    """Return how a rule holds on one platform."""
    if not finding.rule.decides and standing.state != "never":
        return "no"
    if any(hole in is_open and hole.code not in _OF_EACH for hole in finding.holes):
        return "partly" if any(one.state == "fires" for one in finding.standings) else "no"
    here = [hole for hole in standing.holes if hole in is_open]
    if here:
        # Where a payload is missing, nobody saw that the rule stops nothing.
        never = standing.state == "never" and not standing.untried
        return "no" if never or any(hole.code in _NOTHING_WORKS for hole in here) else "partly"
    if standing.untried or standing.unmeasured:
        return "untried"
    return "nothing" if standing.state == "never" else "holds"
