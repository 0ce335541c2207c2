"""What values have in common, as a schema."""

from __future__ import annotations

from typing import Any

import pytest

from hookconform.export.schemas.observed import Observed, nested


def observed(*values: Any) -> Observed:
    found = Observed()
    for value in values:
        found.add(value)
    return found


@pytest.mark.parametrize(
    ("values", "schema"),
    [
        (["a", "b"], {"type": "string"}),
        (["a", None], {"type": ["string", "null"]}),
        ([1, 0.5], {"type": "number"}),
        ([True, 1], {"type": ["boolean", "integer"]}),
        ([[]], {"type": "array"}),
        ([[1], ["a"]], {"type": "array", "items": {"type": ["string", "integer"]}}),
        (
            [{"a": 1, "b": 2}, {"a": 3}],
            {
                "type": "object",
                "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
                "required": ["a"],
            },
        ),
        ([{"Which color?": "Red"}], {"type": "object", "additionalProperties": {"type": "string"}}),
        ([{"7": 1}, {}], {"type": "object", "additionalProperties": {"type": "integer"}}),
        (
            [{"tool-use": 1, "-A": 2, "class": 3, "$schema": 4}],
            {
                "type": "object",
                "properties": {key: {"type": "integer"} for key in ("$schema", "-A", "class", "tool-use")},
                "required": ["$schema", "-A", "class", "tool-use"],
            },
        ),
        (
            [{"one": {"id": "a", "name": "b", "size": 1}, "two": {"id": "c", "name": "d", "size": 2}}],
            {
                "type": "object",
                "additionalProperties": {
                    "type": "object",
                    "properties": {"id": {"type": "string"}, "name": {"type": "string"}, "size": {"type": "integer"}},
                    "required": ["id", "name", "size"],
                },
            },
        ),
        (["\ud800"], {"type": "string"}),
    ],
)
def test_schema_is_what_all_values_share(values: list[Any], schema: dict[str, Any]) -> None:
    assert observed(*values).schema() == schema


def test_names_are_open_or_not() -> None:
    record = observed({"tool": "Bash", "event": "PreToolUse"}, {"tool": None, "event": "PreToolUse"})
    record.name("/tool", "Bash", is_open=True)
    record.name("/event", "PreToolUse", is_open=False)
    properties = record.schema()["properties"]
    assert properties["tool"] == {"anyOf": [{"enum": ["Bash"]}, {"type": ["string", "null"]}]}
    assert properties["event"] == {"enum": ["PreToolUse"]}


@pytest.mark.parametrize(
    ("one", "other", "agree"),
    [
        ([{"a": 1}], [{"a": 2}], True),
        ([{"a": 1}], [{"a": "b"}], False),
        ([{"a": 1}], [{"a": 1, "b": 1}], False),
        ([{"a": 1}], [{"a": 1}, {"a": 1, "b": 1}], True),
        ([{"a": 1}], [{"a": None}], True),
        ([[{"a": 1}]], [[{"a": "b"}]], False),
        ([[]], [[1]], True),
    ],
)
def test_records_agree_if_what_both_saw_is_the_same(one: list[Any], other: list[Any], *, agree: bool) -> None:
    assert observed(*one).agrees(observed(*other)) is agree
    assert observed(*other).agrees(observed(*one)) is agree


def test_missing_argument_is_no_difference() -> None:
    assert observed({"a": 1}).agrees(observed({"a": 1, "b": 1}), is_chosen=True)
    assert not observed({"a": 1}).agrees(observed({"a": "1"}), is_chosen=True)


def test_schemas_at_pointers_are_nested() -> None:
    assert nested({"/a/b": {"const": "x"}, "/a/c~1d": {}}, is_required=True) == {
        "properties": {"a": {"properties": {"b": {"const": "x"}, "c/d": {}}, "required": ["b", "c/d"]}},
        "required": ["a"],
    }
