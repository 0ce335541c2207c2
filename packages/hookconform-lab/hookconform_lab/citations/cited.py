"""The citations of a platform: which claim names which source, and what must stand there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hookconform.corpus.claims import Platform
from hookconform.corpus.evidence import Evidence
from hookconform.corpus.sources import Source


@dataclass(frozen=True, slots=True)
class Citation:
    """One piece of evidence that names a source.

    `where` is the claim or row it belongs to. `wanted` are the texts of which each must stand in the source, `unwanted`
    those of which none may. A source that speaks against a claim is opened, and looked into only for what is stated.
    """

    where: str
    source_id: str
    source: Source
    wanted: tuple[str, ...]
    unwanted: tuple[str, ...] = ()


def citations(platform: Platform) -> Iterator[Citation]:
    """Yield the citations of all claims and of the forms of MCP names; sources that do not exist are lint's."""
    for claim in platform.claims:
        for item in claim.evidence:
            yield from _cited(platform, claim.id, item, claim.native)
    for form in platform.mcp:
        for item in form.evidence:
            yield from _cited(platform, f"{platform.id}#mcp:{form.form}", item, "")


def _cited(platform: Platform, where: str, item: Evidence, name: str) -> Iterator[Citation]:
    source = platform.sources.get(item.source or "")
    if source is not None:
        named = (name,) if name and item.supports and not item.lacks else ()
        yield Citation(where, item.source or "", source, item.finds or named, item.lacks)
