"""The page of rules says of each rule on each platform how many cases judge it, and why where none does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.support import miniature

from hookconform.cases.loading import iter_cases
from hookconform.cases.requirements import Requirements, filled, load_requirements
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.locate import corpus_root
from hookconform_lab.publish.site.build import templates
from hookconform_lab.publish.site.judged_rules import JudgedRules, judged_rules

pytestmark = pytest.mark.whole

PLATFORMS = ["cline", "gemini-cli"]
DOCS = Path(__file__).parents[3] / "docs"


@pytest.fixture(scope="module")
def judged() -> JudgedRules:
    found = judged_rules(corpus_root(), iter_cases(platforms=PLATFORMS), PLATFORMS)
    assert found is not None
    return found


def test_each_cell_has_its_cases_or_a_reason(judged: JudgedRules) -> None:
    requirements = load_requirements(corpus_root())
    assert requirements is not None
    found = filled(corpus_root(), iter_cases(platforms=PLATFORMS), requirements)
    counted: dict[tuple[str, str], int] = {}
    for cell in requirements.cells(PLATFORMS):
        at = (cell.rule, cell.platform)
        counted[at] = counted.get(at, 0) + len(found.get(cell, ()))
        if cell not in found:
            assert cell.rule in judged.reasons[requirements.reason(cell)]
    shown = {
        (rule.id, platform): cases
        for rules in judged.pages.values()
        for rule in rules
        for platform, cases in rule.on.items()
    }
    assert shown == counted
    assert judged.cells == len(list(requirements.cells(PLATFORMS)))
    assert judged.gaps == 0


def test_the_cases_of_a_cell_are_in_their_order() -> None:
    requirements = load_requirements(corpus_root())
    assert requirements is not None
    place = {case.id: number for number, case in enumerate(iter_cases(platforms=PLATFORMS))}
    found = filled(corpus_root(), iter_cases(platforms=PLATFORMS), requirements)
    assert [cell for cell, ids in found.items() if ids != sorted(ids, key=place.__getitem__)] == []


def test_each_cell_without_cases_and_reason_is_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    requirements = load_requirements(corpus_root())
    assert requirements is not None
    cells = list(requirements.cells(PLATFORMS))
    filled_cells = filled(corpus_root(), iter_cases(platforms=PLATFORMS), requirements)
    monkeypatch.setattr(Requirements, "reason", lambda *_: "")
    found = judged_rules(corpus_root(), iter_cases(platforms=PLATFORMS), PLATFORMS)
    assert found is not None
    assert found.gaps == sum(cell not in filled_cells for cell in cells) > 0
    assert found.reasons == {}


def test_a_rule_that_applies_to_no_platform_is_not_shown() -> None:
    found = judged_rules(corpus_root(), [], [])
    assert found is not None
    assert found.pages
    assert not any(found.pages.values())


def test_a_rule_leads_to_its_sentence(judged: JudgedRules) -> None:
    for page, rules in judged.pages.items():
        anchors = set(re.findall(r'id="([a-z-]+-?[0-9]*)"', (DOCS / f"{page}.md").read_text(encoding="utf-8")))
        assert {rule.id for rule in rules} <= anchors


def test_rules_stand_in_the_order_of_their_page(judged: JudgedRules) -> None:
    ids = [rule.id for rule in judged.pages["canonical-event"]]
    assert ids.index("field-9") < ids.index("event-1") < ids.index("event-4") < ids.index("refusals-6")


def test_the_page_has_a_column_for_each_platform(judged: JudgedRules) -> None:
    template = templates().get_template("rules.html.j2")
    platforms = {name: load_platform(name) for name in PLATFORMS}
    context = template.new_context({"judged": judged, "root": "", "chooser": lambda *_: "", "platforms": platforms})
    block = "".join(template.blocks["content"](context))
    row = re.search(r"<tr><th scope=\"row\"><a [^>]*>calls-8</a>.*?</tr>", block)
    assert row is not None
    assert re.findall(r"<td[^>]*>(none|<span class=\"none\">)", row[0]) == ["none", '<span class="none">']


def test_a_corpus_that_says_nothing_of_rules_has_no_such_page(tmp_path: Path) -> None:
    root = tmp_path / "corpus"
    miniature.build(root)
    assert platform_ids(root)
    assert judged_rules(root, [], platform_ids(root)) is None
