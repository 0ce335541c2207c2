"""One canonical name: what every platform calls it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.evidence import strongest
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.ground.errors import EXIT_FAILED, HookconformError
from hookconform.ground.json_text import stated
from hookconform.ground.versions import newest_of


def explain_canonical(name: str, platform: str | None = None, root: Path | None = None) -> dict[str, Any]:
    """Return the native names of a canonical tool or event, in the shape of `explanation.schema.json`.

    Raises `HookconformError` (`canonical.unknown`, `platform.unknown`).
    """
    vocabulary = load_vocabulary(root)
    kind = "tool" if name in vocabulary.tools else "event"
    if kind == "event" and name not in vocabulary.events:
        import difflib  # noqa: PLC0415 (slow to import, and rarely needed)

        known = [*vocabulary.tools, *vocabulary.events]
        near = difflib.get_close_matches(name, known, n=3, cutoff=0.4)
        raise HookconformError(
            "canonical.unknown",
            f"{name!r} is no canonical name.",
            hint=f"Did you mean {', '.join(near)}?" if near else f"Canonical tools: {', '.join(vocabulary.tools)}.",
            exit_code=EXIT_FAILED,
        )
    result: dict[str, Any] = {"canonical": name, "kind": kind}
    if kind == "tool":
        result |= {
            "tier": vocabulary.tools[name],
            "tool_kind": vocabulary.kinds[name],
            "arguments": list(vocabulary.arguments[name]),
        }
    chosen = platform_ids(root) if platform is None else [load_platform(platform, root).id]
    result |= stated(documented=tuple(each for each in chosen if load_platform(each, root).is_documented))
    result["platforms"] = {each: _names(each, name, root) for each in chosen}
    return result


def _names(platform_id: str, canonical: str, root: Path | None) -> list[dict[str, Any]]:
    platform = load_platform(platform_id, root)
    rows = [_row(claim) for claim in platform.claims if claim.canonical == canonical and claim.status != "refuted"]
    rows += [_row(claim) | {"implied": True} for claim in platform.events.values() if claim.implies_tool == canonical]
    rows += [
        _row(claim) | {"when": claim.also_fires_when}
        for claim in platform.events.values()
        if canonical in claim.also_fires
    ]
    return rows


def _row(claim: Claim) -> dict[str, Any]:
    best = strongest(claim.evidence)
    row: dict[str, Any] = {
        "name": claim.native,
        "kind": claim.kind,
        "status": claim.status,
        "basis": best.basis,
        "supports": best.supports,
    }
    if best.versions:
        row["version"] = newest_of(best.versions)
    return row | _with_tier(claim) | of_claim(claim)


def of_claim(claim: Claim) -> dict[str, Any]:
    """Return what a claim says of the versions, places and arguments of its name."""
    arguments = dict(claim.arguments) | ({claim.patch: "patch"} if isinstance(claim.patch, str) else {})
    return stated(
        where=claim.where,
        since=claim.since,
        until=claim.until,
        arguments=arguments,
        units=claim.units,
        paths=claim.paths,
        urls=claim.urls,
        calls=claim.calls,
        patch=claim.patch,
    )


def _with_tier(claim: Claim) -> dict[str, Any]:
    """Return the tier of a mapping that has another one than its canonical name."""
    return stated(tier=claim.tier)
