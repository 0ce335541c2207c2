"""How much of what a platform's newest version has was recorded there."""

from __future__ import annotations

from dataclasses import dataclass

from hookconform.corpus.registered import KINDS, claimed_names, names_folder, read_names
from hookconform.ground.packed import is_held
from hookconform_lab.evidence.claims import GradedClaim, PlatformEvidence


@dataclass(frozen=True, slots=True)
class Coverage:
    """Names the newest version has, and which of them were recorded at it; `known` None: nothing tells.

    `at_least`: there may be more of them, for the program's files were not read, or what was found there lacks names
    that are known from elsewhere.
    """

    known: tuple[str, ...] | None
    captured: tuple[str, ...]
    missing: tuple[str, ...]
    basis: str
    at_least: bool = False

    @property
    def of_known(self) -> str:
        """Return how many of how many, such as `7 of 7` or `7 of at least 8`."""
        return f"{len(self.captured)} of {'at least ' if self.at_least else ''}{len(self.known or ())}"


def tool_coverage(evidence: PlatformEvidence) -> Coverage:
    """Return the coverage of the tools that the newest version can register, but for those no hook fires for.

    These are the names read from the program, the tools that it declared to its model, and those that claims say are
    current.
    """
    platform, newest = evidence.platform, evidence.platform.newest
    unhooked = {row.claim.native for row in evidence.claims if row.claim.status == "refuted"}
    declared = evidence.declared.at(newest)
    registered = _registered(evidence, "tool")
    named = dict(declared)
    if registered is not None:
        named |= {name: platform.hook_names(name, newest) for name in registered if name not in declared}
        covered = frozenset[str]().union(*named.values())
        named |= {name: frozenset({name}) for name in _current(evidence, "tool") if name not in covered}
    names = {name: hooked for name, hooked in named.items() if not hooked or not hooked <= unhooked}
    if not names:
        return Coverage(None, (), (), f"no declared tools are known of {newest}")
    silent = set(registered or ()) & (named.keys() - names.keys())
    basis = _basis(evidence, registered, f"declared to the model at {newest}") + _without(silent)
    if registered is None and not evidence.declared.shown.is_whole(newest):
        basis += ", as far as the claims say,"
    captured = _captured(evidence, "tool")
    found = frozenset(registered or ()).union(*(platform.hook_names(name, newest) for name in registered or ()))
    lacking = {name for name, hooked in names.items() if name not in found and not hooked & found}
    seen = {name for name, hooked in names.items() if hooked & captured}
    return _coverage(sorted(names), seen, basis, at_least=registered is None or bool(lacking))


def event_coverage(evidence: PlatformEvidence) -> Coverage:
    """Return the coverage of the events that the newest version can register, but for those that are never called.

    These are the current ones of the claims and those read from the program, also if no claim speaks of them or one
    has them end at an older version.
    """
    registered = _registered(evidence, "event")
    events = evidence.platform.events.values()
    current = _current(evidence, "event")
    counted = {*current, *(evidence.platform.events[name].registration for name in current)}
    silent = {claim.native for claim in events if claim.status == "refuted"} & set(registered or ())
    names = {*current, *(set(registered or ()) - counted - silent)}
    otherwise = f"that can be configured at {evidence.platform.newest}"
    basis = _basis(evidence, registered, otherwise) + _without(silent)
    lacking = {
        claim.native
        for claim in (evidence.platform.events[name] for name in _current(evidence, "event"))
        if not {claim.native, claim.registration} & set(registered or ())
    }
    at_least = registered is None or bool(lacking)
    return _coverage(sorted(names), _captured(evidence, "event"), basis, at_least=at_least)


def unexplained(evidence: PlatformEvidence) -> list[str]:
    """Return the names that the newest version can register and that neither a claim nor not_covered speaks of."""
    listed = {name for gap in evidence.platform.not_covered for name in gap.registered}
    return sorted(_unclaimed(evidence) - listed)


def without_switch(evidence: PlatformEvidence) -> list[str]:
    """Return the names that not_covered lists without saying what turns them on."""
    rows = (gap for gap in evidence.platform.not_covered if not gap.switch)
    return sorted({name for gap in rows for name in gap.registered})


def _unclaimed(evidence: PlatformEvidence) -> set[str]:
    return {
        name
        for kind in KINDS
        for name in _registered(evidence, kind) or ()
        if name not in claimed_names(evidence.platform, kind)
    }


def _registered(evidence: PlatformEvidence, kind: str) -> tuple[str, ...] | None:
    """Return the names read from the newest version's files; None if they were not, or cannot be."""
    path = names_folder(evidence.platform.id, evidence.platform.root) / f"{evidence.platform.newest}.yaml"
    return read_names(path, evidence.platform.root).of_kind(kind) if is_held(path) else None


def _basis(evidence: PlatformEvidence, registered: tuple[str, ...] | None, otherwise: str) -> str:
    return otherwise if registered is None else f"that the program can register at {evidence.platform.newest}"


def _without(silent: set[str]) -> str:
    return f", without {len(silent)} that no hook is called for ({', '.join(sorted(silent))})," if silent else ""


def _current(evidence: PlatformEvidence, kind: str) -> list[str]:
    return [row.claim.native for row in evidence.claims if row.claim.kind == kind and row.claim.status == "current"]


def _coverage(names: list[str], captured: set[str], basis: str, *, at_least: bool) -> Coverage:
    seen = tuple(name for name in names if name in captured)
    return Coverage(tuple(names), seen, tuple(name for name in names if name not in captured), basis, at_least)


def _captured(evidence: PlatformEvidence, kind: str) -> set[str]:
    newest = evidence.platform.newest
    return {row.claim.native for row in evidence.claims if row.claim.kind == kind and _seen_at(row, newest)}


def _seen_at(row: GradedClaim, version: str) -> bool:
    return any(
        item.is_captured and item.case.version == version and (row.claim.kind == "event" or not item.is_probe)
        for item in row.sightings
    )
