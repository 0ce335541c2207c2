"""Verdicts that a platform carries out, or does not, by event: graded by what was measured of its answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hookconform.attach.calls import UNSUPPORTED_VERDICT, Refusal, Response, Result, RulePack
from hookconform.attach.registry import find_adapter
from hookconform.checks.capability import Subject
from hookconform.checks.outcome import Outcome
from hookconform.checks.table import CAPABILITIES
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import Platform
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.effects import modelled_platforms
from hookconform.effects.representatives import stands_for_event
from hookconform.effects.rows import Row, load_rows, measured_versions
from hookconform.effects.verdicts import ALLOW, ASK, INPUT, VERDICTS, carries_out
from hookconform.ground.versions import version_key
from hookconform_lab.evidence.answers import GradedAnswer
from hookconform_lab.evidence.grades import Grade

_RESPONSE = "response"
_NO_RULES = RulePack({"version": "1.0", "rules": []})
# Verdicts that only make sense before a tool runs.
_BEFORE_A_TOOL = frozenset({ASK, INPUT})
# An adapter that takes no notice of a verdict, and one that says it cannot carry it out.
_IGNORED = Result({"exit_code": 0, "stdout": "", "stderr": ""})
_REFUSED = Refusal(UNSUPPORTED_VERDICT, "")


def graded_verdicts(platform: Platform, cases: Sequence[Case]) -> Iterator[GradedAnswer]:
    """Yield a grade for every verdict but allow at every event whose answers were measured; none if none were."""
    if platform.id not in modelled_platforms():
        return
    measured = {version: _rows(platform, version) for version in measured_versions(platform.id, platform.root)}
    standing = [case for case in cases if stands_for_event(case)]
    newest_first = sorted(standing, key=lambda case: version_key(case.version or ""), reverse=True)
    for event in dict.fromkeys(name for rows in reversed(measured.values()) for name in rows):
        rows = {version: by_event[event] for version, by_event in measured.items() if event in by_event}
        mine = [case for case in newest_first if case.registered_event == event]
        for verdict in VERDICTS:
            if verdict != ALLOW and (verdict not in _BEFORE_A_TOOL or _is_before_a_tool(rows)):
                yield _graded(platform, event, verdict, rows, mine)


def _is_before_a_tool(rows: dict[str, list[Row]]) -> bool:
    pre_tool = load_vocabulary().pre_tool
    return any(row.event in pre_tool for measured in rows.values() for row in measured)


def _rows(platform: Platform, version: str) -> dict[str, list[Row]]:
    """Return the rows of a version that an adapter can answer with, by registered event."""
    found: dict[str, list[Row]] = {}
    for row in load_rows(platform.id, version, platform.root):
        if row.answer.plugin is None:
            found.setdefault(row.registered_event, []).append(row)
    return found


def _graded(
    platform: Platform, event: str, verdict: str, measured: dict[str, list[Row]], cases: Sequence[Case]
) -> GradedAnswer:
    works = {
        version: next((row for row in _plainest_first(rows) if carries_out(platform.id, version, row, verdict)), None)
        for version, rows in measured.items()
    }
    newest = [*measured][-1]
    row = works[newest]
    reasons = [f"Measured at {newest}: {_became_of(row, len(measured[newest]))}."]
    changed = [version for version, found in works.items() if (found is None) != (row is None)]
    if changed:
        reasons.append(f"Not so at {', '.join(changed)}.")
    proof = next((case.id for case in cases if _tells(case, verdict, holds=row is not None)), "")
    open_: list[str] = [] if row is not None else ["An answer that was not tried may."]
    if newest != platform.newest:
        open_.append(f"Not measured at {platform.newest}, the newest version known.")
    if not proof:
        open_.append("No case fails an adapter that gets it wrong.")
    return GradedAnswer(
        platform=platform.id,
        kind="verdict",
        native=event,
        name=verdict,
        grade=Grade.MEDIUM if open_ else Grade.HIGH,
        reasons=(*reasons, *open_),
        holds=row is not None,
        versions=tuple(version for version, found in works.items() if found is not None),
        proof=proof,
    )


def _became_of(row: Row | None, tried: int) -> str:
    if row is not None:
        return f"{row.id} does it"
    return f"none of {tried} answers does it" if tried > 1 else "the one answer tried does not do it"


def _plainest_first(rows: list[Row]) -> list[Row]:
    """Return first what the model is told the words of, then answers of few words and with exit code 0."""

    def rank(row: Row) -> tuple[bool, int, int]:
        words = len(row.answer.stdout) + len(row.answer.stderr)
        return words > 0 and not row.effect.told, row.answer.exit_code, words

    return sorted(rows, key=rank)


def _tells(case: Case, verdict: str, *, holds: bool) -> bool:
    """Tell whether a case fails an adapter that refuses a verdict which holds, or ignores one which does not."""
    return not _passes(case, verdict, _REFUSED if holds else _IGNORED)


def _passes(case: Case, verdict: str, response: Response) -> bool:
    subject = Subject(case, find_adapter("reference"), _NO_RULES, variant=verdict)
    return CAPABILITIES[_RESPONSE].judge(subject, [response]).outcome is Outcome.PASSED
