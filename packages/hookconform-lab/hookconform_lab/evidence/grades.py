"""The grade of one claim, with the reasons for it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform
from hookconform.corpus.evidence import BASES, Evidence
from hookconform.ground.versions import at_least, in_order, newest_of, version_key
from hookconform_lab.evidence.age import Age
from hookconform_lab.evidence.declared import Declarations
from hookconform_lab.evidence.mutants import Mutant
from hookconform_lab.evidence.sightings import Sighting

# Bases that make a claim no better than LOW.
WEAK = ("third-party", "inferred")
_SHOWN = 3
_ARTICLES = {"vendor-source": "the ", "vendor-docs": "the ", "third-party": "a "}
# What is against a claim is named as a thing, not as what happened to the claim.
_AGAINST = {"declared": "the list of declared tools", "measured": "what was seen when the program was run"}


class Grade(StrEnum):
    """How well a claim is proved, best first."""

    HIGH = "HIGH"
    MEDIUM = "MEDIUM"
    LOW = "LOW"
    CONFLICTED = "CONFLICTED"
    REFUTED = "REFUTED"


# Grades that fall with age: what is contested or refuted says so whatever its age.
_FALLING = (Grade.HIGH, Grade.MEDIUM, Grade.LOW)


class Facts(NamedTuple):
    """What the grade of one claim is computed from."""

    platform: Platform
    claim: Claim
    sightings: Sequence[Sighting]
    declared: Declarations
    mutants: Sequence[Mutant]
    any_case: Mutant
    age: Age | None = None

    @property
    def captured(self) -> list[Sighting]:
        """Return recorded payloads that show the name, without probes."""
        return [item for item in self.sightings if item.is_captured and not item.is_probe]

    @property
    def proofs(self) -> list[Sighting]:
        """Return recorded payloads that prove the name: for a tool with a result, or declared at that version."""
        if self.claim.kind == "event":
            return [item for item in self.sightings if item.is_captured]
        ran = {item.case.version for item in self.captured if item.has_result}
        known = ran | set(self.declared.versions_of(self.claim.native))
        return [item for item in self.captured if item.case.version in known]


class Graded(NamedTuple):
    """A grade with its reasons, strongest first, and the cases it rests on, newest version first."""

    grade: Grade
    reasons: tuple[str, ...]
    proofs: tuple[Sighting, ...] = ()


def grade(facts: Facts) -> Graded:
    """Return the grade of a claim as docs/maintainers/evidence.md defines it; evidence that is old lowers it."""
    graded = _graded(facts)
    if facts.age is None or facts.claim.status != "current" or not graded.proofs:
        return graded
    best = Grade(facts.age.ceiling)
    if graded.grade not in _FALLING[: _FALLING.index(best)]:
        return graded
    return Graded(best, (*graded.reasons, facts.age.reason), graded.proofs)


def _graded(facts: Facts) -> Graded:
    proofs = _newest_first(facts.proofs)
    contradiction = _contradiction(facts, proofs)
    if contradiction:
        return Graded(Grade.CONFLICTED, (contradiction, *_support(facts, proofs)), proofs)
    if facts.claim.status in {"legacy-alias", "refuted"} or _refuted_by_newest(facts, proofs):
        return _refuted(facts)
    if not proofs:
        return _without_capture(facts)
    reasons = _support(facts, proofs)
    superseded = _superseded(facts, proofs)
    if superseded:
        return Graded(Grade.MEDIUM, (*reasons, superseded), proofs)
    survivors, older = _survivors(facts), _older_arguments(facts)
    if survivors:
        return Graded(Grade.MEDIUM, (*reasons, *survivors, *older), proofs)
    return Graded(Grade.HIGH, (*reasons, *_killed(facts), *older), proofs)


def _newest_first(proofs: Sequence[Sighting]) -> tuple[Sighting, ...]:
    ranked = sorted(proofs, key=lambda item: (not item.has_result, item.case.id))
    return tuple(sorted(ranked, key=lambda item: version_key(item.case.version or ""), reverse=True))


def _versions(proofs: Sequence[Sighting]) -> list[str]:
    return in_order({item.case.version or "" for item in proofs})


def _support(facts: Facts, proofs: Sequence[Sighting]) -> tuple[str, ...]:
    if not proofs:
        return ()
    newest = newest_of(_versions(proofs))
    ran = any(item.has_result for item in proofs if item.case.version == newest)
    if facts.claim.kind == "event":
        return (f"Recorded at {newest}.",)
    return (f"Recorded at {newest}, {'with a result' if ran else 'and declared to the model there'}.",)


def _contradiction(facts: Facts, proofs: Sequence[Sighting]) -> str:
    """Return the sentence that says which two pieces of evidence disagree; empty if none do."""
    claim, newest = facts.claim, facts.platform.newest
    outside = [version for version in _versions(proofs) if not _in_range(claim, version)]
    if outside:
        return f"Recorded at {', '.join(outside)}, outside the versions claimed."
    if claim.status in {"legacy-alias", "refuted"} and proofs:
        return f"Claimed not to occur, but recorded at {newest_of(_versions(proofs))}."
    if claim.status == "historic" and (newest in _versions(proofs) or facts.declared.has(newest, claim.native)):
        return f"Claimed to be gone, but there at {newest}, the newest version known."
    return _contradicted_currency(facts, proofs) if claim.status == "current" else ""


def _contradicted_currency(facts: Facts, proofs: Sequence[Sighting]) -> str:
    """Return what speaks against a name that is claimed to be current."""
    claim, newest = facts.claim, facts.platform.newest
    declared = facts.declared.versions_of(claim.native) if claim.kind == "tool" else []
    if declared and newest not in _versions(proofs) and facts.declared.shown.lacks(newest, claim.native):
        return f"Declared to the model at {newest_of(declared)}, but not at {newest}."
    against = [item for item in claim.evidence if not item.supports]
    if against and not _refuted_by_newest(facts, proofs) and not _only_older(facts, against, proofs):
        return f"Evidence against it: {_said(against[0])}."
    return ""


def _in_range(claim: Claim, version: str) -> bool:
    since, until = claim.since, claim.until
    return (since is None or at_least(version, since)) and (until is None or at_least(until, version))


def _only_older(facts: Facts, against: Sequence[Evidence], proofs: Sequence[Sighting]) -> bool:
    """Tell whether all that speaks against a claim was seen before the name appeared."""
    versions = [version for item in against for version in item.versions]
    seen = _versions(proofs) or [version for item in facts.claim.evidence if item.supports for version in item.versions]
    if len(against) > sum(bool(item.versions) for item in against) or not seen:
        return False
    return not at_least(newest_of(versions), newest_of(seen))


def _refuted_by_newest(facts: Facts, proofs: Sequence[Sighting]) -> bool:
    """Tell whether the newest run speaks against a claim that says the name is current."""
    against = [version for item in facts.claim.evidence if not item.supports for version in item.versions]
    seen = [version for item in facts.claim.evidence if item.supports for version in item.versions] + _versions(proofs)
    if facts.claim.status != "current" or not against:
        return False
    return not seen or not at_least(newest_of(seen), newest_of(against))


def _refuted(facts: Facts) -> Graded:
    against = [item for item in facts.claim.evidence if not item.supports]
    if not against:
        return Graded(Grade.LOW, ("Claimed not to occur, without evidence that says so.",))
    reasons = tuple(f"Does not occur: {_said(item)}." for item in against[:_SHOWN])
    probes = [item for item in facts.sightings if item.is_captured and item.is_probe]
    if probes:
        reasons += ("Hooks report it when a model is made to call it, as they report any made-up name.",)
    return Graded(Grade.REFUTED, reasons)


def _without_capture(facts: Facts) -> Graded:
    claim = facts.claim
    supporting = [item for item in claim.evidence if item.supports]
    reasons = tuple(f"{_said(item)}." for item in supporting[:_SHOWN])
    if facts.captured:
        reasons = ("Recorded without a result and not declared, as made-up names are too.", *reasons)
    elif any(item.is_captured for item in facts.sightings):
        reasons = (*reasons, "Recorded only by making the model call it, which proves no tool.")
    else:
        reasons = (*reasons, "No payload was recorded.")
    if any(item.basis not in WEAK for item in supporting):
        return Graded(Grade.MEDIUM, reasons)
    return Graded(Grade.LOW, reasons)


def _superseded(facts: Facts, proofs: Sequence[Sighting]) -> str:
    """Return why the captures are no longer current; empty if they are."""
    claim, newest = facts.claim, facts.platform.newest
    if claim.status == "historic":
        return f"Gone at {newest}, the newest version known."
    if newest in _versions(proofs):
        return ""
    if claim.kind == "tool" and facts.declared.has(newest, claim.native):
        return ""
    return f"Not recorded at {newest}, the newest version known."


def _survivors(facts: Facts) -> tuple[str, ...]:
    unjudged = {mutant.unjudged for mutant in facts.mutants if mutant.unjudged and not mutant.argument}
    if unjudged:
        return tuple(f"Unjudged: {reason}." for reason in sorted(unjudged))
    sentences = [_unproved(mutant) for mutant in _current(facts) if not mutant.killed_by_capture]
    if facts.claim.kind == "tool" and facts.claim.maps and not facts.any_case.killed_by:
        sentences.append("No case of the platform fails an adapter that ignores case.")
    return tuple(sentences)


def _current(facts: Facts) -> list[Mutant]:
    """Return the mutants that count: not those of arguments that the newest version's list of tools does not have."""
    claim, newest = facts.claim, facts.platform.newest
    if newest not in facts.declared.shown.ran or claim.kind != "tool":
        return list(facts.mutants)
    return [
        mutant
        for mutant in facts.mutants
        if not mutant.argument
        or mutant.killed_by_capture
        or facts.declared.takes(newest, claim.native, mutant.argument)
    ]


def _older_arguments(facts: Facts) -> tuple[str, ...]:
    """Return a sentence for each unproved argument that the newest version does not declare."""
    current = _current(facts)
    return tuple(
        f"{_unproved(mutant)[:-1]}; {facts.platform.newest} does not declare it."
        for mutant in facts.mutants
        if mutant not in current
    )


def _unproved(mutant: Mutant) -> str:
    """Return the sentence about a mutant that no recorded case fails."""
    if not mutant.argument:
        return f"No recorded case fails an adapter with this row {mutant.words}."
    if mutant.unjudged:
        return f"Its argument {mutant.renaming} is unjudged: {mutant.unjudged}."
    if mutant.killed_by:
        return f"Only a case written by hand proves its argument {mutant.renaming}."
    return f"No case fails an adapter with this row {mutant.words}."


def _killed(facts: Facts) -> tuple[str, ...]:
    words = [mutant.words for mutant in facts.mutants if not mutant.argument]
    listed = words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
    arguments = any(mutant.argument for mutant in _current(facts))
    proved = ("They prove its arguments, too.",) if arguments else ()
    return (f"Recorded cases fail an adapter with this row {listed}.", *proved)


def _said(item: Evidence) -> str:
    """Return one piece of evidence in a few words; documents by the id of their source."""
    what = _ARTICLES.get(item.basis, "") + BASES[item.basis]
    if not item.supports:
        what = _AGAINST.get(item.basis, what)
    at = f" at {newest_of(item.versions)}" if item.versions else ""
    named = f" ({item.source})" if item.source else ""
    note = f": {item.note.rstrip('.')}" if item.note else ""
    text = f"{what}{at}{named}{note}"
    return text[0].upper() + text[1:] if item.supports else text
