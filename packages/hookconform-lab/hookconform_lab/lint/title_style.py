"""A title is a plain phrase."""

from __future__ import annotations

from collections.abc import Iterator

from hookconform_lab.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield titles that end in punctuation, shout, or hold line breaks or doubled blanks."""
    for case in corpus.cases:
        if case.title != " ".join(case.title.split()):
            yield case.id, "the title has line breaks or doubled blanks"
        if case.title.endswith((".", "!", ":", ",")):
            yield case.id, "the title ends in punctuation"
        if case.title.isupper():
            yield case.id, "the title is all capitals"
        if case.title.partition(" ")[0] in {"A", "An", "The"}:
            yield case.id, "the title is a phrase, not a sentence: begin in lower case"
