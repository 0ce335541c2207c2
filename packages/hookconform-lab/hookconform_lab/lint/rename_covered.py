"""Every rename of an argument has a case: without one, an adapter that drops it passes everything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hookconform.corpus.cases import Case
from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform
from hookconform_lab.intake.shapes import shape_of
from hookconform_lab.lint.reading import Corpus

# (native tool, native argument) pairs of which a case shows the renaming.
Shown = set[tuple[str, str]]


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield renames of claims of which no case has the native argument and expects the canonical one."""
    if corpus.problems_of_tables:
        # One of the cases that cannot be composed may show the rename.
        return
    shown: dict[str, Shown] = {name: set() for name in corpus.platforms}
    for case, platform in corpus.judged_cases:
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
    shape = shape_of(platform, case.registered_event, payload)
    claim = platform.tools.get(shape.tool or "")
    if claim is None:
        return set()
    stated, given = case.expected.arguments, set(shape.argument_keys)
    return {
        (claim.native, native)
        for native, canonical in claim.arguments.items()
        if native in given and canonical in stated and _is_told(claim, native, given, stated)
    }


def _is_told(claim: Claim, native: str, given: set[str], stated: dict[str, Any]) -> bool:
    """Tell whether a case shows a rename; that a name is kept is shown beside another that would become it."""
    canonical = claim.arguments[native]
    if native != canonical:
        return native not in stated
    others = {name for name, to in claim.arguments.items() if to == canonical} - {native}
    return not given.isdisjoint(others)
