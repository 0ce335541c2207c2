"""The mapping tables: canonical name by platform, and the names that keep themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from hookconform.corpus.claim import Claim
from hookconform.ground.versions import version_key
from hookconform_lab.evidence.claims import GradedClaim, PlatformEvidence
from hookconform_lab.evidence.grades import Grade
from hookconform_lab.evidence.mutants import Mutant
from hookconform_lab.publish.publication import Corpus

_ORDER = {"current": 0, "historic": 1, "legacy-alias": 2, "refuted": 3}


@dataclass(frozen=True, slots=True)
class Entry:
    """One native name in a cell; `remark` says what is special about how it stands for the canonical one."""

    row: GradedClaim
    remark: str = ""

    @property
    def claim(self) -> Claim:
        """Return the claim behind the name."""
        return self.row.claim

    @property
    def grade(self) -> Grade:
        """Return the grade of the name."""
        return self.row.grade

    @property
    def versions(self) -> str:
        """Return the versions that have the name, as short as possible."""
        return version_range(self.row)


@dataclass(frozen=True, slots=True)
class Line:
    """One canonical name; `cells` by platform, in the order of the platforms, `kind` of a tool's calls."""

    canonical: str
    group: str
    cells: dict[str, tuple[Entry, ...]]
    kind: str = ""


def tool_lines(corpus: Corpus) -> list[Line]:
    """Return the canonical tools in the vocabulary's order; the group is the tier."""
    return [
        Line(
            name,
            tier,
            {evidence.platform.id: _tools(evidence, name) for evidence in corpus.platforms},
            corpus.vocabulary.kinds[name],
        )
        for name, tier in corpus.vocabulary.tools.items()
    ]


def event_lines(corpus: Corpus) -> list[Line]:
    """Return the canonical events in the vocabulary's order; the group is the phase."""
    return [
        Line(name, phase, {evidence.platform.id: _events(evidence, name) for evidence in corpus.platforms})
        for name, phase in corpus.vocabulary.events.items()
    ]


@dataclass(frozen=True, slots=True)
class ArgumentLine:
    """The arguments of one native tool, or of an event that stands for one.

    `renamed` are those with another canonical name, as mutants that say what proves each; `unchanged` keep their name.
    """

    evidence: PlatformEvidence
    row: GradedClaim
    renamed: tuple[Mutant, ...]
    unchanged: tuple[str, ...]


def argument_lines(corpus: Corpus) -> dict[str, list[ArgumentLine]]:
    """Return canonical tool → its native tools with arguments, platform by platform; legacy aliases are left out."""
    found: dict[str, list[ArgumentLine]] = {name: [] for name in corpus.vocabulary.tools}
    for evidence in corpus.platforms:
        for row in evidence.claims:
            line = arguments_of(evidence, row)
            if line is not None and row.claim.status in {"current", "historic"}:
                found[row.claim.implies_tool or row.claim.canonical or ""].append(line)
    return {name: lines for name, lines in found.items() if lines}


def arguments_of(evidence: PlatformEvidence, row: GradedClaim) -> ArgumentLine | None:
    """Return the arguments of a claim that names a canonical tool; None if it names none, or nothing is known."""
    claim = row.claim
    if claim.implies_tool is None and (claim.kind == "event" or claim.canonical is None or claim.status == "refuted"):
        return None
    renamed = tuple(mutant for mutant in row.arguments if mutant.becomes != mutant.argument)
    moved = {mutant.argument for mutant in renamed}
    keys = claim.keys if claim.kind == "tool" else claim.implied_arguments
    unchanged = tuple(key for key in keys if key not in moved)
    return ArgumentLine(evidence, row, renamed, unchanged) if renamed or unchanged else None


def kept_names(evidence: PlatformEvidence, kind: str) -> list[GradedClaim]:
    """Return the names of a platform that have no canonical counterpart and pass through."""
    return _of_kind(evidence, kind, lambda claim: claim.canonical is None and claim.status != "refuted")


def refuted_names(evidence: PlatformEvidence, kind: str) -> list[GradedClaim]:
    """Return the names of a platform that are known not to occur, legacy aliases included."""
    return _of_kind(evidence, kind, lambda claim: claim.status in {"refuted", "legacy-alias"})


def oldest_seen(row: GradedClaim) -> str:
    """Return the oldest version at which the name was seen in a run; empty if it never was."""
    counts = {"declared"} if row.is_only_probed else {"captured", "declared", "measured"}
    evidence = [item for item in row.claim.evidence if item.supports and item.basis in counts]
    seen = {version for item in evidence for version in item.versions}
    seen |= {item.case.version for item in row.graded.proofs if item.case.version is not None}
    return min(seen, key=version_key, default="")


def version_range(row: GradedClaim) -> str:
    """Return since when and until when a name is known, `since 1.0.62`; empty if nothing tells."""
    claim = row.claim
    seen = oldest_seen(row)
    if claim.since and claim.until:
        return f"{claim.since} to {claim.until}"
    if claim.until:
        return f"until {claim.until}"
    if claim.since:
        return f"since {claim.since}"
    return f"seen since {seen}" if seen and claim.status in {"current", "historic"} else ""


def _of_kind(evidence: PlatformEvidence, kind: str, wanted: Callable[[Claim], bool]) -> list[GradedClaim]:
    return [row for row in evidence.claims if row.claim.kind == kind and wanted(row.claim)]


def _tools(evidence: PlatformEvidence, name: str) -> tuple[Entry, ...]:
    entries = _named(evidence, "tool", name)
    entries += [Entry(row, f"the event implies {name}") for row in evidence.claims if row.claim.implies_tool == name]
    return _ordered(entries)


def _events(evidence: PlatformEvidence, name: str) -> tuple[Entry, ...]:
    entries = _named(evidence, "event", name)
    for row in evidence.claims:
        if name in row.claim.also_fires:
            when = row.claim.also_fires_when.items()
            words = " and ".join(f"{pointer.lstrip('/')} is {value}" for pointer, value in when)
            entries.append(Entry(row, f"when {words}" if words else "also fires"))
        elif name == "PostToolUseFailure" and _carries_failure(evidence, row.claim):
            entries.append(Entry(row, "with the platform's own error field"))
    return _ordered(entries)


def _carries_failure(evidence: PlatformEvidence, claim: Claim) -> bool:
    has_field = bool(evidence.platform.payload.failure)
    return has_field and claim.kind == "event" and claim.canonical == "PostToolUse" and claim.status == "current"


def _named(evidence: PlatformEvidence, kind: str, name: str) -> list[Entry]:
    return [
        Entry(row, f"tier {row.claim.tier}" if row.claim.tier else "")
        for row in evidence.claims
        if row.claim.kind == kind and row.claim.canonical == name and row.claim.status != "refuted"
    ]


def _ordered(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    return tuple(sorted(entries, key=lambda entry: _ORDER[entry.claim.status]))
