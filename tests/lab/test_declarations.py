"""Declared schemas keep names and structure and lose every word of prose."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from hookconform.lab.model_server.declarations import without_prose

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


@given(_SCHEMAS)
def test_no_depth_hides_prose(schema: dict[str, object]) -> None:
    assert PROSE not in json.dumps(without_prose(schema))
