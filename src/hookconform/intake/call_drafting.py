"""Draft the calls that stand within a call, as the claim of the tool says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hookconform.corpus.claims import Claim, Platform
from hookconform.corpus.expected import ContainedCall
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.ground.pointers import MISSING
from hookconform.intake.argument_drafting import canonical_arguments


def contained(platform: Platform, claim: Claim | None, arguments: Any) -> tuple[ContainedCall, ...]:
    """Return what a call contains besides itself, in order; a call among them is followed by those that it contains."""
    if claim is None or not claim.calls or claim.status == "refuted" or not isinstance(arguments, dict):
        return ()
    listed = arguments.get(claim.calls["at"])
    items = [item for item in listed if isinstance(item, dict)] if isinstance(listed, list) else []
    if "file" in claim.calls:
        return tuple(_drafted(platform, claim.native, claim, given) for given in _by_file(claim, items))
    return tuple(call for name, given in _named(claim, items) for call in _with_its_own(platform, name, given))


def _named(claim: Claim, items: list[dict[str, Any]]) -> Iterator[tuple[str, Any]]:
    for item in items:
        name = item.get(claim.calls["tool"])
        if isinstance(name, str) and name:
            yield name, item.get(claim.calls["arguments"], MISSING)


def _by_file(claim: Claim, items: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    key = claim.calls["file"]
    paths = [item[key] for item in items if isinstance(item.get(key), str) and item[key]]
    for path in dict.fromkeys(paths):
        yield {key: path, claim.calls["at"]: [item for item in items if item.get(key) == path]}


def _with_its_own(platform: Platform, native: str, given: Any) -> Iterator[ContainedCall]:
    claim = platform.tools.get(native)
    yield _drafted(platform, native, claim, given)
    yield from contained(platform, claim, given)


def _drafted(platform: Platform, native: str, claim: Claim | None, given: Any) -> ContainedCall:
    name = native if claim is None else claim.becomes
    return ContainedCall(
        tool_name=name,
        platform_tool_name=native if name != native else None,
        kind=load_vocabulary(platform.root).kind_of(name, claim),
        tool_input=canonical_arguments(platform, claim, given, {}) or None,
    )
