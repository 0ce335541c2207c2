"""Cases as pages show them: the payload with the name marked, and which files the site needs."""

from __future__ import annotations

from markupsafe import Markup

from hookconform.corpus.cases import Case
from hookconform.corpus.claims import Platform
from hookconform.corpus.vocabulary import PRE_TOOL
from hookconform.ground.pointers import first
from hookconform_lab.evidence.claims import GradedClaim
from hookconform_lab.evidence.sightings import Sighting
from hookconform_lab.publish.site.payload import highlighted


class ShownCases:
    """The cases the pages link to; their files are copied into the site."""

    def __init__(self, cases: tuple[Case, ...]) -> None:
        self._by_id = {case.id: case for case in cases}
        self._linked: set[str] = set()

    @property
    def linked(self) -> list[Case]:
        """Return the cases that were linked so far, by id."""
        return [self._by_id[case_id] for case_id in sorted(self._linked)]

    def get(self, case_id: str) -> Case:
        """Return a case."""
        return self._by_id[case_id]

    def link(self, case_id: str) -> str:
        """Return the path of a case's file below the site's root."""
        self._linked.add(case_id)
        return f"cases/{case_id}.json"


def payload_of(case: Case, platform: Platform, kind: str | None = None) -> Markup:
    """Return a case's payload as HTML with the tool's and the event's name marked, or only that of one kind."""
    if case.payload is None:
        return Markup('<span class="jv">{}</span>').format(case.payload_text[:2000])
    keys = {"tool": platform.payload.tool_name, "event": platform.payload.event}
    found = [first(case.payload, pointers) for name, pointers in keys.items() if kind in (None, name)]
    return highlighted(case.payload, {place[0] for place in found if place is not None})


def example_of(row: GradedClaim) -> Sighting | None:
    """Return the case that shows a name best: the newest proof, before the tool runs if there is one."""
    candidates = row.graded.proofs or row.sightings
    before = (item for item in candidates if item.case.expected.event == PRE_TOOL)
    return next(before, candidates[0] if candidates else None)
