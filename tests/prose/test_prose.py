"""The rules of the house style have examples; user pages stay short; every term of the glossary is used."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.prose.__main__ import EXAMPLES
from tests.prose.pages import ROOT, STYLED, USER_PAGES, matching, words

RULES = {
    path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in (ROOT / ".vale/Hookconform").glob("*.yml")
}
SENTENCES = yaml.safe_load(EXAMPLES.read_text(encoding="utf-8"))
GLOSSARY = ROOT / "docs" / "glossary.md"
TERMS = re.findall(r"^\| ([a-z][a-z ,]*) \| ", GLOSSARY.read_text(encoding="utf-8"), re.MULTILINE)[1:]


def patterns(rule: dict[str, Any]) -> list[str]:
    """List the expressions of a rule."""
    return [str(pattern) for pattern in rule.get("tokens") or rule.get("swap") or [rule["token"]]]


@pytest.mark.parametrize("name", sorted(RULES))
def test_every_pattern_has_its_example(name: str) -> None:
    assert len(SENTENCES[name]) == len(patterns(RULES[name]))
    if RULES[name]["extends"] == "occurrence":
        return
    for pattern, sentence in zip(patterns(RULES[name]), SENTENCES[name], strict=True):
        assert re.search(pattern, sentence, re.IGNORECASE), pattern


def test_no_example_is_without_a_rule() -> None:
    assert SENTENCES.keys() == RULES.keys()


def test_user_pages_are_short() -> None:
    assert sum(map(words, matching(USER_PAGES))) <= 15_000


def test_the_glossary_has_at_most_50_terms() -> None:
    assert 30 < len(TERMS) <= 50


@pytest.mark.parametrize("term", TERMS)
def test_a_term_of_the_glossary_is_used(term: str) -> None:
    pages: list[Path] = [page for page in matching((*STYLED, "docs/maintainers/*.md")) if page != GLOSSARY]
    text = " ".join(" ".join(page.read_text(encoding="utf-8").lower().split()) for page in pages)
    assert all(re.search(rf"\b{re.escape(word)}(s|es|ed)?\b", text) for word in term.split(", ")), term
