"""Tables of families: their cases mean what the rows say, and no file stands in the place of one."""

from __future__ import annotations

from collections.abc import Iterator

from hookconform.cases.composed import ComposedCase
from hookconform.corpus.case_files import CASES
from hookconform.corpus.families import TAG, Family, load_families
from hookconform.corpus.family_templates import FOLDER, TEMPLATES, load_templates
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.ground.meant import meant
from hookconform_lab.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield names that nobody has, rows that are no case or are contradicted, and files that say a row made them."""
    for where, problem in corpus.problems_of_tables.items():
        yield where.removeprefix(f"{corpus.root}/"), problem
    yield from _of_templates(corpus)
    if not corpus.problems_of_tables:
        yield from _of_rows(corpus)
        yield from _of_files(corpus)


def _of_rows(corpus: Corpus) -> Iterator[tuple[str, str]]:
    known = {rule["name"] for rule in corpus.rules}
    platforms = _platforms(corpus)
    tools = {name for platform in corpus.platforms.values() for name in platform.tools}
    tools |= load_vocabulary(corpus.root).tools.keys()
    rows: dict[str, set[str]] = {}
    for case in corpus.composed:
        rows.setdefault(_family_of(case), set()).add(case.row)
    about: dict[str, tuple[str, ...]] = {}
    for family in load_families(corpus.root):
        about[family.name] = family.rules
        for name in family.rules:
            if name not in known:
                yield f"families/{family.name}", f"no pack has the rule {name}. {meant(name, known)}"
        for name in sorted({name for row in family.rows for name in row.except_on} - set(platforms)):
            yield f"families/{family.name}", f"{name} is no platform. {meant(name, platforms)}"
        if family.instead in tools:
            yield f"families/{family.name}", f"{family.instead} is no unknown tool: name one that nobody has"
        yield from _without_cases(family, rows)
    made: set[str] = set()
    for case in corpus.composed:
        if case.id in made:
            yield case.id, f"two rows compose it; one is {case.origin}"
        made.add(case.id)
        yield from _contradictions(case, about[_family_of(case)])


def _platforms(corpus: Corpus) -> list[str]:
    """Return the platforms that there are, also those that cannot be read."""
    return sorted(corpus.platforms.keys() | corpus.problems_of_platforms.keys())


def _family_of(case: ComposedCase) -> str:
    (name,) = set(case.content["tags"]) - {TAG}
    return name


def _without_cases(family: Family, rows: dict[str, set[str]]) -> Iterator[tuple[str, str]]:
    """Yield rows that are a case on no platform, and the whole table in their place if none of it is."""
    there = rows.get(family.name, set())
    if not there:
        yield f"families/{family.name}", "it is a case on no platform: no platform has its event and its tool"
        return
    for row in family.rows:
        if row.name not in there:
            yield f"families/{family.name}", f"the row {row.name} is a case on no platform"


def _of_templates(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield platforms that there are not, and cases that are not there, or are not of the platform and event."""
    where = f"{FOLDER}/{TEMPLATES}"
    platforms = _platforms(corpus)
    expected = {case.id: case.expected for case in corpus.cases}
    for platform, ids in load_templates(corpus.root).items():
        if platform not in platforms:
            yield where, f"{platform} is no platform. {meant(platform, platforms)}"
            continue
        for event, case_id in ids.items():
            if case_id in corpus.problems_of_cases:
                continue
            found = expected.get(case_id)
            if found is None or not case_id.startswith(f"{platform}/"):
                own = [name for name in expected if name.startswith(f"{platform}/")]
                yield where, f"{platform} has no case {case_id}. {meant(case_id, own)}"
            elif event not in (found.event, *found.also_fires):
                yield where, f"{case_id} is no {event}: it is {found.event}"


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
