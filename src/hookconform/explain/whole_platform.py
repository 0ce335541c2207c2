"""All names of one platform: what each becomes, in one table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import load_platform
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.explain.opened_as import all_opened_as
from hookconform.ground.json_text import stated

# What is sent today comes first, what nobody should map last.
_ORDER = ("current", "historic", "legacy-alias", "refuted")


def explain_platform(platform_id: str, root: Path | None = None) -> dict[str, Any]:
    """Return every claim of a platform in short, in the shape of `explanation.schema.json`.

    Raises `HookconformError` (`platform.unknown`).
    """
    platform, vocabulary = load_platform(platform_id, root), load_vocabulary(root)

    def row(claim: Claim) -> dict[str, Any]:
        kind = vocabulary.kind_of(claim.becomes, claim) if claim.kind == "tool" else ""
        said = stated(tool_kind=kind, since=claim.since, until=claim.until, where=claim.where)
        return {"name": claim.native, "canonical": claim.canonical, "maps": claim.maps, "status": claim.status} | said

    def rows(claims: dict[str, Claim]) -> list[dict[str, Any]]:
        return [row(claim) for claim in sorted(claims.values(), key=lambda claim: _ORDER.index(claim.status))]

    return {
        "platform": platform.id,
        "title": platform.name,
        "newest": platform.newest,
        **stated(documented=platform.is_documented, opened_as=all_opened_as(platform)),
        "tools": rows(dict(platform.tools)),
        "events": rows(dict(platform.events)),
    }
