"""Depth is judged by the text, never by what an interpreter can take."""

from __future__ import annotations

import pytest

from hookconform.ground.json_text import MAX_DEPTH, is_too_deep, json_object


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
