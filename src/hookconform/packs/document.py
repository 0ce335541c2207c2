"""What was found of packs, as the JSON document that both forms of the report are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from hookconform.ground.json_text import stated
from hookconform.packs.accepting import Entry, reason_for, stale
from hookconform.packs.beside import beside
from hookconform.packs.escaping import OpenEscape
from hookconform.packs.finding import Finding, Hole, Standing
from hookconform.packs.passing import (
    keeps_unread,
    longer_names,
    passed_by_commands,
    passed_by_searches,
    passed_by_searches_above,
    plain_folders,
)
from hookconform.packs.repairing import Judge, repaired
from hookconform.packs.rule import Pack, offers_rules
from hookconform.packs.unseen import folders_above, further, is_about_both, passed_in_lists
from hookconform.packs.weighing import Gap, cell_of, gaps_of, order

# The verdict on rules of which nothing shows that they stop anything.
UNPROVED = "unproved"


def document(  # noqa: PLR0913 (each is a part of the report)
    held: Sequence[tuple[Pack, Sequence[Finding]]],
    entries: Sequence[Entry],
    escapes: Sequence[OpenEscape] = (),
    by_shell: Sequence[str] = (),
    without_ask: Sequence[str] = (),
    *,
    judge: Judge,
    is_whole: bool,
) -> dict[str, Any]:
    """Return the report (schema: rules-report); `held` are packs with their findings, `escapes` what they leave open.

    On the platforms `by_shell` files are read by shell commands alone; `without_ask`, no hook can make them ask. A rule
    that is offered is held by `judge`.

    Only a whole report, over all platforms, can tell that an accepted hole is no longer there.
    """
    packs = [
        {
            "pack": pack.where,
            "grammar": pack.grammar,
            "rules": [_rule(finding, pack, entries, judge) for finding in findings],
            "beside": beside(pack, judge, lambda found: _gaps(found, entries)) if offers_rules(pack.grammar) else [],
            "skipped": [asdict(one) for one in pack.skipped],
            **stated(doubt=pack.doubt),
        }
        for pack, findings in held
    ]
    gaps = sorted((gap for _, findings in held for one in findings for gap in _gaps(one, entries)), key=order)
    every = [finding for _, findings in held for finding in findings]
    holes = [_hole(finding.rule.name, hole, entries) for finding in every for hole in finding.all_holes]
    open_ones = sum(1 for hole in holes if "accepted" not in hole)
    gone = stale(entries, every) if is_whole else []
    lost = any(one.matters for pack, _ in held for one in pack.skipped)
    is_proved = _is_proved(every, entries) and not any(pack.doubt for pack, _ in held)
    verdict = "does-not-hold" if open_ones or gone or lost else "holds" if is_proved else UNPROVED
    return {
        "packs": packs,
        "gaps": [asdict(gap) for gap in gaps],
        "escapes": [asdict(one) for one in escapes],
        "read_by_shell": list(by_shell),
        "without_ask": list(without_ask),
        "stale": [{"rule": entry.rule, "hole": entry.hole, "reason": entry.reason} for entry in gone],
        "summary": {
            "verdict": verdict if any(one.rule.decides for one in every) else "stops-nothing",
            "rules": len(every),
            "holes": open_ones,
            "accepted": len(holes) - open_ones,
        },
    }


def _is_proved(findings: Sequence[Finding], entries: Sequence[Entry]) -> bool:
    """Tell whether some rule is known to stop something on one of the platforms."""
    cells = (
        cell_of(finding, standing, _open(finding, entries))
        for finding in findings
        if finding.rule.decides
        for standing in finding.standings
    )
    return any(cell not in {"nothing", "untried"} for cell in cells)


def has_holes(report: dict[str, Any]) -> bool:
    """Tell whether a hole is not accepted, something accepted is not there, a deny is lost, or nothing is proved."""
    lost = any(one["matters"] for pack in report["packs"] for one in pack["skipped"])
    unproved = report["summary"]["verdict"] == UNPROVED
    return bool(report["summary"]["holes"] or report["stale"] or lost or unproved)


def _rule(finding: Finding, pack: Pack, entries: Sequence[Entry], judge: Judge) -> dict[str, Any]:
    rule = finding.rule
    matchers = {
        "operations": sorted(rule.operations) if rule.operations is not None else None,
        "tools": sorted(rule.tools) if rule.tools is not None else None,
        "kinds": sorted(rule.kinds) if rule.kinds is not None else None,
    }
    gaps = _gaps(finding, entries)
    repair = repaired(rule, pack, gaps, judge, lambda found: _gaps(found, entries))
    return {
        "name": rule.name,
        "action": rule.strength,
        "decides": rule.decides,
        "about": {key: names for key, names in matchers.items() if names is not None}
        | {"reads": sorted({test.reads for test in rule.tests})},
        "conditions": list(rule.conditions),
        "holes": [_hole(rule.name, hole, entries) for hole in finding.holes],
        "gaps": len(gaps),
        "platforms": [_standing(finding, standing, entries) for standing in finding.standings],
        "passed_by_commands": passed_by_commands(rule, pack.rules),
        "passed_by_searches": passed_by_searches(rule, pack.rules),
        "passed_by_searches_above": passed_by_searches_above(rule, pack.rules),
        "longer_names": longer_names(rule, pack.rules),
        "plain_folders": plain_folders(rule),
        "folders_above": folders_above(rule),
        "keeps_unread": keeps_unread(rule),
        "is_about_both": is_about_both(rule),
        "passed_in_lists": passed_in_lists(rule, pack.rules),
        "further_names": further(rule, pack.rules, [one.platform for one in finding.standings]),
        **({} if repair is None else {"repair": repair.row}),
        **({"repair_note": repair.note} if repair is not None and repair.note else {}),
    }


def _gaps(finding: Finding, entries: Sequence[Entry]) -> list[Gap]:
    return gaps_of(finding, _open(finding, entries))


def _open(finding: Finding, entries: Sequence[Entry]) -> frozenset[Hole]:
    """Return the holes of a rule that nobody accepted."""
    return frozenset(hole for hole in finding.all_holes if reason_for(finding.rule.name, hole, entries) is None)


def _standing(finding: Finding, standing: Standing, entries: Sequence[Entry]) -> dict[str, Any]:
    row: dict[str, Any] = {
        "platform": standing.platform,
        "basis": standing.basis,
        "state": standing.state,
        "holds": cell_of(finding, standing, _open(finding, entries)),
        "fires": standing.fires,
        "shapes": standing.shapes,
    }
    if standing.why:
        row["why"] = standing.why
    return row | {
        "notes": list(standing.notes),
        "holes": [_hole(finding.rule.name, hole, entries) for hole in standing.holes],
    }


def _hole(rule: str, hole: Hole, entries: Sequence[Entry]) -> dict[str, Any]:
    row = {"code": hole.code, "text": hole.text, "name": hole.name}
    if hole.kind:
        row["kind"] = hole.kind
    reason = reason_for(rule, hole, entries)
    return row if reason is None else {**row, "accepted": reason}
