"""Every rename of an argument has a case: without one, an adapter that drops it passes everything."""

from __future__ import annotations

from collections.abc import Iterator

from hookconform.corpus.cases import Case
from hookconform.corpus.claims import Platform
from hookconform.intake.shapes import shape_of
from hookconform.lint.reading import Corpus

# (native tool, native argument) pairs of which a case shows the renaming.
Shown = set[tuple[str, str]]


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield renames of claims of which no case has the native argument and expects the canonical one."""
    shown: dict[str, Shown] = {name: set() for name in corpus.platforms}
    for case, platform in corpus.judged_cases():
        shown[platform.id] |= _shown(platform, case)
    for platform in corpus.platforms.values():
        for claim in platform.tools.values():
            for native, canonical in claim.arguments.items():
                if (claim.native, native) not in shown[platform.id]:
                    yield claim.id, f"no case shows that its argument {native} becomes {canonical}"


def _shown(platform: Platform, case: Case) -> Shown:
    payload = case.payload_object
    if payload is None:
        return set()
    shape = shape_of(platform, case.version or "", case.registered_event, payload)
    claim = platform.tools.get(shape.tool or "")
    if claim is None:
        return set()
    stated = case.expected.arguments
    return {
        (claim.native, native)
        for native, canonical in claim.arguments.items()
        if native in shape.argument_keys and native not in stated and canonical in stated
    }
