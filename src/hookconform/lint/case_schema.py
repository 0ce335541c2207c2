"""Every case follows the case schema."""

from __future__ import annotations

from collections.abc import Iterator

from hookconform.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield the problems of every case file that does not follow the schema."""
    for case_id, problems in corpus.problems_of_cases.items():
        for problem in problems:
            yield case_id, problem
