"""Other people's programs for their page: what was measured of each, beside what doing nothing gets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hookconform.attach.program import Program, load_program
from hookconform.causes.lines import Line, cause_lines
from hookconform_lab.community.folders import community_folder, community_names
from hookconform_lab.community.summaries import load_summary, outdated


@dataclass(frozen=True, slots=True)
class Part:
    """One policy or verdict: `state` as `parts.html.j2` knows it, and the figures in words."""

    name: str
    state: str
    words: str


@dataclass(frozen=True, slots=True)
class Row:
    """One platform and capability; `command` runs exactly these checks again, in a shell."""

    platform: str
    capability: str
    state: str
    words: str
    beside: str
    parts: tuple[Part, ...]
    command: str


@dataclass(frozen=True, slots=True)
class MeasuredRun:
    """One manifest: its rows, the largest causes of what is red line by line, how many they are, and how many more.

    `total` has the figures of all rows together, `beside` what doing nothing gets of them.
    """

    manifest: str
    kind: str
    baseline: str
    total: Part
    beside: str
    rows: tuple[Row, ...]
    lines: tuple[Line, ...]
    causes: int
    further: int


@dataclass(frozen=True, slots=True)
class MeasuredProgram:
    """One program; `outdated` says why the figures are not about today's program and corpus, or is empty."""

    name: str
    version: str
    homepage: str
    date: str
    outdated: str
    runs: tuple[MeasuredRun, ...]


def measured_programs(fingerprint: str) -> tuple[MeasuredProgram, ...]:
    """Return the programs that were measured, by name; errors as `load_program` and `load_summary`."""
    found: list[MeasuredProgram] = []
    for name in community_names():
        folder = community_folder(name)
        program, summary = load_program(folder), load_summary(folder)
        if summary is not None:
            found.append(_program(program, summary, fingerprint))
    return tuple(found)


def _program(program: Program, summary: Mapping[str, Any], fingerprint: str) -> MeasuredProgram:
    return MeasuredProgram(
        name=program.name,
        version=summary["version"],
        homepage=program.raw["homepage"],
        date=summary["date"],
        outdated=outdated(dict(summary), program, fingerprint),
        runs=tuple(_run(program.name, run) for run in summary["runs"]),
    )


def _run(name: str, run: Mapping[str, Any]) -> MeasuredRun:
    passed = sum(row["counts"].get("passed", 0) for row in run["table"])
    judged = sum(number for row in run["table"] for number in row["counts"].values())
    base, of = (sum(row["baseline"][key] for row in run["table"]) for key in ("passed", "judged"))
    return MeasuredRun(
        total=Part(run["manifest"], *_standing(passed, judged, base, of)),
        beside=f"{base:,} of {of:,}" if of else "",
        manifest=run["manifest"],
        kind="hook program" if run["kind"] == "hook" else "asked method by method",
        baseline=run["baseline"],
        rows=tuple(_row(name, run["manifest"], row) for row in run["table"]),
        lines=tuple(cause_lines(run["causes"])),
        causes=len(run["causes"]),
        further=run["further"]["causes"],
    )


def _row(name: str, manifest: str, row: Mapping[str, Any]) -> Row:
    passed, judged = row["counts"].get("passed", 0), sum(row["counts"].values())
    base, of = row["baseline"]["passed"], row["baseline"]["judged"]
    state, words = _standing(passed, judged, base, of)
    where = f'"$(hookconform community path {name})/{manifest}"'
    return Row(
        platform=row["platform"],
        capability=row["capability"],
        state=state,
        words=words,
        beside=f"{base:,} of {of:,}" if of else "",
        parts=tuple(_part(part, counts, row["baseline"]) for part, counts in row.get("variants", {}).items()),
        command=f"hookconform run {where} --platform {row['platform']} --capability {row['capability']}",
    )


def _standing(passed: int, judged: int, base: int, of: int) -> tuple[str, str]:
    """Return state and words of a row: what is right where doing nothing is right too proves nothing."""
    if passed == judged:
        return (
            ("unjudged", f"all {judged:,}, as doing nothing does")
            if of and base == of
            else ("right", f"all {judged:,}")
        )
    if of and passed * of <= base * judged:
        return "wrong", f"{passed:,} of {judged:,}, no better than doing nothing"
    return "known", f"{passed:,} of {judged:,}"


def _part(name: str, counts: Mapping[str, int], baseline: Mapping[str, Any]) -> Part:
    base = baseline.get("variants", {}).get(name, {"passed": 0, "judged": 0})
    state, words = _standing(counts["passed"], counts["judged"], base["passed"], base["judged"])
    beside = f" (doing nothing {base['passed']})" if base["judged"] and state in {"right", "known"} else ""
    return Part(name, state, words + beside)
