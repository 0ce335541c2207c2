"""Changes between two versions make the later document of the earlier one, and say nothing twice."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hookconform.corpus.changes import DamagedChangesError, Record, Rows, changed, changes_between, is_same

ROW = Record(maps=frozenset({"effect", "measured"}))
DOCUMENT = Record(maps=frozenset({"reasons"}), rows={"rows": Rows(("id",), usual=("measured/date",), record=ROW)})
TOOLS = Record(rows={"tools": Rows(usual=("models",))})
NAMES = Record(rows={"names": Rows(sort=str)})


def row(name: str, date: str = "d1", **fields: Any) -> dict[str, Any]:
    return {"id": name, "effect": {"tool": "ran", "turn": "continues"}, "measured": {"date": date}, **fields}


def document(*rows: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"version": "1", "rows": list(rows), **fields}


BEFORE = document(row("a"), row("b"), row("c"))


@pytest.mark.parametrize(
    ("after", "changes"),
    [
        pytest.param(BEFORE, {}, id="nothing"),
        pytest.param(document(row("a"), row("b"), row("c"), version="2"), {"version": "2"}, id="head"),
        pytest.param(
            document(row("a"), row("b", effect={"tool": "stopped", "turn": "continues"}), row("c")),
            {"rows": [{"id": "b", "effect": {"tool": "stopped"}}]},
            id="part of a row",
        ),
        pytest.param(document(row("a"), row("c")), {"gone": ["rows/b"]}, id="row gone"),
        pytest.param(
            document(row("a"), row("b", effect={"tool": "ran"}), row("c")),
            {"rows": [{"id": "b", "gone": ["effect/turn"]}]},
            id="part gone",
        ),
        pytest.param(
            document(row("a"), {"id": "b", "effect": {"tool": "ran", "turn": "continues"}}, row("c")),
            {"rows": [{"id": "b", "gone": ["measured"]}]},
            id="field gone",
        ),
        pytest.param(
            document(row("a", "d2"), row("b", "d2"), row("c", "d2")),
            {"usual": {"measured": {"date": "d2"}}},
            id="usual",
        ),
        pytest.param(
            document(row("a", "d2"), row("b"), row("c", "d2")),
            {"usual": {"measured": {"date": "d2"}}, "rows": [{"id": "b", "measured": {"date": "d1"}}]},
            id="not usual",
        ),
        pytest.param(
            document(row("a"), row("b"), row("c", effect={"tool": None, "turn": "continues"})),
            {"rows": [{"id": "c", "effect": {"tool": None}}]},
            id="null is a value",
        ),
        pytest.param(
            document(row("c"), row("a"), row("b")), {"rows": [{"id": "c", "after": None}]}, id="moved to the front"
        ),
        pytest.param(
            document(row("a"), {"id": "n"}, row("b"), row("c")), {"rows": [{"id": "n", "after": "a"}]}, id="new between"
        ),
        pytest.param(document(row("a"), row("b"), row("c"), {"id": "n"}), {"rows": [{"id": "n"}]}, id="new at the end"),
        pytest.param(
            document(row("a"), row("b"), row("c"), reasons={"x": "y"}), {"reasons": {"x": "y"}}, id="new object"
        ),
    ],
)
def test_changes_are_the_least_that_must_be_said(after: dict[str, Any], changes: dict[str, Any]) -> None:
    assert changes_between(BEFORE, after, DOCUMENT) == changes
    assert changed(BEFORE, changes, DOCUMENT) == after
    assert [item["id"] for item in changed(BEFORE, changes, DOCUMENT)["rows"]] == [item["id"] for item in after["rows"]]


def test_rows_by_name_come_in_order_of_their_names() -> None:
    before, after = {"tools": {"b": {}, "d": {}}}, {"tools": {"a": {}, "b": {}, "c": {}}}
    changes = changes_between(before, after, TOOLS)
    assert changes == {"tools": {"a": {}, "c": {}}, "gone": ["tools/d"]}
    assert list(changed(before, changes, TOOLS)["tools"]) == ["a", "b", "c"]


def test_a_new_row_that_lacks_what_is_usual_says_so() -> None:
    before = {"tools": {name: {} for name in "abc"}}
    after = {"tools": {**{name: {"models": ["a long name of a model"]} for name in "abc"}, "d": {}}}
    changes = changes_between(before, after, TOOLS)
    assert changes == {"usual": {"models": ["a long name of a model"]}, "tools": {"d": {"gone": ["models"]}}}
    assert changed(before, changes, TOOLS) == after


def test_names_are_new_or_gone() -> None:
    changes = changes_between({"names": ["a", "c"]}, {"names": ["b", "c"]}, NAMES)
    assert changes == {"names": ["b"], "gone": ["names/a"]}
    assert changed({"names": ["a", "c"]}, changes, NAMES) == {"names": ["b", "c"]}


def test_a_list_that_is_empty_is_not_one_that_is_gone() -> None:
    assert changes_between({"names": ["a"]}, {"names": []}, NAMES) == {"gone": ["names/a"]}
    assert changes_between({"names": ["a"]}, {}, NAMES) == {"gone": ["names"]}
    assert changed({}, changes_between({}, {"names": []}, NAMES), NAMES) == {"names": []}


@pytest.mark.parametrize(("one", "other"), [(1, True), (1, 1.0), (0, False), ([1], [True]), ({}, []), ("1", 1)])
def test_values_that_python_holds_equal_differ_in_json(one: Any, other: Any) -> None:
    assert not is_same(one, other)
    assert changed({"x": one}, changes_between({"x": one}, {"x": other}, Record()), Record()) == {"x": other}
    assert "x" in changes_between({"x": one}, {"x": other}, Record())


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"gone": ["rows/x"]}, "rows/x is said to be gone, and was not there"),
        ({"gone": ["x"]}, "x is said to be gone, and was not there"),
        ({"gone": ["version/x"]}, "version/x is said to be gone, and there is no version"),
        ({"rows": [{"id": "a", "gone": ["effect/x"]}]}, "effect/x is said to be gone, and was not there"),
        ({"rows": [{"id": "x", "after": "y"}]}, "x comes after y, which is not there"),
        ({"rows": [{"effect": {}}]}, "a row has no id"),
        ({"rows": [{"id": "a"}, {"id": "a"}]}, "a is there twice"),
        ({"rows": {"a": {}}}, "is no list of rows"),
    ],
)
def test_changes_that_do_not_fit_are_refused(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(DamagedChangesError, match=why):
        changed(BEFORE, changes, DOCUMENT)


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(0, 1) | st.sampled_from(["", "x", "y/z", "gone", "after"]),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["a", "b/c", "gone"]), inner, max_size=2)
    ),
    max_leaves=4,
)
_NAMES = st.sampled_from(["a", "b", "c/d", "gone", "e e"])
_FIELDS = st.fixed_dictionaries(
    {}, optional={"measured": st.fixed_dictionaries({}, optional={"date": _VALUES, "how": _VALUES}), "effect": _VALUES}
)
_ROWS = st.lists(st.tuples(_NAMES, _FIELDS), max_size=5, unique_by=lambda item: item[0]).map(
    lambda rows: [{"id": name, **fields} for name, fields in rows]
)
_DOCUMENTS = st.fixed_dictionaries(
    {}, optional={"rows": _ROWS, "reasons": st.dictionaries(_NAMES, _VALUES, max_size=3), "version": _VALUES}
)


@pytest.mark.whole
@given(_DOCUMENTS, _DOCUMENTS)
def test_any_document_comes_back_from_its_changes(before: dict[str, Any], after: dict[str, Any]) -> None:
    made = changed(before, changes_between(before, after, DOCUMENT), DOCUMENT)
    assert is_same(made, after)


@pytest.mark.whole
@given(_DOCUMENTS, _DOCUMENTS)
def test_changes_of_what_they_made_are_the_same(before: dict[str, Any], after: dict[str, Any]) -> None:
    changes = changes_between(before, after, DOCUMENT)
    assert is_same(changes_between(before, changed(before, changes, DOCUMENT), DOCUMENT), changes)
