"""What is read of another corpus than the default one is judged and explained by that corpus alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.support import miniature

from hookconform.corpus.argument_roles import load_argument_roles
from hookconform.corpus.claims import load_platform
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.policies import load_policies
from hookconform.corpus.rule_packs import combined_rules
from hookconform.corpus.schemas import load_schema, schema_names
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.effects.forms import load_forms
from hookconform.effects.rows import load_rows
from hookconform.explain.canonical import explain_canonical
from hookconform.explain.name import explain_name
from hookconform.ground.errors import HookconformError
from hookconform_lab.lint.reading import Corpus

READERS: dict[str, Callable[[Path], Any]] = {
    "platform": lambda root: load_platform("gemini-cli", root),
    "vocabulary": load_vocabulary,
    "argument-roles": load_argument_roles,
    "rules": combined_rules,
    "policy": load_policies,
    "response-forms": lambda root: load_forms("gemini-cli", "1.0.0", root),
    "responses": lambda root: load_rows("gemini-cli", "1.0.0", root),
}


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """Return a small corpus that is not the default one."""
    root = tmp_path / "corpus"
    miniature.build(root)
    assert root != corpus_root()
    return root


def narrow(root: Path, name: str) -> None:
    """Let a schema of a corpus accept nothing."""
    path = root / "schema" / f"{name}.schema.json"
    schema: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(schema | {"required": ["never_there"]}), encoding="utf-8")


@pytest.mark.parametrize("name", READERS)
def test_a_file_must_follow_the_schema_of_its_own_corpus(other: Path, name: str) -> None:
    narrow(other, name)
    with pytest.raises(HookconformError, match="never_there") as caught:
        READERS[name](other)
    assert caught.value.code == f"schema.{name}"


@pytest.mark.parametrize("name", READERS)
def test_and_it_is_read_where_it_does(other: Path, name: str) -> None:
    assert READERS[name](other)


def test_cases_must_follow_the_schema_of_their_own_corpus(other: Path) -> None:
    narrow(other, "case")
    assert len(Corpus(other).problems_of_cases) == 5


def test_schemas_are_those_of_the_corpus_named(other: Path) -> None:
    (other / "schema" / "kite.schema.json").write_text('{"title": "kite"}', encoding="utf-8")
    assert "kite" in schema_names(other)
    assert "kite" not in schema_names()
    assert load_schema("kite", other) == {"title": "kite"}


def test_a_name_is_explained_in_the_words_of_its_own_corpus(other: Path) -> None:
    path = other / "vocabulary.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("Bash: {tier: core", "Bash: {tier: extended"))
    assert explain_canonical("Bash", root=other)["tier"] == "extended"
    assert explain_canonical("Bash")["tier"] == "core"
    (row,) = explain_name("gemini-cli", "run_shell_command", other)["rows"]
    assert row["tier"] == "extended"
