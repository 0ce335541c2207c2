"""A key that comes and goes by the moment is among the event's keys, and was recorded both there and not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from hookconform.corpus.claims import Platform
from hookconform.intake.shapes import shape_of
from hookconform.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield timed keys that the claim does not list, or that no version was recorded with and without."""
    for platform in corpus.platforms.values():
        for claim in platform.events.values():
            for key in claim.timed_keys:
                if key not in claim.keys:
                    yield claim.id, f"{key} comes and goes by the moment, and is none of its keys"
                elif not any(there == {True, False} for there in _recorded(corpus, platform, claim.native, key)):
                    yield claim.id, f"no version was recorded both with and without {key}"


def _recorded(corpus: Corpus, platform: Platform, event: str, key: str) -> list[set[bool]]:
    """Return by version whether captured cases of an event have a key."""
    found: dict[str, set[bool]] = defaultdict(set)
    for case, owner in corpus.judged_cases():
        if owner is platform and case.is_captured and case.version and case.payload is not None:
            shape = shape_of(platform, case.version, case.registered_event, case.payload)
            if shape.event == event:
                found[case.version].add(key in shape.payload_keys)
    return list(found.values())
