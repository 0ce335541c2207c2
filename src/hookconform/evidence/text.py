"""Confidence for people: plain text, at most 80 columns, no colour."""

from __future__ import annotations

from typing import Any

from hookconform.evidence.grades import Grade
from hookconform.ground.plain_text import columns, paragraph


def overview_text(document: dict[str, Any]) -> str:
    """Return the table of all platforms."""
    platforms: dict[str, Any] = document["platforms"]
    rows = [["platform", "grade", "high", "medium", "low", "confl.", "refuted", "tools", "events"]]
    for name, row in platforms.items():
        counts = row["claims"]["by_grade"]
        shares = [_share(row["coverage"][key]) for key in ("tools", "events")]
        rows.append([name, row["grade"], *(str(counts[grade]) for grade in Grade), *shares])
    lines = [
        *columns(rows, gap=1, least=(0, 10, 7), right_from=2),
        "",
        *paragraph(
            "",
            "Claims by grade; tools and events: recorded of those the newest version has. `hookconform confidence "
            "PLATFORM` gives the reasons.",
        ),
    ]
    return "\n".join(lines)


def platform_text(row: dict[str, Any]) -> str:
    """Return the grade of one platform, then of each of its claims, with the reasons."""
    lines = [f"{row['name']} (newest known {row['newest']}): {row['grade']}"]
    lines += [line for reason in row["reasons"] for line in paragraph("  ", reason)]
    for survivor in row["mutants"]["survivors"]:
        lines += paragraph("  ", f"survivor: {survivor['claim']} {survivor['mutant']}")
    for kind in ("tool", "event"):
        lines += ["", f"{kind}s"]
        for claim in row["rows"]:
            if claim["kind"] == kind:
                lines += _claim(claim)
    return "\n".join(lines)


def _claim(claim: dict[str, Any]) -> list[str]:
    becomes = "" if claim["canonical"] in (None, claim["native"]) else f" → {claim['canonical']}"
    lines = [f"  {claim['grade'].ljust(10)} {claim['native']}{becomes}"]
    for reason in claim["reasons"]:
        lines += paragraph(" " * 13, reason)
    if claim["cases"]["proofs"]:
        lines += paragraph(" " * 13, f"case {claim['cases']['proofs'][0]}")
    return lines


def _share(coverage: dict[str, Any]) -> str:
    return f"{coverage['captured']}/{coverage['known']}" if "known" in coverage else "?"
