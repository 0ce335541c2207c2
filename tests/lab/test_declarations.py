"""Declared schemas keep names and structure and lose every word of prose."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hookconform_lab.lab.declared import with_machine_enums
from hookconform_lab.lab.model_server.declarations import free_text, without_prose

PROSE = "Use this only when the user asks for it."


def test_structure_stays_and_prose_goes() -> None:
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": PROSE,
        "description": PROSE,
        "type": "object",
        "required": ["description"],
        "additionalProperties": {"type": "string", "description": PROSE},
        "properties": {
            "description": {"type": "string", "description": PROSE, "default": PROSE, "examples": [PROSE]},
            "mode": {"type": "string", "enum": ["fast", "slow"]},
            "tone": {"type": "string", "enum": ["fast", PROSE]},
            "items": {"type": "array", "items": {"anyOf": [{"const": PROSE}, {"const": "x"}, {"type": "null"}]}},
        },
        "$defs": {"leaf": {"type": "string", "pattern": PROSE}},
    }
    assert without_prose(schema) == {
        "type": "object",
        "required": ["description"],
        "additionalProperties": {"type": "string"},
        "properties": {
            "description": {"type": "string"},
            "mode": {"type": "string", "enum": ["fast", "slow"]},
            "tone": {"type": "string"},
            "items": {"type": "array", "items": {"anyOf": [{}, {"const": "x"}, {"type": "null"}]}},
        },
        "$defs": {"leaf": {"type": "string"}},
    }


def test_bounds_and_defaults_stay() -> None:
    schema = {
        "properties": {
            "limit": {"type": "integer", "minimum": 1, "exclusiveMaximum": 99, "default": 20},
            "names": {"type": "array", "minItems": 1, "maxItems": 4, "uniqueItems": True, "default": []},
            "url": {"type": "string", "format": "uri", "minLength": 1, "maxLength": 9, "default": ""},
            "mode": {"type": "string", "default": "fast", "pattern": PROSE},
            "where": {"type": "object", "default": {PROSE: 1}, "minimum": PROSE},
        }
    }
    assert without_prose(schema) == {
        "properties": {
            "limit": {"type": "integer", "minimum": 1, "exclusiveMaximum": 99, "default": 20},
            "names": {"type": "array", "minItems": 1, "maxItems": 4, "uniqueItems": True, "default": []},
            "url": {"type": "string", "format": "uri", "minLength": 1, "maxLength": 9, "default": ""},
            "mode": {"type": "string", "default": "fast"},
            "where": {"type": "object"},
        }
    }


def test_of_a_grammar_only_the_hash_is_kept() -> None:
    assert free_text({"type": "grammar", "syntax": "lark", "definition": "start: WORD"}) == {
        "kind": "grammar",
        "syntax": "lark",
        # sha256sum of the text.
        "sha256": "f87e05d8ed7209958fe1499dc6261149571601bc0390348f8055991d0d78ed73",
    }
    assert free_text({"type": "text"}) == {"kind": "text"}
    assert free_text({}) == {"kind": "text"}


def test_an_enum_of_the_machine_is_marked_where_there_is_one() -> None:
    schema = {"properties": {"skill": {"enum": ["mine"]}, "name": {"type": "string"}, "mode": {"enum": ["fast"]}}}
    marked = frozenset({("use", "skill"), ("use", "name"), ("other", "mode")})
    assert with_machine_enums("use", schema, marked) == {
        "properties": {
            "skill": {"enum": ["mine"], "environment": True},
            "name": {"type": "string"},
            "mode": {"enum": ["fast"]},
        }
    }


_SCHEMAS = st.recursive(
    st.fixed_dictionaries(
        {}, optional={"type": st.just("string"), "description": st.just(PROSE), "const": st.just(PROSE)}
    ),
    lambda inner: st.fixed_dictionaries(
        {"title": st.just(PROSE)},
        optional={
            "properties": st.dictionaries(st.sampled_from(["a", "description"]), inner, max_size=2),
            "items": inner,
            "oneOf": st.lists(inner, max_size=2),
            "enum": st.lists(st.sampled_from([PROSE, "name"]), min_size=1),
            "not": inner,
        },
    ),
    max_leaves=8,
)


@pytest.mark.whole
@given(_SCHEMAS)
def test_no_depth_hides_prose(schema: dict[str, object]) -> None:
    assert PROSE not in json.dumps(without_prose(schema))
