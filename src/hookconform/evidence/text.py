"""Confidence for people: plain text, at most 80 columns, no colour."""

from __future__ import annotations

import textwrap
from typing import Any

from hookconform.evidence.grades import Grade

_WIDTH = 80


def overview_text(document: dict[str, Any]) -> str:
    """Return the table of all platforms."""
    platforms: dict[str, Any] = document["platforms"]
    first = max(len(name) for name in platforms)
    heads = ["grade", "high", "medium", "low", "confl.", "refuted", "tools", "events"]
    lines = [" ".join(["platform".ljust(first), heads[0].ljust(10), *(head.rjust(7) for head in heads[1:])])]
    for name, row in platforms.items():
        counts = row["claims"]["by_grade"]
        cells = [
            *(str(counts[grade]) for grade in Grade),
            *(_share(row["coverage"][key]) for key in ("tools", "events")),
        ]
        lines.append(" ".join([name.ljust(first), row["grade"].ljust(10), *(cell.rjust(7) for cell in cells)]))
    lines += [
        "",
        *textwrap.wrap(
            "Claims by grade; tools and events: recorded of those the newest version has. `hookconform confidence "
            "PLATFORM` gives the reasons.",
            _WIDTH,
        ),
    ]
    return "\n".join(lines)


def platform_text(row: dict[str, Any]) -> str:
    """Return the grade of one platform, then of each of its claims, with the reasons."""
    lines = [f"{row['name']} (newest known {row['newest']}): {row['grade']}"]
    lines += [line for reason in row["reasons"] for line in _wrapped("  ", reason)]
    for survivor in row["mutants"]["survivors"]:
        lines += _wrapped("  ", f"survivor: {survivor['claim']} {survivor['mutant']}")
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
        lines += _wrapped(" " * 13, reason)
    if claim["cases"]["proofs"]:
        lines += _wrapped(" " * 13, f"case {claim['cases']['proofs'][0]}")
    return lines


def _share(coverage: dict[str, Any]) -> str:
    return f"{coverage['captured']}/{coverage['known']}" if "known" in coverage else "?"


def _wrapped(indent: str, text: str) -> list[str]:
    return textwrap.wrap(
        text, _WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )
