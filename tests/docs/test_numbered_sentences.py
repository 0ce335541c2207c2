"""Every numbered sentence of the documents is a rule of the matrix, and every rule is a sentence of its page."""

from __future__ import annotations

import re
from functools import cache

from hookconform.cases.requirements import Requirements, load_requirements
from hookconform.corpus.locate import corpus_root, data_root


@cache
def requirements() -> Requirements:
    found = load_requirements(corpus_root())
    assert found is not None
    return found


def anchors(page: str) -> list[str]:
    text = (data_root() / "docs" / f"{page}.md").read_text(encoding="utf-8")
    return re.findall(r'<a id="([a-z0-9-]+)"></a>', text)


def test_every_anchor_of_the_documents_is_a_rule() -> None:
    stated = requirements()
    there = [anchor for page in stated.pages for anchor in anchors(page)]
    assert sorted(there) == sorted(stated.rules)
    assert len(there) == len(set(there))


def test_every_rule_has_a_page() -> None:
    stated = requirements()
    for page, beginnings in stated.pages.items():
        assert {anchor.split("-")[0] for anchor in anchors(page)} == set(beginnings)
