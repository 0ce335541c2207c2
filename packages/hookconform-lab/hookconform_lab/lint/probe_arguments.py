"""A call with arguments that the program does not declare is marked as a probe.

Programs pass on what a model makes up. Such a payload says nothing of the tool, so nothing may rest on it.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookconform.corpus.claims import Claim
from hookconform_lab.intake.shapes import shape_of
from hookconform_lab.lint.reading import Corpus

_LIVE = "live"


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield unmarked captured calls with keys that neither a declaration of that version nor the claim has."""
    for case, platform in corpus.judged_cases:
        payload = case.payload_object
        if not case.is_captured or case.is_probe or payload is None:
            continue
        if case.origin.get("driver") == _LIVE:
            continue  # nobody scripted it: this is what a real model sent to a real tool
        version = case.version or ""
        shape = shape_of(platform, case.registered_event, payload)
        claim = platform.tools.get(shape.tool or "")
        if claim is None:
            continue  # no tool, or one of an MCP server
        known = _known_keys(claim, corpus.declared_keys.get((platform.id, version), {}))
        made_up = sorted({*shape.argument_keys} - known - {*claim.added_keys})
        if made_up and known:
            what = f"{claim.native} is not declared with {', '.join(made_up)} at {version}"
            yield case.id, f"{what}: mark the case as a probe, or list in added_keys what the program adds itself"


def _known_keys(claim: Claim, tools: dict[str, frozenset[str]]) -> frozenset[str]:
    """Return the argument keys a tool is declared with, under whatever name; those of the claim where it is not."""
    declared = {key for name in (claim.native, *claim.declared_as) for key in tools.get(name, ())}
    return frozenset(declared or claim.keys)
