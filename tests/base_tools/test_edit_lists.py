"""Several edits of one call: all of them, or nothing."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import pytest

from tests.base_tools.conftest import Call
from tool_facades import ProviderToolRegistry
from tool_facades.base_tools import BaseTools, EditWays, Result, Ways
from tool_facades.base_tools.files import Changes
from tool_facades.base_tools.folder import Place
from tool_facades.wrappers import Offered
from tool_facades.wrappers.programs import ways_of


def edit(path: str, old: str, new: str, **more: object) -> Call:
    return Call("Edit", {"file_path": path, "old_string": old, "new_string": new, **more})


def write(path: str, text: str, **more: object) -> Call:
    return Call("Write", {"file_path": path, "content": text, **more})


def together(folder: Path, *calls: Call, ways: EditWays | None = None, read_first: bool = False) -> Result:
    tools = BaseTools(folder, ways=Ways(edit=ways or EditWays()), read_first=read_first)
    return tools.run_together(calls)


@pytest.fixture
def letters(folder: Path) -> Path:
    (folder / "f").write_bytes(b"A\r\nB\r\nC\r\n")
    (folder / "g").write_text("G\n")
    return folder


def test_edits_of_a_list_see_those_before(letters: Path) -> None:
    assert together(letters, edit("f", "A", "x"), edit("./f", "x\nB", "y"), edit("g", "G", "H")).ok
    assert (letters / "f").read_bytes() == b"y\r\nC\r\n"
    assert (letters / "g").read_text() == "H\n"


@pytest.mark.parametrize(
    "last",
    [
        edit("f", "missing", "x"),
        edit("missing", "a", "x"),
        edit("../outside/secret.txt", "secret", "x"),
        write("g", "new", overwrite=False),
        write("g/below", "new"),
        edit("f", "C", "\ud800"),
        Call("Edit", {"file_path": "f"}),
        Call("Task", {}),
    ],
)
def test_if_one_fails_nothing_is_changed(letters: Path, last: Call) -> None:
    before = {path: path.read_bytes() for path in letters.iterdir()}
    assert not together(letters, edit("f", "A", "x"), write("new/file", "n"), edit("g", "G", "H"), last).ok
    assert {path: path.read_bytes() for path in letters.iterdir()} == before


def test_what_was_written_is_taken_back_if_the_rest_cannot_be(letters: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {path: path.read_bytes() for path in letters.iterdir()}
    write_one = Changes.write

    def full(self: Changes, place: Place, data: bytes, **more: Any) -> Any:
        if place.name == "g":
            raise OSError(errno.ENOSPC, "No space left on device")
        return write_one(self, place, data, **more)

    monkeypatch.setattr(Changes, "write", full)
    result = together(letters, edit("f", "A", "x"), write("new/file", "n"), edit("g", "G", "H"))
    assert (result.outcome, "No space left" in result.text) == ("refused", True)
    assert {path: path.read_bytes() for path in letters.iterdir()} == before


def test_a_file_made_by_a_list_may_be_edited_by_it(letters: Path) -> None:
    assert together(letters, write("n", "one\n"), edit("n", "one", "two")).ok
    assert (letters / "n").read_text() == "two\n"
    assert together(letters, write("m", "one\n"), write("m", "two\n", overwrite=False)).outcome == "refused"
    assert not (letters / "m").exists()


def test_read_first_counts_for_each_file_of_a_list(letters: Path) -> None:
    assert together(letters, write("n", "1\n"), edit("n", "1", "2"), read_first=True).ok
    assert together(letters, write("o", "1\n"), edit("g", "G", "H"), read_first=True).outcome == "refused"
    assert not (letters / "o").exists()


# As pi does: matched against the file as it was, and two that overlap are refused.
ORIGINAL = EditWays(against_original=True)


def test_edits_may_be_searched_in_the_original(letters: Path) -> None:
    assert together(letters, edit("f", "A", "B"), edit("f", "B", "C"), ways=ORIGINAL).ok
    assert (letters / "f").read_bytes() == b"B\r\nC\r\nC\r\n"
    assert together(letters, edit("g", "G", "A B"), edit("g", "B", "C"), ways=ORIGINAL).outcome == "refused"
    assert (letters / "g").read_text() == "G\n"


@pytest.mark.parametrize("second", [("A\nB", "y"), ("B\nC", "y"), ("A", "y")])
def test_edits_that_overlap_are_refused(letters: Path, second: tuple[str, str]) -> None:
    first = edit("f", "A\nB\nC", "x") if second[0] != "A" else edit("f", "A\nB", "x")
    assert "overlap" in together(letters, first, edit("f", *second), ways=ORIGINAL).text
    assert (letters / "f").read_bytes() == b"A\r\nB\r\nC\r\n"


def test_a_text_that_is_there_twice_is_refused_in_the_original(letters: Path) -> None:
    (letters / "t").write_text("aa\naa\n")
    assert "more than once" in together(letters, edit("t", "aa", "b"), ways=ORIGINAL).text
    (letters / "t").write_text("aaa\n")
    assert "more than once" in together(letters, edit("t", "aa", "b"), ways=ORIGINAL).text


LISTS: list[tuple[str, str, dict[str, Any]]] = [
    ("pi", "edit", {"path": "f", "edits": [{"oldText": "A", "newText": "x"}, {"oldText": "nowhere", "newText": "y"}]}),
    (
        "puppy",
        "replace_in_file",
        {"file_path": "f", "replacements": [{"old_str": "A", "new_str": "x"}, {"old_str": "nowhere", "new_str": "y"}]},
    ),
]


@pytest.mark.parametrize(("provider", "tool", "arguments"), LISTS)
def test_lists_of_native_tools_are_all_or_nothing(
    letters: Path, provider: str, tool: str, arguments: dict[str, Any]
) -> None:
    facades = ProviderToolRegistry().tools_for_provider(provider)
    offered = Offered(facades, BaseTools(letters, ways=ways_of(provider)), every=True)
    assert offered.run(tool, arguments).outcome == "refused"
    assert (letters / "f").read_bytes() == b"A\r\nB\r\nC\r\n"
