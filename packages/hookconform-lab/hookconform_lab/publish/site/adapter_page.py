"""One adapter's results for its page: capability by platform, and every check that is not passed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from hookconform.causes.lines import Line, cause_lines
from hookconform.checks.outcome import RED, check_name
from hookconform.checks.table import CAPABILITIES
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import Platform
from hookconform.corpus.facade_case import FACADE
from hookconform.run.formats.not_applicable import not_applicable as not_applicable  # noqa: PLC0414 (for the template)
from hookconform_lab.publish.site.payload import inline
from hookconform_lab.publish.site.shown_cases import ShownCases, payload_of


@dataclass(frozen=True, slots=True)
class Cell:
    """One platform and capability: `state` is right, wrong, known, unclaimed or unjudged."""

    state: str
    words: str


# No check of the corpus is about it, or nobody measured what it would be judged by.
_NOT_JUDGED = Cell("unjudged", "not judged")


@dataclass(frozen=True, slots=True)
class Difference:
    """One place of the adapter's result, with both values as text."""

    pointer: str
    expected: str
    got: str


@dataclass(frozen=True, slots=True)
class Check:
    """One check that is not passed."""

    name: str
    outcome: str
    message: str
    differences: tuple[Difference, ...]
    claim: str
    evidence: str
    reason: str


@dataclass(frozen=True, slots=True)
class Failure:
    """One case with all its checks that are not passed."""

    case: Case
    file: str
    payload: Markup
    checks: tuple[Check, ...]


def capabilities_of(report: dict[str, Any]) -> list[str]:
    """Return the capabilities that have checks in a report, in the order they are shown."""
    there = {row["capability"] for row in report["table"]}
    return [name for name in CAPABILITIES if name in there]


def table_of(report: dict[str, Any]) -> dict[str, dict[str, Cell]]:
    """Return platform → capability → cell."""
    table: dict[str, dict[str, Cell]] = {}
    for row in report["table"]:
        table.setdefault(row["platform"], {})[row["capability"]] = _cell(row["counts"])
    names = capabilities_of(report)
    return {platform: {name: cells.get(name, _NOT_JUDGED) for name in names} for platform, cells in table.items()}


def whole_of(report: dict[str, Any]) -> dict[str, Cell]:
    """Return platform → passed of judged checks over all capabilities; a platform without a row is not there."""
    sums: dict[str, list[int]] = {}
    for row in report["table"]:
        counts = row["counts"]
        judged = sum(number for outcome, number in counts.items() if outcome != "unsupported")
        found = sums.setdefault(row["platform"], [0, 0, 0])
        for place, number in enumerate((counts.get("passed", 0), judged, sum(counts.get(name, 0) for name in RED))):
            found[place] += number
    return {platform: _whole(*numbers) for platform, numbers in sums.items()}


def _whole(passed: int, judged: int, red: int) -> Cell:
    if not judged:
        return Cell("unclaimed", "not claimed")
    if passed == judged:
        return Cell("right", f"all {judged:,}")
    return Cell("wrong" if red else "known", f"{passed:,} of {judged:,}")


def shares_of(report: dict[str, Any]) -> dict[str, dict[str, str]]:
    """Return what share of each capability's judged checks the adapter passes, and an adapter that does nothing.

    Empty for a report without a base line; a share is rounded down.
    """
    if "baseline" not in report:
        return {}
    mine, base = defaultdict[str, list[int]](lambda: [0, 0]), defaultdict[str, list[int]](lambda: [0, 0])
    for row in report["table"]:
        beside = row.get("baseline", {"passed": 0, "judged": 0})
        judged = sum(number for outcome, number in row["counts"].items() if outcome != "unsupported")
        for shares, passed, of in (
            (mine, row["counts"].get("passed", 0), judged),
            (base, beside["passed"], beside["judged"]),
        ):
            shares[row["capability"]][0] += passed
            shares[row["capability"]][1] += of
    return {
        words: {name: f"{100 * passed // of} %" if of else "" for name, (passed, of) in shares.items()}
        for words, shares in (("Passed", mine), ("Doing nothing passes", base))
    }


def causes_of(report: dict[str, Any]) -> list[Line]:
    """Return what the red checks have in common, line by line; none for a report that does not say."""
    return cause_lines(report.get("causes", []))


def failures_of(
    report: dict[str, Any], platforms: Mapping[str, Platform], shown: ShownCases
) -> dict[str, list[Failure]]:
    """Return platform → failures, both in the order of the corpus."""
    by_case: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for check in report["checks"]:
        if check["capability"] == FACADE:
            continue  # its cases hold no payload to show; what they have in common is told above
        by_case[check["case"]].append(check)
    found: dict[str, list[Failure]] = {}
    for case_id, checks in by_case.items():
        case = shown.get(case_id)
        failure = Failure(
            case=case,
            file=shown.link(case_id),
            payload=payload_of(case, platforms[case.platform]),
            checks=tuple(_check(check) for check in checks),
        )
        found.setdefault(case.platform, []).append(failure)
    return found


def _cell(counts: dict[str, int]) -> Cell:
    red = sum(counts.get(outcome, 0) for outcome in RED)
    passed = counts.get("passed", 0)
    if red:
        return Cell("wrong", f"{red:,} of {red + passed + counts.get('known', 0):,} fail")
    if counts.get("known"):
        return Cell("known", f"{passed:,} pass, {counts['known']:,} known to fail")
    return Cell("right", f"{passed:,} pass") if passed else Cell("unclaimed", "not claimed")


def _check(check: dict[str, Any]) -> Check:
    return Check(
        name=check_name(check["capability"], check.get("variant", "")),
        outcome=check["outcome"],
        message=check.get("message", ""),
        differences=tuple(_differences(check.get("differences", []))),
        claim=check.get("claim", ""),
        evidence=check.get("evidence", ""),
        reason=check.get("reason", ""),
    )


def _differences(rows: list[dict[str, Any]]) -> Iterator[Difference]:
    for row in rows:
        values = [inline(row[key]) if key in row else "absent" for key in ("expected", "got")]
        yield Difference(row["pointer"], *values)
