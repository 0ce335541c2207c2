"""One value of a JSON text is changed, and no other byte."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hookconform.ground.json_spans import REMOVED, members, with_members

ORDER = ["a", "b", "c"]


@pytest.mark.parametrize(
    ("text", "changes", "wanted"),
    [
        (
            '{\n  "a": 1,\n  "b": [\n    "x"\n  ]\n}\n',
            {"b": ["y", "z"]},
            '{\n  "a": 1,\n  "b": [\n    "y",\n    "z"\n  ]\n}\n',
        ),
        ('{"a": [1,  2], "b":   3}', {"b": 4}, '{"a": [1,  2], "b":   4}'),
        ('{"a": ["x", "y"]}', {"a": ["x"]}, '{"a": ["x"]}'),
        ('{\n  "a": 1,\n  "c": 1e5\n}', {"b": None}, '{\n  "a": 1,\n  "b": null,\n  "c": 1e5\n}'),
        ('{\n  "b": 1\n}', {"a": "ä"}, '{\n  "a": "ä",\n  "b": 1\n}'),
        ('{\n  "a": 1,\n  "b": 2\n}', {"b": REMOVED}, '{\n  "a": 1\n}'),
        ('{\n  "a": 1,\n  "b": 2\n}', {"a": REMOVED}, '{\n  "b": 2\n}'),
        ('{"a": 1}', {"a": REMOVED, "b": REMOVED}, "{}"),
        ('{"a": {"b": 1}, "b": "}\\""}', {"b": []}, '{"a": {"b": 1}, "b": []}'),
    ],
)
def test_a_member_is_changed_where_it_stands(text: str, changes: dict[str, Any], wanted: str) -> None:
    assert with_members(text, 0, changes, ORDER) == wanted
    json.loads(wanted)


@pytest.mark.parametrize("text", ["", "[1]", "7", ' "a"'])
def test_what_is_no_object_has_no_members(text: str) -> None:
    with pytest.raises(ValueError, match="no object"):
        members(text)
