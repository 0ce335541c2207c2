"""A platform's grade: counts, coverage, then the lowest grade that nine in ten of its core claims reach."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from hookconform.ground.plain_text import counted
from hookconform_lab.evidence.claims import PlatformEvidence
from hookconform_lab.evidence.coverage import Coverage, event_coverage, tool_coverage, unexplained, without_switch
from hookconform_lab.evidence.grades import Grade

# A platform most of whose core claims are contested is worth what they are.
_RANK = tuple(Grade)
_SHARE = (9, 10)


@dataclass(frozen=True, slots=True)
class PlatformGrade:
    """A platform's grade with its reasons; `counts` over all claims, `core` over those that count."""

    grade: Grade
    reasons: tuple[str, ...]
    counts: dict[Grade, int]
    core: dict[Grade, int]
    tools: Coverage
    events: Coverage


def platform_grade(evidence: PlatformEvidence) -> PlatformGrade:
    """Return the grade of a platform; one without core claims has the lowest, for nothing is known of it."""
    counts = Counter(row.grade for row in evidence.claims)
    core = Counter(row.grade for row in evidence.core)
    tools, events = tool_coverage(evidence), event_coverage(evidence)
    grade = _reached(core)
    if unexplained(evidence):
        grade = max(grade, Grade.MEDIUM, key=_RANK.index)
    if evidence.age is not None:
        grade = max(grade, Grade(evidence.age.ceiling), key=_RANK.index)
    return PlatformGrade(
        grade=grade,
        reasons=tuple(_reasons(evidence, grade, core, tools, events)),
        counts={name: counts[name] for name in Grade},
        core={name: core[name] for name in Grade},
        tools=tools,
        events=events,
    )


def _reached(core: Counter[Grade]) -> Grade:
    total, reached = core.total(), 0
    for grade in _RANK:
        reached += core[grade]
        if total and reached * _SHARE[1] >= total * _SHARE[0]:
            return grade
    return Grade.REFUTED


def _reasons(
    evidence: PlatformEvidence, grade: Grade, core: Counter[Grade], tools: Coverage, events: Coverage
) -> list[str]:
    total = core.total()
    reached = sum(core[name] for name in _RANK[: _RANK.index(grade) + 1])
    lines = [f"{reached} of {total} core claims reach {grade}; nine in ten must."]
    better = _RANK[: _RANK.index(grade)]
    if better:
        short = sum(core[name] for name in better)
        lines.append(f"{short} of {total} reach {better[-1]}.")
    if not evidence.captured_versions:
        lines.append("No payload was recorded from the program itself: everything rests on documents.")
    else:
        lines.append(f"Recorded at {_span(evidence.captured_versions)}.")
    if evidence.age is not None:
        lines.append(evidence.age.reason)
    if not evidence.any_case.judged:
        lines.append("Nothing tells whether the cases prove the rows: no adapter of it is here to be made wrong.")
    lines.extend(_covered(what, coverage) for what, coverage in (("tools", tools), ("events", events)))
    left = unexplained(evidence)
    if left:
        lines.append(
            f"The program can register {counted(len(left), 'name')} that nobody recorded or explained, "
            f"so the grade is {Grade.MEDIUM} at best: {', '.join(left)}."
        )
    unknown = without_switch(evidence)
    if unknown:
        lines.append(f"What turns on {counted(len(unknown), 'further name')} that it can register is not known.")
    return lines


def _span(versions: tuple[str, ...]) -> str:
    return versions[0] if len(versions) == 1 else f"{len(versions)} versions, {versions[0]} to {versions[-1]}"


def _covered(what: str, coverage: Coverage) -> str:
    if coverage.known is None:
        return f"Coverage of {what} is unknown: {coverage.basis}."
    return f"{coverage.of_known} {what} {coverage.basis} were recorded there."
