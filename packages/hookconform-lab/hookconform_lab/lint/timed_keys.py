"""A key that comes and goes by the moment is among the event's keys, and was recorded both there and not."""

from __future__ import annotations

from collections.abc import Iterator

from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform
from hookconform.corpus.manifests import load_manifests
from hookconform_lab.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield timed keys that the claim does not list, or that no version was recorded with and without."""
    for platform in corpus.platforms.values():
        for claim in platform.events.values():
            for key in claim.timed_keys:
                if key not in claim.keys:
                    yield claim.id, f"{key} comes and goes by the moment, and is none of its keys"
                elif not any(there == {True, False} for there in _recorded(platform, claim, key)):
                    yield claim.id, f"no version was recorded both with and without {key}"


def _recorded(platform: Platform, claim: Claim, key: str) -> list[set[bool]]:
    """Return by version whether recorded payloads of an event have a key."""
    # What cannot be read the rule case-schema finds.
    manifests = load_manifests(platform.path.parent, lambda _error: None)
    return [
        {key in envelope for envelope in manifest.envelopes.get(claim.registration, ())}
        for manifest in manifests.values()
    ]
