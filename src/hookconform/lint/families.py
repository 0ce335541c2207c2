"""Composed cases are what their tables compose, and mean what their rows say."""

from __future__ import annotations

from collections.abc import Iterator

from hookconform.corpus.families import TAG, load_families
from hookconform.intake.family_cases import FamilyCase, cases_of
from hookconform.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield cases that differ from their table or are in none, and rows that the claims and packs contradict."""
    there: set[str] = set()
    for family in load_families(corpus.root):
        known = {rule["name"] for rule in corpus.rules}
        for name in family.rules:
            if name not in known:
                yield f"families/{family.name}", f"no pack has the rule {name}"
        composed = list(cases_of(family, corpus.root))
        there.update(case.id for case in composed)
        for case in composed:
            yield from _problems(case)
    for case in corpus.cases:
        if TAG in case.tags and case.id not in there:
            yield case.id, "no table composes it any more: remove it, with a tombstone if it was released"


def _problems(case: FamilyCase) -> Iterator[tuple[str, str]]:
    if not case.path.is_file() or case.path.read_text(encoding="utf-8") != case.text:
        yield case.id, f"it is not what families/{case.family.name}.yaml composes: `hookconform corpus compose --write`"
    about = [rule["name"] for rule in case.content.get("rules", ())] or case.family.rules
    found = [name for name in case.content["expected"].get("matched_rules", ()) if name in about]
    if not case.row.error and found != list(case.matches):
        said = ", ".join(case.matches) or "none"
        yield case.id, f"the row says that {said} match, the claims and packs give {', '.join(found) or 'none'}"
