"""Evidence and its sources for readers: what it says in words, and where to look it up."""

from __future__ import annotations

from dataclasses import dataclass

from hookconform.corpus.claims import Platform
from hookconform.corpus.evidence import BASES, Evidence
from hookconform.corpus.sources import Source
from hookconform.ground.versions import in_order


@dataclass(frozen=True, slots=True)
class Said:
    """One piece of evidence: `what` in words, `against` the claim or for it, `versions`, `note`, `source`."""

    what: str
    against: bool
    versions: str
    note: str
    source: Source | None


def said(platform: Platform, item: Evidence) -> Said:
    """Return a piece of evidence for readers."""
    return Said(
        what=BASES[item.basis].capitalize(),
        against=not item.supports,
        versions=", ".join(in_order(item.versions)),
        note=item.note,
        source=platform.sources[item.source] if item.source is not None else None,
    )
