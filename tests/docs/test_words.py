"""One word, one thing: the classes that docs/words.md names exist once in their distribution, where the page says."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SUITE, ADAPTERS = ROOT / "src" / "hookconform", ROOT / "packages" / "hook-adapters" / "hook_adapters"
PAGE = (ROOT / "docs" / "words.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`((?:attach|effects|checks|run|hook_adapters)\.[a-z_.]+)\.([A-Z]\w+)`", PAGE)


def definitions(source: Path, name: str) -> list[str]:
    """Return the modules of one distribution that define a class or an alias of this name."""
    return [
        path.relative_to(source.parent).with_suffix("").as_posix().replace("/", ".").removeprefix("hookconform.")
        for path in sorted(source.rglob("*.py"))
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if (isinstance(node, ast.ClassDef) and node.name == name)
        or (isinstance(node, ast.Assign) and any(isinstance(to, ast.Name) and to.id == name for to in node.targets))
    ]


def test_the_page_names_the_classes() -> None:
    assert {name for _, name in NAMED} == {"Response", "Verdict", "Answer", "Effect", "Outcome", "Status"}


@pytest.mark.parametrize(("module", "name"), NAMED)
def test_a_word_is_one_class(module: str, name: str) -> None:
    assert definitions(ADAPTERS if module.startswith("hook_adapters") else SUITE, name) == [module]
