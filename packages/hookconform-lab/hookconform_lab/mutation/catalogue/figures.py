"""Figures of the catalogue: shares by kind of fault and group of platforms, and what was missed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hookconform_lab.mutation.catalogue.running import Finding

EARLY, LATE = "early", "late"


def figures(found: Iterable[Finding], early: frozenset[str]) -> dict[str, Any]:
    """Return the figures as they are filed: `kinds` by kind and group as [judged, seen], `equivalent`, `missed`."""
    kinds: dict[str, dict[str, list[int]]] = {}
    missed: list[dict[str, str]] = []
    equivalent = 0
    for finding in found:
        entry = finding.misreading
        if finding.reason and not finding.is_caught:
            equivalent += 1
            continue
        group = EARLY if finding.platform in early else LATE
        share = kinds.setdefault(entry.kind, {}).setdefault(group, [0, 0])
        share[0] += 1
        share[1] += finding.is_caught
        if not finding.is_caught:
            missed.append(
                {"id": entry.id, "platform": finding.platform, "kind": entry.kind, "misreads": entry.misreads}
            )
    missed.sort(key=lambda row: (row["kind"], row["id"], row["platform"]))
    return {"kinds": dict(sorted(kinds.items())), "equivalent": equivalent, "missed": missed}


def shown(found: Mapping[str, Any]) -> str:
    """Return the figures for a terminal."""
    lines = [f"{'kind':<15}{'early platforms':>24}{'late platforms':>24}"]
    for kind, groups in found["kinds"].items():
        cells = [_share(groups.get(group, [0, 0])) for group in (EARLY, LATE)]
        lines.append(f"{kind:<15}{cells[0]:>24}{cells[1]:>24}")
    lines.append(f"{found['equivalent']} are left out: no case can see them, for the reasons that stand beside them.")
    return "\n".join(lines)


def section(found: Mapping[str, Any]) -> str:
    """Return the part of the page."""
    text = (
        "\n## Misreadings\n\n"
        "Faults of thought, written by hand from the documents ([how](../docs/maintainers/strength.md#misreadings)),\n"
        "on each platform that they are about: how many the cases see. Early platforms are those for which cases were\n"
        f"first written by hand. Left out, with a reason: {found['equivalent']}.\n\n"
        "| kind | early platforms | late platforms |\n| --- | ---: | ---: |\n"
    )
    for kind, groups in found["kinds"].items():
        text += f"| {kind} | {_share(groups.get(EARLY, [0, 0]))} | {_share(groups.get(LATE, [0, 0]))} |\n"
    if found["missed"]:
        text += "\n| missed | platform | misreads |\n| --- | --- | --- |\n"
    for row in found["missed"]:
        text += f"| {row['id']} | {row['platform']} | {row['misreads'].replace('|', chr(92) + '|')} |\n"
    return text


def _share(pair: list[int]) -> str:
    judged, seen = pair
    return f"{seen} of {judged} ({100 * seen / judged:.1f} %)" if judged else "none"
