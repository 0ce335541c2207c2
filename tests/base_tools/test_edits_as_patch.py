"""A patch made of string edits does to the file what the edits do, or is not made."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.base_tools.conftest import Call
from tool_facades import FacadeError, edits_as_patch
from tool_facades.base_tools import BaseTools


def edit(old: str, new: str, **more: Any) -> dict[str, Any]:
    return {"file_path": "f.txt", "old_string": old, "new_string": new, **more}


def after(text: str, calls: list[Call]) -> tuple[list[str], bytes]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "f.txt")
        path.write_bytes(text.encode())
        tools = BaseTools(folder)
        return [tools.run(call).outcome for call in calls], path.read_bytes()


# Few different lines, so that the first place that fits is often another one; some look like parts of a patch.
LINE = st.sampled_from(["a", "b", "", " a", "a ", "“a”", '"a"', "-a", "+", "@@", "*** End Patch", "*** End of File"])
LINES = st.lists(LINE, min_size=1, max_size=14)


@pytest.mark.whole
@settings(max_examples=150, deadline=None)
@given(st.data(), LINES, st.sampled_from(["\n", "\r\n"]))
def test_the_patch_does_what_the_edits_do(data: st.DataObject, lines: list[str], ending: str) -> None:
    text = "".join(line + ending for line in lines)
    edits: list[dict[str, Any]] = []
    for _ in range(data.draw(st.integers(1, 3))):
        first = data.draw(st.integers(0, len(lines) - 1))
        last = data.draw(st.integers(first + 1, len(lines)))
        new = data.draw(st.lists(LINE, max_size=4))
        end = data.draw(st.sampled_from(["\n", ""]))
        old = "\n".join(lines[first:last]) + end
        edits.append(edit(old, "".join(f"{line}\n" for line in new) if end else "\n".join(new), replace_all=True))
    try:
        patch = edits_as_patch(text, edits)
    except FacadeError:
        return
    outcomes, expected = after(text, [Call("Edit", one) for one in edits])
    assert set(outcomes) == {"ok"}
    assert after(text, [Call("Edit", patch)]) == (["ok"], expected), patch


def test_a_patch_has_some_lines_around_and_more_where_the_place_needs_them() -> None:
    text = "".join(f"{number}\n" for number in range(9))
    assert edits_as_patch(text, [edit("4\n", "four\n")]) == (
        "*** Begin Patch\n*** Update File: f.txt\n@@\n 1\n 2\n 3\n-4\n+four\n 5\n 6\n 7\n*** End Patch\n"
    )
    twice = "x\n1\n2\n3\na\n" * 2 + "end\n"
    patch = edits_as_patch(twice, [edit("a\nend\n", "A\nend\n")])
    assert after(twice, [Call("Edit", patch)])[1] == b"x\n1\n2\n3\na\nx\n1\n2\n3\nA\nend\n"


@pytest.mark.parametrize(
    ("text", "edits", "code"),
    [
        ("abc\n", [edit("b", "x")], "no-counterpart"),
        ("abc\n", [edit("ab", "x")], "no-counterpart"),
        ("abc\n", [edit("bc\n", "x\n")], "no-counterpart"),
        ("a\nb\n", [edit("a\n", "x")], "no-counterpart"),
        ("a\nb\n", [edit("\nb", "\nx")], "no-counterpart"),
        ("a", [edit("a", "x")], "no-counterpart"),
        ("\ufeffa\n", [edit("a\n", "x\n")], "no-counterpart"),
        ("a\r\nb\n", [edit("a\n", "x\n")], "no-counterpart"),
        ("a\rb\n", [edit("a\rb\n", "x\n")], "no-counterpart"),
        ("a\n", [edit("a\n", "x\r\n")], "no-counterpart"),
        ("a\n", [edit("a\n", "x\n", expected_replacements=1)], "no-counterpart"),
        ("a\n", [edit("a\n", "x\n", insert_line=1)], "no-counterpart"),
        ("a\n", [edit("a\n", "x\n"), edit("x\n", "x")], "no-counterpart"),
        ("a\n", [{**edit("a\n", "x\n"), "file_path": " f"}], "no-counterpart"),
        ("a\n", [{**edit("a\n", "x\n"), "file_path": "f\ng"}], "no-counterpart"),
        ("a\n", [edit("a\n", "x\n"), {**edit("x\n", "y\n"), "file_path": "g"}], "wrong-argument"),
        ("a\n", [], "wrong-argument"),
        ("a\na\n", [edit("a\n", "x\n")], "wrong-argument"),
        ("a\n", [edit("b\n", "x\n")], "wrong-argument"),
        ("a\n", [edit("", "x\n")], "wrong-argument"),
        ("a\n", [edit("a\n", "a\n")], "wrong-argument"),
        ("a\n", [{"file_path": "f.txt", "old_string": "a"}], "missing-argument"),
    ],
)
def test_what_a_patch_cannot_say_raises(text: str, edits: list[dict[str, Any]], code: str) -> None:
    with pytest.raises(FacadeError) as raised:
        edits_as_patch(text, edits)
    assert raised.value.code == code


def test_edits_that_follow_one_another_are_one_patch() -> None:
    edits = [edit("a\n", "b\nb\n"), edit("b", "c", replace_all=True), edit("c\nc\nz\n", "")]
    assert after("a\nz\nend\n", [Call("Edit", edits_as_patch("a\nz\nend\n", edits))]) == (["ok"], b"end\n")


@pytest.mark.parametrize("text", [None, 1, b"a\n", ["a\n"]])
def test_a_text_that_is_none_is_refused(text: Any) -> None:
    with pytest.raises(FacadeError) as caught:
        edits_as_patch(text, [edit("a", "b")])
    assert (caught.value.code, caught.value.where) == ("wrong-argument", "edits_as_patch text")


@pytest.mark.parametrize(
    ("edits", "code", "where"),
    [
        (None, "wrong-argument", "edits_as_patch edits"),
        ("a", "wrong-argument", "edits_as_patch edits"),
        (edit("a", "b"), "wrong-argument", "edits_as_patch edits"),
        ([None], "wrong-argument", "Edit"),
        ([edit("a", "b", replaceAll=True)], "unknown-argument", "Edit replaceAll"),
        ([edit("a", "b", replace_all="no")], "wrong-argument", "Edit replace_all"),
        ([{1: 2}], "unknown-argument", "Edit 1"),
    ],
)
def test_what_is_no_list_of_edits_is_refused(edits: Any, code: str, where: str) -> None:
    with pytest.raises(FacadeError) as caught:
        edits_as_patch("a\n", edits)
    assert (caught.value.code, caught.value.where) == (code, where)
