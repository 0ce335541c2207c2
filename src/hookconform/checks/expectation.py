"""What a case expects of one adapter: the case states it once, the adapter's tier decides what follows."""

from __future__ import annotations

from typing import NamedTuple

from hookconform.attach.manifest import Manifest
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import load_platform
from hookconform.corpus.expected import ContainedCall
from hookconform.corpus.native import claim_of, mapping_tier
from hookconform.corpus.vocabulary import EXTENDED, load_vocabulary

LEGACY_ALIAS = "legacy-alias"
EVENT = "event"
TOOL_NAME = "tool-name"
KIND = "kind"
CALLS = "calls"


class ToolName(NamedTuple):
    """Expected canonical and native tool name; None: must be absent."""

    canonical: str | None
    native: str | None


def is_in_scope(case: Case, manifest: Manifest) -> bool:
    """Tell whether any check of the case is about this adapter."""
    return case.platform in manifest.platforms and (LEGACY_ALIAS not in case.tags or manifest.claims.legacy_aliases)


def expects_refusal(case: Case) -> bool:
    """Tell whether the payload must be refused."""
    return case.expected.is_refusal


def passes_through_by_tier(case: Case, manifest: Manifest) -> bool:
    """Tell whether the case's mapped tool is an unknown name to an adapter of the tier core."""
    return not manifest.maps_extended and mapping_tier(case) == EXTENDED


def contained_passes_through(case: Case, manifest: Manifest, call: ContainedCall) -> bool:
    """Tell whether a contained call's mapped tool is an unknown name to an adapter of the tier core."""
    if manifest.maps_extended:
        return False
    claim = load_platform(case.platform).tools.get(call.platform_tool_name or "")
    return claim is not None and load_vocabulary().tier_of(claim) == EXTENDED


def extended_name(case: Case, manifest: Manifest) -> str:
    """Return the name that the tier extended gives the case's tool, if this tier leaves it alone; else empty."""
    if not passes_through_by_tier(case, manifest):
        return ""
    return manifest.claims.tools.word(case.expected.tool_name or "")


def mapping_row(case: Case, manifest: Manifest, *, by_event: bool) -> str:
    """Return the row of the tables that gives the case's tool or event another name; empty where it keeps its own."""
    claim = claim_of(load_platform(case.platform), case, by_event=by_event)
    if claim is None or not claim.maps or (claim.kind == EVENT) != by_event:
        return ""
    given = (
        case.expected.event == claim.canonical if by_event else expected_tool_name(case, manifest).native is not None
    )
    return claim.id if given else ""


def expected_tool_name(case: Case, manifest: Manifest) -> ToolName:
    """Return the names this adapter must give, the canonical one in its own word for it."""
    native, canonical = case.expected.platform_tool_name, case.expected.tool_name
    if passes_through_by_tier(case, manifest):
        return ToolName(canonical=native, native=None)
    return ToolName(canonical=canonical and manifest.claims.tools.word(canonical), native=native)


def extended_arguments(case: Case, manifest: Manifest) -> frozenset[str]:
    """Return canonical arguments that only an adapter of the tier extended is asked for: lists drawn from others."""
    return _lists_drawn(case, manifest, case.expected.native_tool)


def extended_arguments_within(case: Case, manifest: Manifest, call: ContainedCall) -> frozenset[str]:
    """Return `extended_arguments` of a contained call; the argument that the call is about is its own, and no list."""
    native = call.platform_tool_name or call.tool_name
    drawn = _lists_drawn(case, manifest, native)
    claim = load_platform(case.platform).tools.get(native) if drawn else None
    return drawn - {claim.calls.get("each")} if claim else drawn


def _lists_drawn(case: Case, manifest: Manifest, native: str | None) -> frozenset[str]:
    if manifest.maps_extended:
        return frozenset()
    claim = load_platform(case.platform).tools.get(native or "")
    if claim is None:
        return frozenset()
    addresses = claim.urls or {"url", "uri"} & {*claim.keys, *claim.arguments.values()}
    paths = claim.paths or addresses
    lists = {"file_paths": paths, "commands": claim.commands, "url": claim.urls, "urls": claim.urls}
    return frozenset(name for name, places in lists.items() if places)
