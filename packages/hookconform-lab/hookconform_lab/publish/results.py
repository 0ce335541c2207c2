"""Run reports as they come in: what cannot be published is refused, never repaired."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from hookconform.checks.outcome import Outcome
from hookconform.corpus.facade_case import FACADE
from hookconform.ground.errors import HookconformError
from hookconform.ground.plain_text import counted
from hookconform.run.comparing.report_file import read_report
from hookconform_lab.publish.publication import Corpus

_FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
# Outcomes whose checks a run report lists one by one.
_LISTED = frozenset(Outcome) - {Outcome.PASSED, Outcome.UNSUPPORTED}


def read_results(paths: Sequence[Path]) -> list[tuple[dict[str, Any], str]]:
    """Return each run report and where it comes from.

    Raises `HookconformError`: `results.unreadable`, `results.nested`, `schema.run-report`.
    """
    return [(read_report(path), str(path)) for path in paths]


def accept_results(reports: Iterable[tuple[dict[str, Any], str]], corpus: Corpus) -> tuple[dict[str, Any], ...]:
    """Check (report, where it comes from) against the corpus and return the reports by adapter name.

    Raises `HookconformError`: `results.name`, `results.incomplete`, `results.partial`, `results.corpus`,
    `results.truncated`, `results.duplicated`.
    """
    accepted: dict[str, dict[str, Any]] = {}
    for report, where in reports:
        _check(report, where, corpus)
        name = report["adapter"]["name"]
        if name in accepted:
            raise _refusal("duplicated", f"There are two reports of the adapter {name!r}.", where, "Give one of them.")
        accepted[name] = report
    return tuple(accepted.values())


def _check(report: dict[str, Any], where: str, corpus: Corpus) -> None:
    name = report["adapter"]["name"]
    again = "Run the adapter again with `hookconform run ADAPTER --format json`."
    if not _FILE_NAME.fullmatch(name):
        raise _refusal("name", f"The adapter's name {name!r} cannot be a file name.", where, "Rename the adapter.")
    if report["status"] == "incomplete":
        raise _refusal("incomplete", f"The run did not come to its end: {report['verdict']}.", where, again)
    if any(_limits(said) for said in report["selection"].values()):
        what = f"The run was limited to {_selection(report['selection'])}; a part says nothing about the rest."
        raise _refusal("partial", what, where, again)
    if report["corpus"]["fingerprint"] != corpus.fingerprint:
        prints = (report["corpus"]["fingerprint"][:12], corpus.fingerprint[:12])
        what = f"The run is about another corpus release: fingerprint {prints[0]}…, not {prints[1]}…."
        raise _refusal("corpus", what, where, again)
    twice = [check for check, number in Counter(row["check"] for row in report["checks"]).items() if number > 1]
    if twice:
        raise _refusal("duplicated", f"The check {twice[0]} is in the report twice.", where, again)
    missing = _missing(report, corpus)
    if missing:
        raise _refusal("truncated", missing, where, again)


def _missing(report: dict[str, Any], corpus: Corpus) -> str:
    """Return the sentence that says which numbers of a report do not agree; empty if all do."""
    if report["cases"] != len(corpus.cases):
        return f"The run read {counted(report['cases'], 'case')}; the corpus has {len(corpus.cases)}."
    asked, facades = report.get("facade_cases", 0), _facades_of(report["adapter"], corpus)
    if asked != facades:
        said = f"The run asked {counted(asked, 'case')} of tool facades"
        return f"{said}; the corpus has {facades} for what the adapter claims."
    in_table: Counter[str] = Counter()
    known = {evidence.platform.id for evidence in corpus.platforms}
    for row in report["table"]:
        if row["platform"] not in known:
            return f"The corpus has no platform {row['platform']}."
        in_table.update(row["counts"])
    listed = Counter(row["outcome"] for row in report["checks"])
    for outcome in Outcome:
        count = report["counts"][outcome.value]
        if in_table[outcome.value] != count:
            said = f"The report counts {counted(count, 'check')} as {outcome.value}"
            return f"{said}; its table has {in_table[outcome.value]}."
        if listed[outcome.value] != (count if outcome in _LISTED else 0):
            said = f"The report counts {counted(count, 'check')} as {outcome.value}"
            return f"{said}; it lists {listed[outcome.value]}."
    unknown = [row["case"] for row in report["checks"] if row["case"] not in corpus.case_ids]
    return f"The corpus has no case {unknown[0]}." if unknown else ""


def _facades_of(adapter: dict[str, Any], corpus: Corpus) -> int:
    if FACADE not in adapter["capabilities"]:
        return 0
    return sum(case.platform in adapter["platforms"] for case in corpus.facades)


def _selection(selection: dict[str, list[str] | bool | int]) -> str:
    parts = (
        f"{what} {', '.join(names)}" if isinstance(names, list) else what
        for what, names in selection.items()
        if _limits(names)
    )
    return "; ".join(parts)


def _limits(said: list[str] | bool | int) -> bool:
    """Tell whether a part of the selection is no default; seed 0 is a seed like any other."""
    return bool(said) if isinstance(said, (list, bool)) else True


def _refusal(code: str, what: str, where: str, hint: str) -> HookconformError:
    return HookconformError(f"results.{code}", what, where=where, hint=hint)
