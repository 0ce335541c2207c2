"""Every tool has a kind, a canonical one the same on every platform, and a name that no version has the unknown one."""

from __future__ import annotations

from collections.abc import Iterator

from hookconform.corpus.claim import Claim
from hookconform.corpus.vocabulary import EXTENDED, UNKNOWN_KIND, Vocabulary, load_vocabulary
from hookconform_lab.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield tools without a kind or with a wrong one, and tiers that say nothing."""
    vocabulary = load_vocabulary(corpus.root)
    for platform in corpus.platforms.values():
        for claim in platform.tools.values():
            yield from ((claim.id, problem) for problem in _problems(claim, vocabulary))


def _problems(claim: Claim, vocabulary: Vocabulary) -> Iterator[str]:
    known = vocabulary.kinds.get(claim.becomes)
    if claim.tool_kind is None:
        yield "it does not say of which kind its calls are"
    elif known is not None and claim.tool_kind != known:
        yield f"its kind is {claim.tool_kind}, that of {claim.becomes} is {known}"
    elif known is None and claim.status == "refuted" and claim.tool_kind != UNKNOWN_KIND:
        yield f"its kind is {claim.tool_kind}, but a name that no version has is unknown: {UNKNOWN_KIND}"
    if claim.tier is not None and vocabulary.tools.get(claim.canonical or "") in (None, EXTENDED):
        yield f"it says that its mapping is of the tier {claim.tier}, which goes without saying"
