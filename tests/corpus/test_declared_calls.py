"""Calls are made of what a schema tells apart, all of them fit it, and texts are such as are easily spoiled."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest

from hookconform.corpus.declared import declared_tools, declared_versions, forms_of
from hookconform.corpus.declared_calls import NAME, NUMBER, TEXT, calls_of, whole_calls_of
from hookconform.corpus.facade_table import table_platforms
from hookconform.corpus.fitting import misfit


def one(schema: dict[str, Any], *, required: bool = True) -> list[Any]:
    found = calls_of({"type": "object", "properties": {"it": schema}, "required": ["it"] if required else []})
    return [call["it"] for call in found if "it" in call]


def test_values_that_a_schema_tells_apart() -> None:
    assert one({"type": "boolean"}) == [True, False]
    assert one({"enum": ["a", "b"]}) == ["a", "b"]
    assert one({"const": 3}) == [3]
    assert one({"type": "integer"}) == [NUMBER, -1, 0, float(NUMBER)]
    assert one({"type": "integer", "minimum": 1, "maximum": 3}) == [3, 1, 3.0]
    assert one({"type": "number", "exclusiveMinimum": 0}) == [NUMBER, 0.5, NUMBER + 0.5, float(NUMBER)]
    assert one({"type": ["string", "null"]}) == [TEXT, "", None]
    assert one({"anyOf": [{"type": "boolean"}, {"type": "null"}]}) == [True, False, None]
    assert one({"type": "array", "items": {"type": "boolean"}}) == [[True], [False], [True, False], []]
    assert one({"type": "array", "items": {"const": 1}, "minItems": 2}) == [[1, 1], [1, 1, 1]]
    assert one({"type": "object", "properties": {"a": {"type": "boolean"}}}) == [{}, {"a": True}, {"a": False}]
    assert one({"type": "string", "maxLength": 5}) == [TEXT[:5], ".....", ""]
    assert one({"type": "string", "minLength": 900}) == [TEXT.ljust(900, "."), "." * 900]


def test_words_that_a_machine_gives_are_any_text() -> None:
    assert one({"type": "string", "enum": ["mine"], "environment": True}) == [TEXT, ""]


def test_an_argument_is_there_beside_the_required_ones_alone() -> None:
    schema: dict[str, Any] = {
        "properties": {"a": {"const": 1}, "b": {"const": 2}, "c": {"const": 3}},
        "required": ["a"],
    }
    assert calls_of(schema) == [{"a": 1}, {"a": 1, "b": 2}, {"a": 1, "c": 3}]


def test_a_schema_may_hold_itself() -> None:
    inner = {"properties": {"in": {"$ref": "#/$defs/node"}, "on": {"type": "boolean"}}}
    found = calls_of({"properties": {"node": {"$ref": "#/$defs/node"}}, "$defs": {"node": inner}})
    assert {"node": {"in": {"on": True}}} in found


def test_a_name_that_is_left_open_is_one_that_no_declaration_has() -> None:
    open_one = {"type": "object", "additionalProperties": {"type": "boolean"}}
    assert one(open_one) == [{}, {NAME: True}, {NAME: False}]


def test_whole_calls_have_every_argument() -> None:
    schema: dict[str, Any] = {"properties": {"a": {"enum": [1, 2]}, "b": {"type": "boolean"}}, "required": ["a"]}
    assert whole_calls_of(schema) == [{"a": 1, "b": True}, {"a": 2, "b": True}, {"a": 1, "b": False}]


def test_a_text_is_none_that_survives_handling() -> None:
    assert TEXT != unicodedata.normalize("NFC", TEXT) != unicodedata.normalize("NFKC", TEXT)
    assert TEXT.strip() != TEXT
    assert "\r\n" in TEXT
    assert len(TEXT.encode()) > len(TEXT) > 256
    assert "./a/../b" in TEXT


@pytest.mark.whole
def test_calls_of_all_that_was_declared_fit_it() -> None:
    count = 0
    for platform in table_platforms():
        for tool in declared_tools(platform, declared_versions(platform)[-1]).values():
            for form in forms_of(tool, lambda _: True):
                for call in calls_of(form) if form is not None else ():
                    assert not misfit(call, [form])
                    count += 1
    assert count > 2000
