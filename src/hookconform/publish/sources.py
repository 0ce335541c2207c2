"""Evidence and its sources for readers: what it says in words, and where to look it up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hookconform.corpus.claims import Evidence, Platform
from hookconform.ground.versions import in_order

_BASIS = {
    "captured": "Recorded",
    "declared": "Declared to the model",
    "measured": "Seen when the program was run",
    "vendor-source": "Vendor's code",
    "vendor-docs": "Vendor's documentation",
    "third-party": "Third party",
    "inferred": "Inferred",
}


@dataclass(frozen=True, slots=True)
class Source:
    """A source: `text` says what it is, `url` where (empty for a released package), `note` what it is good for."""

    text: str
    url: str
    note: str = ""


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
        what=_BASIS[item.basis],
        against=not item.supports,
        versions=", ".join(in_order(item.versions)),
        note=item.note,
        source=source_of(platform.sources[item.source]) if item.source is not None else None,
    )


def source_of(raw: dict[str, Any]) -> Source:
    """Return a source for readers."""
    note = raw.get("note", "")
    if "url" in raw:
        return Source(f"{raw['url']} ({raw['date']})", raw["url"], note)
    if "package" in raw:
        return Source(f"{raw['package']}, {raw['path']}", "", note)
    text = f"{raw['repository']}, {raw['path']} at {raw['commit'][:12]}"
    return Source(text, f"https://github.com/{raw['repository']}/blob/{raw['commit']}/{raw['path']}", note)
