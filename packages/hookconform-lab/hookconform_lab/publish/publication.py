"""Everything a published report is made from, gathered once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from hookconform import __version__
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import platform_ids
from hookconform.corpus.facade_case import FacadeCase
from hookconform.corpus.facade_cases import facade_cases
from hookconform.corpus.vocabulary import Vocabulary, load_vocabulary
from hookconform.run.fingerprint import corpus_fingerprint
from hookconform_lab.evidence.claims import PlatformEvidence, evaluate
from hookconform_lab.evidence.document import confidence_document


@dataclass(frozen=True)
class Corpus:
    """The corpus as reports need it: every platform's graded claims, and the cases they were graded from."""

    platforms: tuple[PlatformEvidence, ...]
    cases: tuple[Case, ...]
    fingerprint: str
    vocabulary: Vocabulary

    @cached_property
    def case_ids(self) -> frozenset[str]:
        """Return the ids of all cases, those of tool facades too."""
        return frozenset(case.id for case in (*self.cases, *self.facades))

    @cached_property
    def facades(self) -> tuple[FacadeCase, ...]:
        """Return all cases of tool facades."""
        return tuple(facade_cases())


@dataclass(frozen=True)
class Publication:
    """A corpus with the run reports of some adapters, in the order in which they are shown."""

    corpus: Corpus
    results: tuple[dict[str, Any], ...]
    version: str = __version__

    @cached_property
    def confidence(self) -> dict[str, Any]:
        """Return the confidence report."""
        return confidence_document(self.corpus.platforms, self.corpus.fingerprint)


def gather_corpus(cases: Sequence[Case]) -> Corpus:
    """Grade all claims; `cases` are all cases in id order. Raises `HookconformError` as `evaluate` does."""
    by_platform: dict[str, list[Case]] = {name: [] for name in platform_ids()}
    for case in cases:
        by_platform.setdefault(case.platform, []).append(case)
    return Corpus(
        platforms=tuple(evaluate(name, cases=held) for name, held in by_platform.items()),
        cases=tuple(cases),
        fingerprint=corpus_fingerprint(),
        vocabulary=load_vocabulary(),
    )
