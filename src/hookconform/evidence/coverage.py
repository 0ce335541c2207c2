"""How much of what a platform's newest version has was recorded there."""

from __future__ import annotations

from dataclasses import dataclass

from hookconform.evidence.claims import GradedClaim, PlatformEvidence


@dataclass(frozen=True, slots=True)
class Coverage:
    """Names the newest version has, and which of them were recorded at it; `known` None: nothing tells."""

    known: tuple[str, ...] | None
    captured: tuple[str, ...]
    missing: tuple[str, ...]
    basis: str


def tool_coverage(evidence: PlatformEvidence) -> Coverage:
    """Return the coverage of the tools the newest version declares to its model, but for those no hook fires for."""
    newest = evidence.platform.newest
    unhooked = {row.claim.native for row in evidence.claims if row.claim.status == "refuted"}
    names = {name: names for name, names in evidence.declared.at(newest).items() if not names <= unhooked}
    if not names:
        return Coverage(None, (), (), f"no declared tools are known of {newest}")
    basis = f"declared to the model at {newest}"
    if newest not in evidence.declared.complete:
        basis += ", as far as the claims say,"
    captured = _captured(evidence, "tool")
    return _coverage(sorted(names), {name for name, hooked in names.items() if hooked & captured}, basis)


def event_coverage(evidence: PlatformEvidence) -> Coverage:
    """Return the coverage of the events a hook can be configured for at the newest version."""
    current = [
        row.claim.native for row in evidence.claims if row.claim.kind == "event" and row.claim.status == "current"
    ]
    basis = f"that can be configured at {evidence.platform.newest}"
    return _coverage(sorted(current), _captured(evidence, "event"), basis)


def _coverage(names: list[str], captured: set[str], basis: str) -> Coverage:
    seen = tuple(name for name in names if name in captured)
    return Coverage(tuple(names), seen, tuple(name for name in names if name not in captured), basis)


def _captured(evidence: PlatformEvidence, kind: str) -> set[str]:
    newest = evidence.platform.newest
    return {row.claim.native for row in evidence.claims if row.claim.kind == kind and _seen_at(row, newest)}


def _seen_at(row: GradedClaim, version: str) -> bool:
    return any(
        item.is_captured and item.case.version == version and (row.claim.kind == "event" or not item.is_probe)
        for item in row.sightings
    )
