"""Values are compared as JSON values, strictly, and every difference says where it is."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hookconform.checks.compare import differences
from hookconform.checks.outcome import Difference
from hookconform.ground.pointers import MISSING, resolve

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)


@pytest.mark.parametrize(
    ("expected", "got"),
    [(1, 1.0), ({"a": 1, "b": 2}, {"b": 2, "a": 1}), ([], []), (None, None), ("", ""), (MISSING, MISSING)],
)
def test_equal_values_do_not_differ(expected: Any, got: Any) -> None:
    assert differences(expected, got, "") == []


@pytest.mark.parametrize(
    ("expected", "got", "pointer"),
    [
        (True, 1, ""),
        (0, False, ""),
        ("1", 1, ""),
        (None, MISSING, ""),
        (MISSING, None, ""),
        ({}, MISSING, ""),
        ({}, [], ""),
        ([1], [1, 2], ""),
        ([1], (1,), ""),
        ([{"a": 1}], [{"a": 2}], "/0/a"),
        ({"a/b": {"c~d": 1}}, {"a/b": {"c~d": 2}}, "/a~1b/c~0d"),
        ({"a": 1}, {}, "/a"),
        ({}, {"a": 1}, "/a"),
    ],
)
def test_a_difference_is_found_where_it_is(expected: Any, got: Any, pointer: str) -> None:
    assert [item.pointer for item in differences(expected, got, "")] == [pointer]


def test_a_difference_in_a_report_has_no_key_for_what_is_absent() -> None:
    assert Difference("/a", None, MISSING).as_json() == {"pointer": "/a", "expected": None}


@pytest.mark.whole
@given(JSON)
def test_a_value_equals_itself(value: Any) -> None:
    assert differences(value, value, "") == []


@pytest.mark.whole
@given(JSON, JSON)
def test_every_pointer_leads_to_the_values_it_names(expected: Any, got: Any) -> None:
    for item in differences(expected, got, ""):
        assert resolve(expected, item.pointer) is item.expected
        assert resolve(got, item.pointer) is item.got
