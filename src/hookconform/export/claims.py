"""Claims: what a native name is called canonically, at which versions, and on what evidence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import load_platform
from hookconform.corpus.evidence import strongest
from hookconform.export.request import Request
from hookconform.ground.json_text import stated


def claim_rows(request: Request) -> Iterator[dict[str, Any]]:
    """Yield one row a claim, tools before events, in the order of the platform's file (schema: export, `claim`)."""
    for name in request.wanted_platforms:
        for claim in load_platform(name).claims:
            if claim.until is None or request.has(claim.until):
                yield _row(claim)


def _row(claim: Claim) -> dict[str, Any]:
    best = strongest(claim.evidence)
    return {
        "id": claim.id,
        "platform": claim.platform,
        "kind": claim.kind,
        "native": claim.native,
        "canonical": claim.becomes,
        "status": claim.status,
        "evidence": best.basis,
        **stated(
            since=claim.since,
            until=claim.until,
            tool_kind=claim.tool_kind,
            arguments=claim.arguments,
            units=claim.units,
            registered_as=claim.registered_as,
            declared_as=claim.declared_as,
            also_fires=claim.also_fires,
            note=claim.note,
        ),
    }
