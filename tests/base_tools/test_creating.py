"""What must not overwrite does not: a create of a file that exists changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.base_tools.conftest import Call, Run
from tool_facades import ProviderToolRegistry
from tool_facades.base_tools import BaseTools, EditWays, Ways
from tool_facades.wrappers import Offered
from tool_facades.wrappers.programs import ways_of


def test_writing_replaces_a_file_unless_the_call_says_no(folder: Path, run: Run) -> None:
    (folder / "f").write_text("mine\n")
    assert run("Write", file_path="f", content="theirs\n", overwrite=False).outcome == "refused"
    assert (folder / "f").read_text() == "mine\n"
    assert run("Write", file_path="f", content="new\n", overwrite=True).ok
    assert run("Write", file_path="g", content="new\n", overwrite=False).ok


@pytest.mark.parametrize("kind", ["empty", "link", "folder"])
def test_nothing_that_is_there_is_replaced(folder: Path, run: Run, kind: str) -> None:
    (folder / "target").write_text("t\n")
    if kind == "empty":
        (folder / "f").write_text("")
    elif kind == "link":
        (folder / "f").symlink_to("target")
    else:
        (folder / "f").mkdir()
    assert run("Write", file_path="f", content="x", overwrite=False).outcome == "refused"
    assert (folder / "target").read_text() == "t\n"


ALL_FALSE = EditWays(makes_file=False, makes_folders=False, add_replaces=False)
REFUSED = [
    Call("Write", {"file_path": "new/g", "content": "x"}),
    Call("Edit", {"file_path": "g", "old_string": "", "new_string": "x"}),
    Call("Edit", {"patch": "*** Begin Patch\n*** Add File: f\n+x\n*** End Patch"}),
]


@pytest.mark.parametrize("call", REFUSED)
def test_ways_of_a_program_refuse_what_it_refuses(folder: Path, call: Call) -> None:
    for ways, ok in ((ALL_FALSE, False), (EditWays(), True)):
        (folder / "f").write_text("one\n\ntwo\n")
        result = BaseTools(folder, ways=Ways(edit=ways)).run(call)
        assert result.outcome == ("ok" if ok else "refused")
        if not ok:
            assert [path.name for path in folder.iterdir()] == ["f"]
            assert (folder / "f").read_text() == "one\n\ntwo\n"


CREATES = [
    ("copilot", "create", {"path": "f", "file_text": "x"}),
    ("vscode", "create_file", {"filePath": "f", "content": "x"}),
    ("puppy", "create_file", {"file_path": "f", "content": "x"}),
]


@pytest.mark.parametrize(("provider", "tool", "arguments"), CREATES)
def test_creates_of_programs_never_overwrite(
    folder: Path, provider: str, tool: str, arguments: dict[str, object]
) -> None:
    (folder / "f").write_text("mine\n")
    offered = Offered(ProviderToolRegistry().tools_for_provider(provider), BaseTools(folder))
    assert offered.run(tool, arguments).outcome == "refused"
    assert (folder / "f").read_text() == "mine\n"


def test_the_editor_of_cline_creates_inserts_and_replaces(folder: Path) -> None:
    facades = ProviderToolRegistry().tools_for_provider("cline", "claude")
    offered = Offered(facades, BaseTools(folder, ways=ways_of("cline")))

    def outcome(**arguments: object) -> str:
        return offered.run("editor", {"path": "new/f", **arguments}).outcome

    assert outcome(new_text="one\n", insert_line=1) == "refused"
    assert not (folder / "new").exists()
    assert outcome(new_text="one\n", old_text=None, insert_line=None) == "ok"
    assert outcome(new_text="two\n") == "refused"
    assert outcome(new_text="two\n", insert_line=1, old_text="one") == "invalid"
    assert (folder / "new/f").read_text() == "one\n"
    assert outcome(new_text="two", old_text="one") == "ok"
    assert outcome(new_text="two", old_text="three") == "refused"
    assert (folder / "new/f").read_text() == "two\n"
    assert outcome(new_text="three", insert_line=2) == "ok"
    assert (folder / "new/f").read_text() == "two\nthree\n"


def test_only_the_ways_of_a_program_let_an_edit_create(folder: Path, run: Run) -> None:
    assert run("Edit", file_path="f", new_string="x").outcome == "invalid"
    assert not (folder / "f").exists()
