"""Rules of a case's own are told apart by name, among themselves and from those of the combined pack."""

from __future__ import annotations

from collections.abc import Iterator

from hookconform_lab.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield names that two rules have, and matched rules that the case does not have."""
    shipped = {rule["name"] for rule in corpus.rules}
    for case in corpus.cases:
        names = [rule["name"] for rule in case.rules]
        for name in sorted({name for name in names if names.count(name) > 1}):
            yield case.id, f"two rules of its own have the name {name!r}"
        for name in names:
            if name in shipped:
                yield case.id, f"the rule {name!r} has the name of a rule of the combined pack"
        for name in case.expected.matched_rules:
            if names and name not in names:
                yield case.id, f"the rule {name!r} is none of its own"
