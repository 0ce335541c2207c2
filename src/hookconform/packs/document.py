"""What was found of packs, as the JSON document that both forms of the report are made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hookconform.packs.accepting import Entry, reason_for, stale
from hookconform.packs.finding import Finding, Hole, Standing
from hookconform.packs.rule import Pack


def document(
    held: Sequence[tuple[Pack, Sequence[Finding]]], entries: Sequence[Entry], *, is_whole: bool
) -> dict[str, Any]:
    """Return the report (schema: rules-report); `held` are packs with their findings.

    Only a whole report, over all platforms, can tell that an accepted hole is no longer there.
    """
    packs = [
        {
            "pack": pack.where,
            "grammar": pack.grammar,
            "rules": [_rule(finding, entries) for finding in findings],
        }
        for pack, findings in held
    ]
    every = [finding for _, findings in held for finding in findings]
    holes = [_hole(finding.rule.name, hole, entries) for finding in every for hole in finding.all_holes]
    open_ones = sum(1 for hole in holes if "accepted" not in hole)
    gone = stale(entries, every) if is_whole else []
    return {
        "packs": packs,
        "stale": [{"rule": entry.rule, "hole": entry.hole, "reason": entry.reason} for entry in gone],
        "summary": {"rules": len(every), "holes": open_ones, "accepted": len(holes) - open_ones},
    }


def has_holes(report: dict[str, Any]) -> bool:
    """Tell whether a hole is not accepted, or something is accepted that is not there."""
    return bool(report["summary"]["holes"] or report["stale"])


def _rule(finding: Finding, entries: Sequence[Entry]) -> dict[str, Any]:
    rule = finding.rule
    matchers = {
        "operations": sorted(rule.operations) if rule.operations is not None else None,
        "tools": sorted(rule.tools) if rule.tools is not None else None,
        "kinds": sorted(rule.kinds) if rule.kinds is not None else None,
    }
    return {
        "name": rule.name,
        "action": rule.strength,
        "about": {key: names for key, names in matchers.items() if names is not None}
        | {"reads": sorted({test.reads for test in rule.tests})},
        "conditions": list(rule.conditions),
        "holes": [_hole(rule.name, hole, entries) for hole in finding.holes],
        "platforms": [_standing(rule.name, standing, entries) for standing in finding.standings],
    }


def _standing(rule: str, standing: Standing, entries: Sequence[Entry]) -> dict[str, Any]:
    row: dict[str, Any] = {
        "platform": standing.platform,
        "basis": standing.basis,
        "state": standing.state,
        "fires": standing.fires,
        "shapes": standing.shapes,
    }
    if standing.why:
        row["why"] = standing.why
    return row | {
        "notes": list(standing.notes),
        "holes": [_hole(rule, hole, entries) for hole in standing.holes],
    }


def _hole(rule: str, hole: Hole, entries: Sequence[Entry]) -> dict[str, Any]:
    row = {"code": hole.code, "text": hole.text, "name": hole.name}
    if hole.kind:
        row["kind"] = hole.kind
    reason = reason_for(rule, hole, entries)
    return row if reason is None else {**row, "accepted": reason}
