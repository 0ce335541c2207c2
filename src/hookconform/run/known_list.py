"""A list of known failures made from a run: what fails, below its cause, with the reasons that are there already."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hookconform.attach.manifest import Manifest
from hookconform.causes.grouping import counted_for, find_causes
from hookconform.causes.lines import cause_lines
from hookconform.causes.partly import Mapped
from hookconform.causes.rows import cause_as_json
from hookconform.causes.signs import Sign
from hookconform.checks.known_failures import Entry, stated_entries, still_failing
from hookconform.checks.outcome import CheckResult, Outcome
from hookconform.ground.errors import EXIT_INCOMPLETE, HookconformError, unwritable_file
from hookconform.ground.plain_text import WIDTH
from hookconform.ground.printable import printable, printable_json
from hookconform.run.engine import run
from hookconform.run.record import RunRecord
from hookconform.run.selection import Selection

_KEPT = "As listed before"
# A heading and its entries.
Section = tuple[str, Sequence[Entry]]


@dataclass(frozen=True, slots=True)
class KnownList:
    """Sections of entries; how many are new, kept, taken off because nothing fails them, and not listed as errors."""

    sections: tuple[Section, ...]
    new: int
    kept: int
    gone: int
    errors: int


def known_list(manifest: Manifest, reason: str, *, by_claim: bool = False) -> KnownList:
    """Run the adapter over the whole corpus and return its list; new entries get `reason`.

    `by_claim`: a new entry names the claim that failing checks rest on, where they rest on one.

    Raises `HookconformError` (`known-failures.incomplete`; what `run` and `stated_entries`
    raise).
    """
    path = manifest.known_failures
    before = stated_entries(path) if path is not None and path.exists() else ()
    passed: list[str] = []

    def hear(result: CheckResult) -> None:
        if result.outcome is Outcome.PASSED:
            passed.append(result.id)

    record = whole_run(replace(manifest, known_failures_file=None), hear)
    failed = [result for result in record.notable if result.outcome is Outcome.FAILED]
    entries = [(result, _about(result, before)) for result in failed]
    known = [result._replace(reason=entry.reason) for result, entry in entries if entry and not entry.names_claim]
    claims = [entry for entry in before if entry.names_claim and any(found == entry for _, found in entries)]
    new = [result for result, entry in entries if not entry]
    kept = [*claims, *still_failing([entry for entry in before if not entry.names_claim], known, passed)]
    added = list(_by_cause(new, record.mapped, reason, by_claim=by_claim))
    return KnownList(
        sections=(*([(_KEPT, kept)] if kept else []), *added),
        new=sum(len(section) for _, section in added),
        kept=len(kept),
        gone=sum(not any(entry.is_about(result.id, result.claim) for result in failed) for entry in before),
        errors=record.total(Outcome.ERROR),
    )


def _about(result: CheckResult, entries: Iterable[Entry]) -> Entry | None:
    return next((entry for entry in entries if entry.is_about(result.id, result.claim)), None)


def whole_run(manifest: Manifest, hear: Callable[[CheckResult], None]) -> RunRecord:
    """Run an adapter over the whole corpus for its list; raises `known-failures.incomplete`, and what `run` raises."""
    record = run(manifest, Selection(), listener=hear)
    if record.interrupted:
        raise HookconformError(
            "known-failures.incomplete",
            f"The run did not come to its end, so that the list would lack entries: {record.verdict}.",
            where=str(manifest.path),
            hint="Run the adapter by itself first: hookconform run.",
            exit_code=EXIT_INCOMPLETE,
        )
    return record


def listed(sections: Iterable[Section]) -> str:
    """Return sections as YAML, a heading as a comment; an empty list for no entry."""
    lines: list[str] = []
    for heading, entries in sections:
        lines += [f"# {printable(heading)}"[:WIDTH]] if heading else []
        for entry in entries:
            lines += [f"- check: {printable_json(entry.check)}", f"  reason: {printable_json(entry.reason)}"]
    return "\n".join(lines or ["[]"]) + "\n"


def write_list(path: Path, text: str) -> None:
    """Write a list; raises `HookconformError` (`file.unwritable`)."""
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise unwritable_file(path, error, "list") from error


def _by_cause(failed: Sequence[CheckResult], mapped: Mapped, reason: str, *, by_claim: bool) -> Iterator[Section]:
    checks: defaultdict[Sign, set[str]] = defaultdict(set)
    listed: set[str] = set()
    for result, sign in counted_for(failed, mapped):
        name = result.claim if by_claim and result.claim else result.id
        if name not in listed:
            checks[sign].add(name)
            listed.add(name)
    for cause in find_causes(failed, mapped):
        if cause.sign in checks:
            heading = cause_lines([cause_as_json(cause)])[0].said()
            yield heading, [Entry(check, reason) for check in sorted(checks[cause.sign])]
