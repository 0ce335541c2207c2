"""A file is changed in one step or not at all, keeps what it is, and several are changed together or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tests.base_tools.conftest import Call, Run
from tool_facades.base_tools import BaseTools, EditWays, Ways, files
from tool_facades.base_tools.files import Changes

TWO = """\
*** Begin Patch
*** Add File: new/deep/n.txt
+n
*** Update File: a.txt
@@
-a
+A
*** Delete File: b.txt
*** Update File: c.txt
*** Move to: moved/c.txt
@@
-c
+C
*** End Patch"""


def everything(folder: Path) -> dict[str, Any]:
    return {
        str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_mode) if path.is_file() else "a folder"
        for path in folder.rglob("*")
    }


@pytest.fixture
def three(folder: Path) -> Path:
    for name, mode in (("a", 0o640), ("b", 0o755), ("c", 0o600)):
        (folder / f"{name}.txt").write_text(f"{name}\n")
        (folder / f"{name}.txt").chmod(mode)
    return folder


def test_a_file_keeps_its_permissions(three: Path, run: Run) -> None:
    assert run("Edit", file_path="a.txt", old_string="a", new_string="A").ok
    assert run("Write", file_path="b.txt", content="B").ok
    assert run(
        "Edit", patch="*** Begin Patch\n*** Update File: c.txt\n*** Move to: d.txt\n@@\n-c\n+C\n*** End Patch"
    ).ok
    assert {name: mode & 0o777 for name, (_, mode) in everything(three).items()} == {
        "a.txt": 0o640,
        "b.txt": 0o755,
        "d.txt": 0o600,
    }


def test_a_new_file_has_the_permissions_that_the_system_gives(folder: Path, run: Run) -> None:
    (folder / "usual").write_text("")
    assert run("Write", file_path="new", content="").ok
    assert (folder / "new").stat().st_mode == (folder / "usual").stat().st_mode


def test_a_patch_of_several_files_is_applied_whole(three: Path, run: Run) -> None:
    result = run("Edit", patch=TWO)
    assert result.text.split("\n")[1:] == ["A new/deep/n.txt", "M a.txt", "D b.txt", "R c.txt -> moved/c.txt"]
    assert {name: data[0] for name, data in everything(three).items() if isinstance(data, tuple)} == {
        "a.txt": b"A\n",
        "moved/c.txt": b"C\n",
        "new/deep/n.txt": b"n\n",
    }


@pytest.mark.parametrize("nth", range(1, 6))
def test_whatever_step_fails_all_before_it_is_taken_back(
    three: Path, run: Run, monkeypatch: pytest.MonkeyPatch, nth: int
) -> None:
    before = everything(three)
    done = 0

    def failing(name: str) -> None:
        real = getattr(os, name)

        def wrapper(*arguments: Any, **options: Any) -> Any:
            nonlocal done
            done += 1
            if done == nth:
                raise OSError(28, "No space left on device")
            return real(*arguments, **options)

        monkeypatch.setattr(files.os, name, wrapper)

    failing("rename")
    failing("unlink")
    result = run("Edit", patch=TWO)
    monkeypatch.undo()
    assert (result.outcome, everything(three)) == ("refused", before)


def test_a_failed_write_leaves_neither_file_nor_folder(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    result = run("Write", file_path="new/deep/x.txt", content="x")
    assert "No space left" in result.text
    assert everything(folder) == {}


def test_a_file_that_somebody_else_changes_meanwhile_keeps_that_change(
    folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "f").write_text("a\n")
    real = Changes.write

    def later(self: Changes, place: Any, data: bytes, **options: Any) -> Any:
        (folder / "f").write_text("theirs\n")
        return real(self, place, data, **options)

    monkeypatch.setattr(Changes, "write", later)
    assert run("Edit", file_path="f", old_string="a", new_string="A").outcome == "refused"
    assert (folder / "f").read_text() == "theirs\n"


def test_a_new_file_does_not_replace_one_that_appears_meanwhile(
    folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Changes.write

    def later(self: Changes, place: Any, data: bytes, **options: Any) -> Any:
        (folder / "f").write_text("theirs\n")
        return real(self, place, data, **options)

    monkeypatch.setattr(Changes, "write", later)
    assert run("Write", file_path="f", content="mine").outcome == "refused"
    assert everything(folder).keys() == {"f"}
    assert (folder / "f").read_text() == "theirs\n"


@pytest.mark.parametrize("data", [b"caf\xe9 a\n", b"\xff\xfea\x00", b"a\xc3"])
def test_a_file_that_is_not_utf_8_is_left_byte_for_byte(folder: Path, run: Run, data: bytes) -> None:
    (folder / "f").write_bytes(data)
    assert run("Edit", file_path="f", old_string="a", new_string="b").outcome == "refused"
    assert run("Edit", patch="*** Begin Patch\n*** Update File: f\n@@\n-a\n+b\n*** End Patch").outcome == "refused"
    assert run("Edit", patch="*** Begin Patch\n*** Delete File: f\n*** End Patch").outcome == "refused"
    assert (folder / "f").read_bytes() == data


def test_files_beyond_the_size_are_refused_and_unchanged(
    folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MAX_FILE_BYTES", 10)
    (folder / "f").write_text("a" * 11)
    (folder / "g").write_text("a" * 6)
    for call in (
        {"tool": "Read", "file_path": "f"},
        {"tool": "Write", "file_path": "f", "content": "x"},
        {"tool": "Edit", "file_path": "g", "old_string": "aaaaaa", "new_string": "b" * 11},
        {"tool": "Write", "file_path": "h", "content": "x" * 11},
    ):
        assert run(call.pop("tool"), **call).outcome == "refused"
    assert everything(folder).keys() == {"f", "g"}
    assert (folder / "g").read_text() == "a" * 6


def test_text_that_no_file_can_hold_is_told(folder: Path, run: Run) -> None:
    assert run("Write", file_path="f", content="\ud800").outcome == "invalid"
    assert run("Edit", patch="*** Begin Patch\n*** Add File: f\n+\udfff\n*** End Patch").outcome == "invalid"
    assert everything(folder) == {}


def test_a_file_that_changed_since_it_was_read_is_not_written_anew(folder: Path, run: Run) -> None:
    (folder / "f").write_text("a\n")
    assert run("Write", file_path="f", content="x").ok, "never read: nothing is expected of it"
    (folder / "f").write_text("theirs\n")
    assert run("Write", file_path="f", content="y").outcome == "refused"
    assert run("Edit", file_path="f", old_string="theirs", new_string="ours").ok, "an exact edit loses nothing"
    (folder / "f").write_text("theirs\n")
    assert run("Read", file_path="f").ok
    assert run("Write", file_path="f", content="z").ok


@pytest.mark.parametrize(
    ("way", "before", "new", "exactly", "with_way"),
    [
        ("delete_line", "a\nb\nc  \n", "", "a\n\nc  \n", "a\nc  \n"),
        ("trim_blanks", "a\nb\nc  \n", "x \n y\t", "a\nx \n y\t\nc  \n", "a\nx\n y\nc  \n"),
        ("even_endings", "a\r\nb\nc\r\n", "x", "a\r\nx\nc\r\n", "a\r\nx\r\nc\r\n"),
        ("even_endings", "a\r\nb\nc\n", "x", "a\r\nx\nc\n", "a\nx\nc\n"),
    ],
)
def test_what_some_programs_do_beside_the_edit_is_done_only_if_wanted(  # noqa: PLR0913, PLR0917 (a row of the table)
    folder: Path, way: str, before: str, new: str, exactly: str, with_way: str
) -> None:
    for ways, after in ((EditWays(), exactly), (EditWays(**{way: True}), with_way)):
        (folder / "f").write_bytes(before.encode())
        edit = Call("Edit", {"file_path": "f", "old_string": "b", "new_string": new})
        assert BaseTools(folder, ways=Ways(edit=ways)).run(edit).ok
        assert (folder / "f").read_bytes().decode() == after


READ_FIRST = [
    {"file_path": "f", "content": "x"},
    {"file_path": "f", "old_string": "a", "new_string": "b"},
    {"patch": "*** Begin Patch\n*** Update File: f\n@@\n-a\n+b\n*** End Patch"},
    {"patch": "*** Begin Patch\n*** Delete File: f\n*** End Patch"},
    {"patch": "*** Begin Patch\n*** Add File: f\n+b\n*** End Patch"},
    {"patch": "*** Begin Patch\n*** Update File: g\n*** Move to: f\n@@\n-g\n+b\n*** End Patch"},
]


@pytest.mark.parametrize("arguments", READ_FIRST, ids=str)
def test_with_read_first_a_file_is_changed_only_after_it_was_read(folder: Path, arguments: dict[str, Any]) -> None:
    (folder / "f").write_text("a\n")
    (folder / "g").write_text("g\n")
    call = Call("Write" if "content" in arguments else "Edit", arguments)
    tools = BaseTools(folder, read_first=True)
    tools.run(Call("Read", {"file_path": "g"}))
    refused = tools.run(call)
    assert (refused.outcome, (folder / "f").read_text()) == ("refused", "a\n")
    assert "Read it first" in refused.text
    assert tools.run(Call("Read", {"file_path": "f"})).ok
    assert tools.run(call).ok


@pytest.mark.parametrize("arguments", READ_FIRST[:5], ids=str)
def test_with_current_a_file_that_changed_since_is_read_again_first(folder: Path, arguments: dict[str, Any]) -> None:
    (folder / "f").write_text("a\n")
    call = Call("Write" if "content" in arguments else "Edit", arguments)
    tools = BaseTools(folder, current=True)
    tools.run(Call("Read", {"file_path": "f"}))
    (folder / "f").write_text("a\n\n")
    refused = tools.run(call)
    assert (refused.outcome, (folder / "f").read_text()) == ("refused", "a\n\n")
    tools.run(Call("Read", {"file_path": "f"}))
    assert tools.run(call).ok


def test_what_the_tools_wrote_themselves_counts_as_read(folder: Path) -> None:
    tools = BaseTools(folder, read_first=True, current=True)
    assert tools.run(Call("Write", {"file_path": "f", "content": "a\n"})).ok
    assert tools.run(Call("Edit", {"file_path": "f", "old_string": "a", "new_string": "b"})).ok
    assert tools.run(Call("Edit", "*** Begin Patch\n*** Update File: f\n@@\n-b\n+c\n*** End Patch")).ok
    assert tools.run(Call("Write", {"file_path": "f", "content": "d\n"})).ok


@pytest.mark.parametrize(("before", "after"), [(0o4755, 0o755), (0o6755, 0o755), (0o2644, 0o2644), (0o1755, 0o1755)])
def test_changed_file_runs_as_nobody_else(folder: Path, run: Run, before: int, after: int) -> None:
    path = folder / "tool"
    path.write_text("a\n")
    path.chmod(before)
    assert run("Edit", file_path="tool", old_string="a", new_string="b").ok
    assert (path.read_text(), path.stat().st_mode & 0o7777) == ("b\n", after)


# What Cline 3.0.65 was measured to make of `editor` with `insert_line`. A byte order mark, which the program puts lines
# before, stays first here.
INSERTED = [
    ("a\nb\nc\n", "x\n", 1, "x\n\na\nb\nc\n"),
    ("a\nb\nc\n", "x", 1, "x\na\nb\nc\n"),
    ("a\nb\nc\n", "x", 2, "a\nx\nb\nc\n"),
    ("a\nb\nc\n", "x\n", 3, "a\nb\nx\n\nc\n"),
    ("a\nb\nc\n", "x", 4, "a\nb\nc\nx\n"),
    ("a\nb\nc\n", "x", 5, "a\nb\nc\n\nx"),
    ("a\nb\nc\n", "x", 6, None),
    ("a\nb", "x", 2, "a\nx\nb"),
    ("a\nb", "x", 3, "a\nb\nx"),
    ("a\nb", "x\ny\n", 2, "a\nx\ny\n\nb"),
    ("", "x", 1, "x\n"),
    ("", "x", 2, "\nx"),
    ("a\r\nb\r\n", "x\ny", 2, "a\r\nx\r\ny\r\nb\r\n"),
    ("a\r\nb\r\n", "x\r\ny", 2, "a\r\nx\r\ny\r\nb\r\n"),
    ("a\nb\n", "", 2, "a\n\nb\n"),
    ("\ufeffa\n", "x", 1, "\ufeffx\na\n"),
]


@pytest.mark.parametrize("measured", INSERTED)
def test_lines_are_inserted_before_a_line(folder: Path, run: Run, measured: tuple[str, str, int, str | None]) -> None:
    text, new, line, after = measured
    (folder / "f").write_bytes(text.encode())
    result = run("Edit", file_path="f", new_string=new, insert_line=line)
    assert result.outcome == ("refused" if after is None else "ok")
    assert (folder / "f").read_bytes().decode() == (text if after is None else after)


@pytest.mark.parametrize("line", [0, -1, "1", True, 1.5, None])
def test_no_line_but_a_number_from_one_is_taken(folder: Path, run: Run, line: object) -> None:
    (folder / "f").write_text("a\n")
    assert run("Edit", file_path="f", new_string="x", insert_line=line).outcome == "invalid"
    for more in ({"old_string": "a"}, {"replace_all": True}, {"expected_replacements": 1}):
        assert run("Edit", file_path="f", new_string="x", insert_line=1, **more).outcome == "invalid"
    assert run("Edit", file_path="none", new_string="x", insert_line=1).outcome == "refused"
    assert (folder / "f").read_text() == "a\n"
    assert not (folder / "none").exists()
