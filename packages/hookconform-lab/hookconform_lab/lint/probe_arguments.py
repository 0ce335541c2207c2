"""A call with arguments that the program does not declare is marked as a probe.

Programs pass on what a model makes up. Such a payload says nothing of the tool, so nothing may rest on it.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookconform_lab.intake.probing import made_up_arguments
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
        made_up = made_up_arguments(claim, shape.argument_keys, corpus.declared_keys.get((platform.id, version), {}))
        if made_up:
            what = f"{claim.native} is not declared with {', '.join(made_up)} at {version}"
            yield case.id, f"{what}: mark the case as a probe, or list in added_keys what the program adds itself"
