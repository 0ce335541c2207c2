"""Names at one version of a platform: whether hooks got them there, and if not, since or until when they did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import load_platform
from hookconform.ground.errors import HookconformError
from hookconform.ground.versions import as_listed, at_least, is_version

# What a hook gets at some versions; other names it never gets.
_SENT = frozenset({"current", "historic"})


def known_version(platform: str, text: str) -> str:
    """Return a version as the corpus writes it (`v1.0` is `1.0`).

    Raises `HookconformError` (`explain.version` for a text that names none, or one older than all that are known).
    """
    claims = load_platform(platform)
    known = f"Known: {' to '.join(dict.fromkeys((claims.versions[0], claims.newest)))}."
    if not is_version(text):
        raise HookconformError("explain.version", f"{text!r} is no version.", where=platform, hint=known)
    if not at_least(text, claims.versions[0]):
        what = f"Nothing is known of {claims.name} {text}, an older version."
        raise HookconformError("explain.version", what, where=platform, hint=known)
    return as_listed(claims.versions, text) or text


def at_version(explanation: dict[str, Any], platform: str, version: str) -> dict[str, Any]:
    """Return what is known of one platform, with what is known of each name at a version (schema: explanation)."""
    claims = load_platform(platform)

    def rows(given: Sequence[dict[str, Any]], kind: str = "") -> list[dict[str, Any]]:
        return [row | {"at_version": _state(claim_of(row, kind), version)} for row in given]

    def claim_of(row: Mapping[str, Any], kind: str) -> Claim:
        name = row.get("native", row.get("name", explanation.get("name")))
        return (claims.tools if (kind or row["kind"]) == "tool" else claims.events)[name]

    found = explanation | {"platform_version": version}
    if "rows" in explanation:
        return found | {"rows": rows(explanation["rows"])}
    if "canonical" in explanation:
        return found | {"platforms": {name: rows(own) for name, own in explanation["platforms"].items()}}
    return found | {"tools": rows(explanation["tools"], "tool"), "events": rows(explanation["events"], "event")}


def at_version_text(explanation: Mapping[str, Any], row: Mapping[str, Any]) -> str:
    """Return words about a name at the requested version; empty without one, and for a name that no hook gets."""
    state, version = row.get("at_version", "never"), explanation.get("platform_version", "")
    if state == "later":
        return f"not known at {version}: since {row['since']}"
    if state == "earlier":
        return f"not known at {version}: last seen at {row['until']}"
    return {"known": f"known at {version}", "unrecorded": f"recorded later than {version} only"}.get(state, "")


def comes_later(claim: Claim, version: str) -> bool:
    """Tell whether a version that lacks a name is too old for it, and not too new."""
    return claim.since is not None and not at_least(version, claim.since)


def _state(claim: Claim, version: str) -> str:
    """Return whether hooks got a name at a version: `known`, `unrecorded`, `later`, `earlier`, or `never`."""
    if claim.status not in _SENT:
        return "never"
    if not claim.covers(version):
        return "later" if comes_later(claim, version) else "earlier"
    seen = [one for item in claim.evidence if item.supports for one in item.versions]
    # Without a first version, older ones than those recorded may have the name or not.
    is_older = claim.since is None and bool(seen) and not any(at_least(version, one) for one in seen)
    return "unrecorded" if is_older else "known"
