"""Every claim has a case or a reason, and every name in a case has a claim."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from hookconform.corpus.cases import Case
from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform
from hookconform.corpus.native import is_mcp_tool, named_tool, native_event
from hookconform.ground.plain_text import listed
from hookconform.ground.versions import in_order
from hookconform_lab.lint.reading import Corpus

Seen = dict[tuple[str, str], set[str | None]]


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield claims without case or reason, captured evidence without payload, and unclaimed names.

    A probe shows how a name is reported, so it is no evidence for a tool.
    """
    for platform in corpus.platforms.values():
        seen: Seen = defaultdict(set)
        aliases: set[tuple[str, str]] = set()
        for case, owner in corpus.judged_cases:
            payload = case.payload_object if owner is platform else None
            if payload is None:
                continue
            for kind, name in _names(platform, case, payload):
                if kind == "event" or not case.is_probe:
                    seen[kind, name or ""].add(case.version)
                if "legacy-alias" in case.tags:
                    aliases.add((kind, name or ""))
                if not case.is_captured or case.is_probe:
                    continue
                if not _claimed(platform, kind, name or "", payload):
                    where = f"{kind}s of platforms/{platform.id}/platform.yaml"
                    said = f"the {kind} {name} has no claim: add a row to the {where}, like those beside it"
                    others = [one.id for one in corpus.platforms.values() if name in _table(one, kind)]
                    yield case.id, f"{said}{f', unless {listed(others, 3)} sent it' if others else ''}"
        for claim in platform.claims:
            yield from ((claim.id, problem) for problem in _problems(claim, seen, aliases))


def _names(platform: Platform, case: Case, payload: dict[str, Any]) -> Iterator[tuple[str, str | None]]:
    yield "event", native_event(platform, case.registered_event, payload)
    tool = named_tool(platform, payload)
    if tool is not None and case.expected.tool_name is not None:
        yield "tool", tool


def _table(platform: Platform, kind: str) -> Mapping[str, Claim]:
    return platform.events if kind == "event" else platform.tools


def _claimed(platform: Platform, kind: str, name: str, payload: dict[str, Any]) -> bool:
    return name in _table(platform, kind) or (kind == "tool" and is_mcp_tool(platform, name, payload))


def _problems(claim: Claim, seen: Seen, aliases: set[tuple[str, str]]) -> Iterator[str]:
    versions = seen.get((claim.kind, claim.native), set())
    captured = {v for item in claim.evidence if item.basis == "captured" and item.supports for v in item.versions}
    for version in in_order(captured - versions):
        yield f"its evidence says captured at {version}, but no captured case of that version shows it"
    if claim.status == "legacy-alias":
        if (claim.kind, claim.native) not in aliases:
            yield "a legacy alias needs a synthetic case tagged legacy-alias"
    elif claim.status != "refuted" and not versions and all(item.basis == "captured" for item in claim.evidence):
        yield "it has no case, and no evidence that gives a reason"
