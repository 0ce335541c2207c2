"""Of each thing that a schema forbids there is a call that does it, and nothing else wrong; none of them fits."""

from __future__ import annotations

from typing import Any

import pytest

from hookconform.corpus.declared import declared_tools, declared_versions, forms_of
from hookconform.corpus.declared_calls import NAME, NUMBER, TEXT
from hookconform.corpus.declared_misfits import DIGITS, WORD, holds_words, misfits_of
from hookconform.corpus.facade_table import table_platforms
from hookconform.corpus.fitting import misfit


def wrong(schema: dict[str, Any]) -> list[Any]:
    """Return the values of one argument that are none."""
    form = {"type": "object", "properties": {"it": schema}}
    return [call["it"] for call, _ in misfits_of(form, [form]) if "it" in call]


def test_values_that_a_schema_does_not_allow() -> None:
    assert wrong({"type": "string"}) == [None, NUMBER]
    assert wrong({"type": "boolean"}) == [None, TEXT, WORD]
    assert wrong({"type": "integer"}) == [None, TEXT, DIGITS, NUMBER + 0.5]
    assert wrong({"type": "number", "minimum": 1, "maximum": 9}) == [None, TEXT, DIGITS, 0, 10]
    assert wrong({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}) == [None, TEXT, DIGITS, 0, 1]
    assert wrong({"type": "string", "enum": ["a", "b"]}) == [None, NUMBER, TEXT, "A"]
    assert wrong({"type": "string", "const": "a"}) == [None, NUMBER, TEXT, "A"]
    assert wrong({"enum": ["a", "A"]}) == [None, NUMBER, TEXT]
    assert wrong({"type": "string", "minLength": 2, "maxLength": 3}) == [None, NUMBER, "....", "."]
    assert wrong({"type": ["string", "null"]}) == [NUMBER]
    assert wrong({}) == []


def test_values_within_values() -> None:
    assert wrong({"type": "array", "items": {"type": "boolean"}, "minItems": 1, "maxItems": 2}) == [
        *(None, TEXT, [TEXT], [WORD], []),
        [True, True, True],
    ]
    assert wrong({"type": "object", "properties": {"a": {"type": "boolean"}}, "required": ["a"]}) == [
        *(None, TEXT, {}),
        {"a": True, NAME: TEXT},
        {"a": TEXT},
        {"a": WORD},
    ]
    assert wrong({"type": "object", "additionalProperties": {"type": "boolean"}}) == [
        *(None, TEXT),
        {NAME: TEXT},
        {NAME: WORD},
    ]
    assert wrong({"anyOf": [{"type": "boolean"}, {"type": "string", "minLength": 1}]}) == [None, NUMBER, ""]


def test_names_that_are_missing_or_not_declared() -> None:
    form = {"properties": {"a": {"const": 1}, "b": {"const": 2}}, "required": ["a"]}
    assert [call for call, _ in misfits_of(form, [form])] == [
        {},
        {"a": 1, NAME: TEXT},
        {"a": 1, "b": None},
        {"a": TEXT},
        {"a": 1, "b": TEXT},
    ]


def test_null_stands_in_one_optional_argument() -> None:
    form = {"properties": {"a": {"const": 1}, "b": {"const": 2}}}
    found = [call for call, _ in misfits_of(form, [form])]
    assert [call for call in found if None in call.values()] == [{"a": None}]


def test_what_another_form_takes_is_no_misfit() -> None:
    text, switch = {"properties": {"it": {"type": "string"}}}, {"properties": {"it": {"type": "number"}}}
    found = [{NAME: TEXT}, {"it": None}]
    assert misfits_of(text, [text, switch]) == [(call, misfit(call, [switch])) for call in found]


def test_texts_that_read_like_values_are_found_at_any_depth() -> None:
    assert holds_words({"a": [{"b": WORD}]})
    assert holds_words([DIGITS])
    assert not holds_words({"a": [True, NUMBER, TEXT, WORD + DIGITS]})


def test_a_schema_may_hold_itself() -> None:
    inner = {"type": "object", "properties": {"in": {"$ref": "#/$defs/node"}, "on": {"type": "boolean"}}}
    form = {"properties": {"node": {"$ref": "#/$defs/node"}}, "$defs": {"node": inner}}
    assert {"node": {"in": {"on": TEXT}}} in [call for call, _ in misfits_of(form, [form])]


@pytest.mark.whole
def test_none_of_them_fits_what_was_declared() -> None:
    count = 0
    for platform in table_platforms():
        for tool in declared_tools(platform, declared_versions(platform)[-1]).values():
            forms = forms_of(tool, lambda _: True)
            for form in forms:
                for call, problem in misfits_of(form, forms) if form is not None else ():
                    assert problem
                    assert misfit(call, forms)
                    count += 1
    assert count > 2000
