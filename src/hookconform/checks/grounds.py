"""Which claim a check rests on, and its strongest evidence in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hookconform.checks.expectation import EVENT
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import Claim, Evidence, Platform, load_platform

# Strongest first.
_BASES = ("captured", "declared", "measured", "vendor-source", "vendor-docs", "third-party", "inferred")


@dataclass(frozen=True, slots=True)
class Ground:
    """A claim's id and its strongest evidence; both empty if no row of the tables is about the case."""

    claim: str = ""
    evidence: str = ""


def ground_of(case: Case, capability: str) -> Ground:
    """Return what a check rests on: the tool's row, or the event's for `event` and for payloads without a tool."""
    platform = load_platform(case.platform)
    claim = _claim(platform, case.expected, capability)
    if claim is None:
        return Ground()
    strongest = min(claim.evidence, key=lambda item: (not item.supports, _BASES.index(item.basis)))
    return Ground(claim.id, describe(platform, strongest))


def describe(platform: Platform, evidence: Evidence) -> str:
    """Return one piece of evidence as a line: basis, versions or source, note."""
    parts = [evidence.basis if evidence.supports else f"{evidence.basis} (against)"]
    if evidence.versions:
        shown = evidence.versions if len(evidence.versions) == 1 else (evidence.versions[0], evidence.versions[-1])
        parts.append("at " + " … ".join(shown))
    if evidence.source is not None:
        parts.append(_citation(platform.sources.get(evidence.source, {})))
    if evidence.note:
        parts.append(f"({evidence.note})")
    return " ".join(part for part in parts if part)


def _claim(platform: Platform, expected: dict[str, Any], capability: str) -> Claim | None:
    event = expected.get("platform_event_name") or expected.get("event", "")
    tool = expected.get("platform_tool_name") or expected.get("tool_name")
    if capability != EVENT and tool is not None and tool in platform.tools:
        return platform.tools[tool]
    return platform.events.get(event)


def _citation(source: dict[str, Any]) -> str:
    if "url" in source:
        return f"{source['url']} ({source['date']})"
    if "package" in source:
        return f"{source['package']} {source['path']}"
    return f"{source['repository']} {source['path']} @ {source['commit'][:12]}" if source else ""
