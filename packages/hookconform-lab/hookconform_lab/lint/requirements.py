"""Every sentence of the documents has a case on every platform and event where it applies, or a reason."""

from __future__ import annotations

from collections.abc import Iterator

from hookconform.cases.requirements import FILE, Requirements, filled, load_requirements
from hookconform.corpus.families import load_families
from hookconform.corpus.family_templates import FOLDER, TEMPLATES, load_templates
from hookconform_lab.lint.clean import Clean, mark_of
from hookconform_lab.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield sentences without a case where they apply, reasons for nothing, and ids that nobody knows.

    A recorded platform without a template is one finding, not one a sentence.
    """
    requirements = load_requirements(corpus.root)
    # A broken table is a finding of its own. Without its cases, sentences would seem unjudged.
    if requirements is None or corpus.problems_of_tables:
        return
    clean = Clean("requirements")
    marks = [mark for mark in corpus.marks_of_cases.values() if mark is not None]
    mark = mark_of(*marks) if len(marks) == len(corpus.marks_of_cases) else None
    if mark is None or clean.is_new(mark):
        findings = list(_findings(corpus, requirements))
        yield from findings
        if not findings and mark is not None:
            clean.add(mark)
    clean.keep()


def _findings(corpus: Corpus, requirements: Requirements) -> Iterator[tuple[str, str]]:
    found = filled(corpus.root, corpus.cases, requirements)
    templates = load_templates(corpus.root)
    # Nothing can be composed for a platform before one of its payloads gives the shape.
    bare = {name for name in corpus.platforms if templates and name not in templates}
    for platform in sorted(bare & {case.platform for case in corpus.cases if case.is_captured}):
        yield platform, f"nothing is composed for it: name payloads of its events in {FOLDER}/{TEMPLATES}"
    cells = list(requirements.cells(sorted(corpus.platforms.keys() - bare)))
    for cell in cells:
        if cell not in found and not requirements.reason(cell):
            yield cell.platform, f"rule {cell.rule} has no case at {cell.event}, and no reason in {FILE}"
    for number, reason in enumerate(requirements.reasons, 1):
        if not any(reason.is_about(cell) and cell not in found for cell in cells):
            yield FILE, f"reason {number} is given for no cell without a case"
    named = {rule for reason in requirements.reasons for rule in reason.rules}
    named |= {rule for rules in requirements.by_hand.values() for rule in rules}
    named |= {rule for family in load_families(corpus.root) for rule in family.judges}
    for rule in sorted(named - requirements.rules.keys()):
        yield FILE, f"no rule is called {rule}, and cases or reasons name it"
