"""Which claim a check rests on, and its strongest evidence in words."""

from __future__ import annotations

from dataclasses import dataclass

from hookconform.checks.expectation import EVENT
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.evidence import Evidence, strongest
from hookconform.corpus.native import claim_of


@dataclass(frozen=True, slots=True)
class Ground:
    """A claim's id and its strongest evidence; both empty if no row of the tables is about the case."""

    claim: str = ""
    evidence: str = ""


def ground_of(case: Case, capability: str) -> Ground:
    """Return what a check rests on: the tool's row, or the event's for `event` and for payloads without a tool."""
    platform = load_platform(case.platform)
    claim = claim_of(platform, case, by_event=capability == EVENT)
    if claim is None:
        return Ground()
    return Ground(claim.id, describe(platform, strongest(claim.evidence)))


def describe(platform: Platform, evidence: Evidence) -> str:
    """Return one piece of evidence as a line: basis, versions or source, note."""
    parts = [evidence.basis if evidence.supports else f"{evidence.basis} (against)"]
    if evidence.versions:
        shown = evidence.versions if len(evidence.versions) == 1 else (evidence.versions[0], evidence.versions[-1])
        parts.append("at " + " … ".join(shown))
    if evidence.source is not None:
        parts.append(platform.sources[evidence.source].citation)
    if evidence.note:
        parts.append(f"({evidence.note})")
    return " ".join(parts)
