"""Tables of families: their cases mean what the rows say, and no file stands in the place of one."""

from __future__ import annotations

from collections.abc import Iterator

from hookconform.cases.composed import ComposedCase
from hookconform.corpus.case_files import CASES
from hookconform.corpus.families import TAG, load_families
from hookconform_lab.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield rows that the claims and packs contradict, rules that no pack has, and files that say a row made them."""
    yield from corpus.problems_of_tables.items()
    if not corpus.problems_of_tables:
        yield from _of_rows(corpus)
        yield from _of_files(corpus)


def _of_rows(corpus: Corpus) -> Iterator[tuple[str, str]]:
    known = {rule["name"] for rule in corpus.rules}
    about: dict[str, tuple[str, ...]] = {}
    for family in load_families(corpus.root):
        about[family.name] = family.rules
        for name in family.rules:
            if name not in known:
                yield f"families/{family.name}", f"no pack has the rule {name}"
    made: set[str] = set()
    for case in corpus.composed:
        if case.id in made:
            yield case.id, f"two rows compose it; one is {case.origin}"
        made.add(case.id)
        (family_name,) = set(case.content["tags"]) - {TAG}
        yield from _contradictions(case, about[family_name])


def _contradictions(case: ComposedCase, rules: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    about = [rule["name"] for rule in case.content.get("rules", ())] or rules
    found = [name for name in case.content["expected"].get("matched_rules", ()) if name in about]
    if not case.refused and found != list(case.says):
        said = ", ".join(case.says) or "none"
        yield case.id, f"{case.origin} says that {said} match, the claims and packs give {', '.join(found) or 'none'}"


def _of_files(corpus: Corpus) -> Iterator[tuple[str, str]]:
    made = {case.id for case in corpus.composed}
    for case in corpus.cases:
        if case.is_composed:
            continue
        if TAG in case.tags:
            yield case.id, f"only rows of tables have the tag {TAG}: take it off, or make the case a row"
        if case.id in made:
            yield case.id, f"a row composes a case of this id: rename or remove the one in {CASES}/"
