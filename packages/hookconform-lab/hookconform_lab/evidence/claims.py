"""Every claim of one platform with its grade and what the grade was computed from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from hookconform.cases.loading import iter_cases
from hookconform.corpus.cases import Case
from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.vocabulary import Vocabulary, load_vocabulary
from hookconform_lab.evidence.age import Age, age_of
from hookconform_lab.evidence.answers import GradedAnswer
from hookconform_lab.evidence.declared import Declarations, declarations
from hookconform_lab.evidence.further_events import further_events
from hookconform_lab.evidence.grades import Facts, Grade, Graded, grade
from hookconform_lab.evidence.mutants import NO_PAYLOAD, Mutant, Mutants
from hookconform_lab.evidence.sightings import Sighting, sightings
from hookconform_lab.evidence.verdicts import graded_verdicts

# Phases of canonical events at which a policy decides; their claims count as core.
_CORE_PHASES = frozenset({"pre-tool", "post-tool", "prompt"})


@dataclass(frozen=True, slots=True)
class GradedClaim:
    """One claim; `is_core` tells whether it counts for the platform's grade, `sightings` are all its cases."""

    claim: Claim
    graded: Graded
    mutants: tuple[Mutant, ...]
    is_core: bool
    sightings: tuple[Sighting, ...]

    @property
    def grade(self) -> Grade:
        """Return the claim's grade."""
        return self.graded.grade

    @property
    def arguments(self) -> tuple[Mutant, ...]:
        """Return the mutants of the claim's arguments: one for each that has another name, or is implied."""
        return tuple(mutant for mutant in self.mutants if mutant.argument)

    @property
    def unjudged(self) -> str:
        """Return why nothing at all was judged of the claim; empty if something was."""
        if any(mutant.judged for mutant in self.mutants):
            return ""
        if self.claim.status == "refuted" and not self.sightings:
            return NO_PAYLOAD
        return self.mutants[0].unjudged

    @property
    def is_only_probed(self) -> bool:
        """Tell whether all that was recorded of a tool are calls that were made up: a run that shows no such tool."""
        recorded = [item for item in self.sightings if item.is_captured]
        return self.claim.kind == "tool" and bool(recorded) and all(item.is_probe for item in recorded)


@dataclass(frozen=True, slots=True)
class PlatformEvidence:
    """One platform's claims, tools before events, in the order of its tables, and what speaks about all of them."""

    platform: Platform
    claims: tuple[GradedClaim, ...]
    declared: Declarations
    answers: tuple[GradedAnswer, ...]
    any_case: Mutant
    captured_versions: tuple[str, ...]
    cases: int
    age: Age | None = None

    @property
    def core(self) -> list[GradedClaim]:
        """Return the claims that count for the platform's grade."""
        return [claim for claim in self.claims if claim.is_core]


def evaluate(platform_id: str, root: Path | None = None, cases: Iterable[Case] | None = None) -> PlatformEvidence:
    """Return a platform's graded claims; `cases` (in id order) saves reading them again.

    Raises `HookconformError` as `load_platform`, `iter_cases` and `declarations` do.
    """
    platform = load_platform(platform_id, root)
    vocabulary = load_vocabulary(root)
    held = list(iter_cases(root=root, platforms=[platform_id]) if cases is None else cases)
    found = sightings(platform, held)
    declared = declarations(platform)
    mutants = Mutants(platform)
    any_case = mutants.any_case(found)
    captured = {case.version for case in held if case.is_captured and case.version is not None}
    age = age_of(platform)
    claims: list[GradedClaim] = []
    for claim in platform.claims:
        mine = found.get((claim.kind, claim.native), [])
        made = mutants.of(claim, mine)
        graded = grade(Facts(platform, claim, mine, declared, made, any_case, age))
        claims.append(GradedClaim(claim, graded, made, _is_core(claim, vocabulary), tuple(mine)))
    ordered = [version for version in platform.versions if version in captured]
    answers = (*further_events(platform, found, mutants), *graded_verdicts(platform, held))
    return PlatformEvidence(platform, tuple(claims), declared, answers, any_case, tuple(ordered), len(held), age)


def _is_core(claim: Claim, vocabulary: Vocabulary) -> bool:
    if claim.status != "current" or claim.canonical is None:
        return False
    if claim.kind == "tool":
        return vocabulary.tier_of(claim) == "core"
    return vocabulary.events.get(claim.canonical) in _CORE_PHASES
