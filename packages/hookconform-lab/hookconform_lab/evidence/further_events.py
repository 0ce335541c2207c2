"""Further canonical events that a payload fires besides its own, graded by the cases that show them."""

from __future__ import annotations

import copy
from collections.abc import Iterator

from hook_adapters.canonical.reading import Reading, Tables
from hookconform.corpus.cases import CAPTURED, Case
from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform
from hookconform.ground.versions import in_order, version_key
from hookconform_lab.evidence.answers import GradedAnswer
from hookconform_lab.evidence.grades import WEAK, Grade
from hookconform_lab.evidence.mutants import NO_ADAPTER, Mutants
from hookconform_lab.evidence.sightings import Sightings
from hookconform_lab.evidence.wrong_rows import EVENT, Read

_FAILURE = "PostToolUseFailure"
_ERROR_FIELD = "with the platform's own error field"


def further_events(platform: Platform, sightings: Sightings, mutants: Mutants) -> Iterator[GradedAnswer]:
    """Yield every further event that a claim names, and the failures that after-tool payloads carry."""
    for claim in platform.events.values():
        cases = [item.case for item in sightings.get(("event", claim.native), ())]
        names = dict.fromkeys(claim.also_fires, _when(claim))
        if any(case.expected.failed for case in cases) and _FAILURE not in names:
            names[_FAILURE] = _ERROR_FIELD
        for name, when in names.items():
            yield _graded(platform, claim, cases, mutants, name, when)


def _when(claim: Claim) -> str:
    conditions = (f"{pointer.lstrip('/')} is {value}" for pointer, value in claim.also_fires_when.items())
    return " and ".join(conditions)


def _graded(  # noqa: PLR0913, PLR0917 (what a grade is computed from)
    platform: Platform, claim: Claim, cases: list[Case], mutants: Mutants, name: str, when: str
) -> GradedAnswer:
    shown = [case for case in cases if name in case.expected.also_fires]
    versions = in_order({case.version for case in shown if case.is_captured and case.version is not None})
    proof, unproved = _proved(_recorded_first(shown), _recorded_first(cases), mutants, name)
    reasons: list[str] = []
    if versions:
        reasons.append(f"Recorded at {versions[-1]}.")
        if versions[-1] != platform.newest:
            unproved.append(f"Not recorded at {platform.newest}, the newest version known.")
        grade = Grade.MEDIUM if unproved else Grade.HIGH
    else:
        weak = all(item.basis in WEAK for item in claim.evidence if item.supports)
        grade = Grade.LOW if weak else Grade.MEDIUM
        reasons.append("No payload that fires it was recorded." if shown else "No case fires it.")
    if not unproved and versions:
        reasons.append("Recorded cases fail an adapter that never fires it, and one that always does.")
    return GradedAnswer(
        platform=platform.id,
        kind="also",
        native=claim.native,
        name=name,
        grade=grade,
        reasons=(*reasons, *unproved),
        when=when,
        versions=tuple(versions),
        proof=proof,
    )


def _recorded_first(cases: list[Case]) -> list[Case]:
    newest_first = sorted(cases, key=lambda case: version_key(case.version or ""), reverse=True)
    return sorted(newest_first, key=lambda case: not case.is_captured)


def _proved(shown: list[Case], cases: list[Case], mutants: Mutants, name: str) -> tuple[str, list[str]]:
    """Return the case that fails an adapter which never fires the event, and what the recorded cases leave open."""
    if not mutants.has_adapter:
        return "", [f"Unjudged: {NO_ADAPTER}."]

    def never(reading: Reading, tables: Tables) -> Read:
        wrong = copy.copy(reading)
        wrong.also = tuple(also for also in reading.also if also != name)
        return wrong, tables

    def always(reading: Reading, tables: Tables) -> Read:
        wrong = copy.copy(reading)
        wrong.also = (*reading.also, *(() if name in reading.also else (name,)))
        return wrong, tables

    killers = {
        "never fires it": mutants.killer(shown, EVENT, never),
        "always fires it": mutants.killer(cases, EVENT, always),
    }
    unproved: list[str] = []
    for words, killed_by in killers.items():
        if f"/{CAPTURED}/" not in killed_by:
            which = "Only a case written by hand" if killed_by else "No case"
            unproved.append(f"{which} fails an adapter that {words}.")
    return killers["never fires it"], unproved
