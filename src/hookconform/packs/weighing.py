"""How much a gap matters, whether a rule holds on a platform, and the rule that closes a gap."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.packs.finding import Finding, Hole, Standing
from hookconform.packs.hook_pack import is_usable
from hookconform.packs.rule import Rule

Cell = Literal["holds", "partly", "no", "nothing", "untried"]
Weight = Literal["high", "medium", "low"]
WEIGHTS: tuple[Weight, ...] = ("high", "medium", "low")
_MISSED, _NO_EVENT, _MCP = "missed-tool", "no-event", "mcp-name"
# Where nothing of the rule works, however many tools it sees.
_NOTHING_WORKS = frozenset({_NO_EVENT, "no-argument", _MCP})


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
        # MCP names have several forms, so that one name is wrong in several ways.
        told = hole.text if hole.code == _MCP else ""
        gap = found.setdefault((hole.code, name, told), _gap(finding.rule, hole, name))
        if hole.platform and hole.platform not in gap.platforms:
            gap.platforms.append(hole.platform)
        if hole.platform in stopped_nothing and finding.rule.decides:
            gap.weight = "high"
    return sorted(found.values(), key=order)


def order(gap: Gap) -> tuple[int, int, str]:
    """Return what orders gaps: by weight, then by how many platforms have them."""
    return WEIGHTS.index(gap.weight), -(len(gap.platforms) or 100), gap.name


def _gap(rule: Rule, hole: Hole, name: str) -> Gap:
    text = f"misses {name}, of kind {hole.kind}" if hole.code == _MISSED else hole.text
    return Gap(rule.name, hole.code, name, text, _weight(rule, hole), hole.kind)


def _weight(rule: Rule, hole: Hole) -> Weight:
    if hole.platform and not rule.decides:
        return "low"
    if hole.code != _MISSED:
        return "high"
    tier = load_vocabulary().tools.get(hole.tool)
    return "high" if tier == "core" else "medium" if tier else "low"


def cell_of(finding: Finding, standing: Standing, is_open: Collection[Hole]) -> Cell:
    """Return how a rule holds on one platform."""
    if any(hole in is_open for hole in finding.holes):
        return "partly" if any(one.state == "fires" for one in finding.standings) else "no"
    here = [hole for hole in standing.holes if hole in is_open]
    if here:
        # Where a payload is missing, nobody saw that the rule stops nothing.
        never = standing.state == "never" and not standing.untried
        return "no" if never or any(hole.code in _NOTHING_WORKS for hole in here) else "partly"
    if standing.state == "never":
        return "untried" if standing.untried else "nothing"
    return "holds"


def repaired(rule: Rule, gaps: Sequence[Gap]) -> dict[str, Any] | None:
    """Return the rule with all that closes its gaps, as the suite's grammar has it; None if nothing is known to."""
    if rule.row is None:
        return None
    matchers = dict(_matchers(rule.row))
    missed = [gap for gap in gaps if gap.code == _MISSED]
    if missed and "kinds" in matchers and "tools" in matchers:
        # Both must hold, so that kinds leave out what is named.
        matchers |= {"kinds": list(dict.fromkeys([*matchers["kinds"], *sorted({gap.kind for gap in missed})]))}
    if missed and "tools" in matchers:
        matchers |= {"tools": list(dict.fromkeys([*matchers["tools"], *sorted(gap.name for gap in missed)]))}
        if not _can_be_named(matchers["tools"]):
            # A name that one platform has for another platform's canonical tool is refused; its kind is not.
            own = {load_vocabulary().kinds[name] for name in matchers.pop("tools") if name in load_vocabulary().kinds}
            matchers["kinds"] = sorted(own | {gap.kind for gap in missed})
    before = load_vocabulary().pre_tool
    if any(gap.code == _NO_EVENT for gap in gaps) and set(matchers.get("operations", ())) <= before:
        matchers["operations"] = list(dict.fromkeys(["PreToolUse", *matchers["operations"]]))
    if matchers == _matchers(rule.row):
        return None
    actions = rule.row.get("actions") or {rule.row["action"]: True}
    named = {key: rule.row[key] for key in ("name", "description") if key in rule.row}
    return {**named, "matchers": matchers, "actions": dict(actions)}


def _can_be_named(tools: Sequence[str]) -> bool:
    return is_usable([{"name": "a", "matchers": {"tools": list(tools)}, "actions": {"block": True}}])


def _matchers(row: Mapping[str, Any]) -> dict[str, Any]:
    if "matchers" in row:
        return dict(row["matchers"])
    return {"operations": [row["event"]], **({"tools": list(row["tools"])} if "tools" in row else {})}
