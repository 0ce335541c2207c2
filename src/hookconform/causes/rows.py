"""A cause as plain JSON values, as the run report states it (schema: cause)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hookconform.causes.grouping import Cause
from hookconform.causes.signs import About, Kind, Sign
from hookconform.checks.outcome import CheckResult
from hookconform.ground.excerpt import excerpt

_VALUE = 200
_CLAIMS = 20


def cause_as_json(cause: Cause) -> dict[str, Any]:
    """Return a cause; what is empty is left out, and of many claims the first by name stand for all."""
    sign = cause.sign
    optional = {
        "platform": sign.platform,
        "place": sign.place,
        "wanted": sign.wanted,
        "got": sign.got,
        "where": sign.where,
    }
    return {
        "kind": sign.kind.value,
        "about": sign.about.value,
        **{name: text for name, text in optional.items() if text},
        "gap": sign.is_gap,
        "checks": cause.checks,
        "also": cause.also,
        "following": cause.following,
        "platforms": dict(sorted(cause.platforms.items())),
        "claims": first_claims(cause.claims),
        "example": _example(cause.example, cause),
    }


def sign_of(row: Mapping[str, Any]) -> Sign:
    """Return the sign of a cause that is stated as `cause_as_json` does."""
    words = {name: row.get(name, "") for name in ("platform", "place", "wanted", "got", "where")}
    return Sign(Kind(row["kind"]), About(row["about"]), **words)


def first_claims(claims: Iterable[str]) -> list[str]:
    """Return the claims that stand for all of a cause."""
    return sorted(claims)[:_CLAIMS]


def _example(result: CheckResult, cause: Cause) -> dict[str, str]:
    row = {"check": result.id, "message": result.message, "evidence": result.evidence, "claim": result.claim}
    if cause.difference is not None:
        row["pointer"] = cause.difference.pointer
        row["expected"], row["got"] = (
            excerpt(value, _VALUE) for value in (cause.difference.expected, cause.difference.got)
        )
    return {name: text for name, text in row.items() if text}
