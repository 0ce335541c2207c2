"""Canonical names are in the vocabulary."""

from __future__ import annotations

from collections.abc import Iterator

from hookconform.corpus.vocabulary import load_vocabulary
from hookconform_lab.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield claims that map to a name the vocabulary does not have, and renames to unknown arguments."""
    vocabulary = load_vocabulary(corpus.root)
    for platform in corpus.platforms.values():
        for claim in platform.events.values():
            if claim.canonical is not None and claim.canonical not in vocabulary.events:
                yield claim.id, f"{claim.canonical} is not a canonical event"
        for claim in platform.tools.values():
            if claim.canonical is None:
                continue
            if claim.canonical not in vocabulary.tools:
                yield claim.id, f"{claim.canonical} is not a canonical tool"
                continue
            for name in claim.arguments.values():
                if name not in vocabulary.arguments[claim.canonical]:
                    yield claim.id, f"{name} is not an argument of {claim.canonical}"
