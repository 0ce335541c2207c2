"""Each list of names stands once: in the vocabulary, and matchers in the schema of rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hookconform.checks.table import CAPABILITIES
from hookconform.corpus import schemas
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.matchers import expression_matchers, list_matchers
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.drafting.rules import _MATCHERS
from hookconform.effects.verdicts import VERDICTS
from hookconform.packs.reading import _NAMES as NAMES
from hookconform.packs.tests_of import _BY_VALUE


def test_code_implements_the_listed_names() -> None:
    vocabulary = load_vocabulary()
    assert tuple(CAPABILITIES) == vocabulary.capabilities
    assert set(VERDICTS) == set(vocabulary.verdicts)
    matchers = set(schemas.names_schema(corpus_root())["$defs"]["matcher"]["enum"])
    assert set(_MATCHERS) == matchers
    # What a gap of a policy is told about: names, fields, and of all others what they read.
    assert {*NAMES, *_BY_VALUE, "require_fields", "field_types"} == matchers


def test_kinds_of_matchers_are_those_that_the_schema_describes() -> None:
    assert expression_matchers() == {"command_match", "prompt_match"}
    assert list_matchers() == {"operations", "tools", "kinds", "extensions", "directories", "require_fields"}


@pytest.mark.parametrize("kind", ["kind", "tier", "verdict", "capability"])
def test_no_schema_lists_a_name_again(kind: str) -> None:
    listed = set(schemas.names_schema(corpus_root())["$defs"][kind]["enum"])

    def enums(value: object) -> list[set[str]]:
        if isinstance(value, dict):
            own = [set(map(str, value["enum"]))] if "enum" in value else []
            return own + [found for inner in value.values() for found in enums(inner)]
        return [found for inner in value for found in enums(inner)] if isinstance(value, list) else []

    for path in sorted((corpus_root() / "schema").glob("*.json")):
        assert listed not in enums(json.loads(path.read_text(encoding="utf-8"))), path.name


def test_a_new_verdict_is_allowed_by_every_schema(tmp_path: Path) -> None:
    text = (corpus_root() / "vocabulary.yaml").read_text(encoding="utf-8")
    (tmp_path / "vocabulary.yaml").write_text(text.replace("verdicts: [allow,", "verdicts: [pause, allow,"))
    (tmp_path / "schema").mkdir()
    for path in (corpus_root() / "schema").glob("*.json"):
        (tmp_path / "schema" / path.name).write_bytes(path.read_bytes())
    manifest = {
        "name": "mine", "version": "1", "language": "go", "platforms": "all", "capabilities": ["response"],
        "protocol": 2, "tier": "core", "verdicts": ["pause"], "run": {"command": ["./mine"]},
    }  # fmt: skip
    assert not [line for line in schemas.problems(manifest, "adapter", tmp_path) if "pause" in line]
    assert [line for line in schemas.problems(manifest, "adapter", corpus_root()) if "pause" in line]
