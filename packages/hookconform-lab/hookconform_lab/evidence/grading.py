"""The grades of some claims of a platform: what `explain` asks, without what only a whole platform needs."""

from __future__ import annotations

from collections.abc import Iterable

from hookconform.corpus.cases import Case
from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform
from hookconform_lab.evidence.age import age_of
from hookconform_lab.evidence.declared import declarations
from hookconform_lab.evidence.grades import Facts, Grade, grade
from hookconform_lab.evidence.mutants import Mutants
from hookconform_lab.evidence.sightings import sightings


def grades(platform: Platform, claims: Iterable[Claim], cases: Iterable[Case]) -> dict[str, Grade]:
    """Return the grade of some of a platform's claims, by id.

    `cases` are, in id order, at least those whose payloads have a name of these claims, or a tool's in another case.
    """
    found = sightings(platform, list(cases))
    declared, mutants = declarations(platform), Mutants(platform)
    any_case, age = mutants.any_case(found), age_of(platform)
    result: dict[str, Grade] = {}
    for claim in claims:
        mine = found.get((claim.kind, claim.native), [])
        facts = Facts(platform, claim, mine, declared, mutants.of(claim, mine), any_case, age)
        result[claim.id] = grade(facts).grade
    return result
