"""Confidence for people: plain text, at most 80 columns, no colour."""

from __future__ import annotations

from typing import Any

from hookconform.ground.plain_text import columns, paragraph
from hookconform_lab.evidence.grades import Grade

_ANSWERS = {"also": "further events", "verdict": "verdicts"}


def overview_text(document: dict[str, Any]) -> str:
    """Return the table of all platforms."""
    platforms: dict[str, Any] = document["platforms"]
    rows = [["platform", "grade", "high", "medium", "low", "confl.", "refuted", "tools", "events"]]
    for name, row in platforms.items():
        counts = row["claims"]["by_grade"]
        shares = [_share(row["coverage"][key]) for key in ("tools", "events")]
        rows.append(
            [
                name + (" *" if "documented" in row else ""),
                row["grade"],
                *(str(counts[grade]) for grade in Grade),
                *shares,
            ]
        )
    lines = [
        *columns(rows, gap=1, least=(0, 8, 4), right_from=2),
        "",
        *paragraph(
            "",
            "Claims by grade; tools and events: recorded of those the newest version can register (+: there may be "
            "more). `hookconform confidence PLATFORM` gives the reasons.",
        ),
    ]
    behind = [f"{name} {row['age']['days']}" for name, row in platforms.items() if row.get("age", {}).get("missed")]
    if behind:
        lines += paragraph("", f"Days for which a release is out that is not recorded: {', '.join(behind)}.")
    if any("documented" in row for row in platforms.values()):
        lines += paragraph("", "* known from documents only: no payload of it was recorded from the program itself.")
    return "\n".join(lines)


def platform_text(row: dict[str, Any]) -> str:
    """Return the grade of one platform, then of each of its claims, with the reasons."""
    documented = ", from documents only" if "documented" in row else ""
    lines = [f"{row['name']} (newest known {row['newest']}): {row['grade']}{documented}"]
    lines += [line for reason in row["reasons"] for line in paragraph("  ", reason)]
    for survivor in row["mutants"]["survivors"]:
        by_hand = f", a case written by hand does: {survivor['killed_by']}" if "killed_by" in survivor else ""
        lines += paragraph("  ", f"{_fault(survivor)}: no recording notices it{by_hand}")
    for item in row["mutants"]["unjudged"]:
        lines += paragraph("  ", f"{_fault(item)}: not judged, {item['why']}")
    for kind in ("tool", "event"):
        lines += ["", f"{kind}s"]
        for claim in row["rows"]:
            if claim["kind"] == kind:
                lines += _claim(claim)
    for kind, title in _ANSWERS.items():
        answers = [answer for answer in row["answers"] if answer["kind"] == kind]
        if answers:
            lines += ["", title]
        for answer in answers:
            lines += _answer(answer)
    return "\n".join(lines)


def _claim(claim: dict[str, Any]) -> list[str]:
    becomes = "" if claim["canonical"] in (None, claim["native"]) else f" → {claim['canonical']}"
    lines = _graded(claim["grade"], f"{claim['native']}{becomes}")
    for reason in claim["reasons"]:
        lines += paragraph(" " * 13, reason)
    for argument in claim["arguments"]:
        renaming = argument["native"]
        if argument["canonical"] != argument["native"]:
            renaming += f" → {argument['canonical']}"
        proof = argument.get("proved_by") or argument.get("unjudged") or "no case proves it"
        lines += paragraph(" " * 13, f"argument {renaming}: {proof}")
    if claim["cases"]["proofs"]:
        lines += paragraph(" " * 13, f"case {claim['cases']['proofs'][0]}")
    return lines


def _graded(grade: str, text: str) -> list[str]:
    """Return a text as lines behind its grade."""
    first, *rest = paragraph(" " * 13, text)
    return [f"  {grade.ljust(10)} {first.lstrip()}", *rest]


def _fault(item: dict[str, Any]) -> str:
    """Return the row of a fault and what is wrong in it, such as an argument that is dropped."""
    what = f", {item['mutant'].replace('-', ' ')}" if "mutant" in item else ""
    argument = f" ({item['argument']})" if "argument" in item else ""
    return f"{item['claim']}{what}{argument}"


def _answer(answer: dict[str, Any]) -> list[str]:
    held = {"also": "also fires", "verdict": "honours" if answer["holds"] else "does not honour"}[answer["kind"]]
    when = f", {answer['when']}" if "when" in answer else ""
    lines = _graded(answer["grade"], f"{answer['native']} {held} {answer['name']}{when}")
    for reason in answer["reasons"]:
        lines += paragraph(" " * 13, reason)
    if "proof" in answer:
        lines += paragraph(" " * 13, f"case {answer['proof']}")
    return lines


def _share(coverage: dict[str, Any]) -> str:
    more = "+" if "at_least" in coverage else ""
    return f"{coverage['captured']}/{coverage['known']}{more}" if "known" in coverage else "?"
