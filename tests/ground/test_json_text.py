"""Depth is judged by the text, never by what an interpreter can take."""

from __future__ import annotations

import json

import pytest

from hookconform.ground.json_text import MAX_DEPTH, is_too_deep, json_object, within_depth


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{" * MAX_DEPTH, False),
        ("[" * (MAX_DEPTH + 1), True),
        ("[]" * (MAX_DEPTH + 1), False),
        ('{"a": "' + "[" * 2000 + '"}', False),
        ('{"a": "\\\\", "b": ' + "[" * 2000, True),
        ('{"a": "\\"' + "[" * 2000 + '"}', False),
        ("[" * 1_000_000, True),
    ],
)
def test_depth_counts_brackets_outside_texts(text: str, expected: bool) -> None:
    assert is_too_deep(text) is expected


def test_what_is_too_deep_is_no_object() -> None:
    assert json_object('{"a":' * 600 + "1" + "}" * 600) is None
    assert json_object('{"a":' * 400 + "1" + "}" * 400) is not None


@pytest.mark.parametrize("depth", [1, MAX_DEPTH - 1, MAX_DEPTH, MAX_DEPTH + 1, 5000, 200_000])
def test_what_is_too_deep_is_cut_out_and_the_rest_stays(depth: int) -> None:
    inside = max(depth - 1, 0)
    text = '{"deep": ' + "[" * inside + '"]"' + "]" * inside + ', "after": ["}", 1]}'
    value = json.loads(within_depth(text))
    assert value["after"] == ["}", 1]
    levels, part = 0, value["deep"]
    while isinstance(part, list):
        levels, part = levels + 1, part[0]
    assert (levels, part) == ((inside, "]") if depth <= MAX_DEPTH else (MAX_DEPTH - 1, "…"))


def test_several_deep_places_are_each_cut_out() -> None:
    deep = "[" * 600 + "]" * 600
    value = json.loads(within_depth(f'{{"a": {deep}, "b": 1, "c": {deep}}}'))
    assert list(value) == ["a", "b", "c"]
    assert value["b"] == 1


def test_a_text_that_never_closes_stays_no_json() -> None:
    with pytest.raises(ValueError, match=r"."):
        json.loads(within_depth("[" * 10_000))
