"""No path that a model can write leads out of the folder, whatever stands in the way and whatever changes meanwhile."""

from __future__ import annotations

import os
import shutil
import socket
import stat
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.base_tools.conftest import Call, Run
from tool_facades.base_tools import BaseTools
from tool_facades.base_tools import folder as folder_module

ADD = "*** Begin Patch\n*** Add File: {}\n+x\n*** End Patch"
MOVE = "*** Begin Patch\n*** Update File: in.txt\n*** Move to: {}\n@@\n-in\n+x\n*** End Patch"
DELETE = "*** Begin Patch\n*** Delete File: {}\n*** End Patch"


def calls_with(path: str) -> list[Call]:
    return [
        Call("Read", {"file_path": path}),
        Call("Write", {"file_path": path, "content": "x"}),
        Call("Edit", {"file_path": path, "old_string": "secret", "new_string": "x"}),
        Call("Edit", {"file_path": path, "old_string": "", "new_string": "x"}),
        Call("Edit", ADD.format(path)),
        Call("Edit", MOVE.format(path)),
        Call("Edit", DELETE.format(path)),
        Call("Glob", {"pattern": "*", "path": path}),
        Call("Glob", {"pattern": path}),
        Call("Grep", {"pattern": "secret", "path": path, "output_mode": "content"}),
        Call("LS", {"path": path}),
    ]


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def everything(folder: Path) -> dict[str, object]:
    return {
        str(path.relative_to(folder)): (
            path.readlink() if path.is_symlink() else path.read_bytes() if path.is_file() else "a folder"
        )
        for path in folder.rglob("*")
    }


@pytest.mark.parametrize(
    "path",
    [
        "../outside/secret.txt",
        "a/../../outside/secret.txt",
        "new/../../outside/new.txt",
        "new/deep/../../../outside/new.txt",
        "./../outside/new.txt",
        "..",
        "../folder-beside",
        "link/secret.txt",
        "link",
        "link/new.txt",
        "to-file",
        "dangling",
        "dangling-dir/new.txt",
        "chain/secret.txt",
        "absolute/secret.txt",
        "up",
        "sub/up/outside/new.txt",
        "/etc/passwd",
        "/",
        "{outside}/secret.txt",
        "{folder}/../outside/secret.txt",
        "{folder}x/new.txt",
        "~/x",
        "~",
        "~root/x",
        "loop",
        "a\0b",
        "a\nb",
        "",
        " ",
        "a" * 5000,
        "/proc/self/cwd/x",
        "fd/x",
    ],
)
def test_what_leads_out_is_refused_by_every_tool(folder: Path, path: str) -> None:
    outside = folder.parent / "outside"
    (folder / "in.txt").write_text("in\n")
    (folder / "sub").mkdir()
    (folder / "a").mkdir()
    for name, target in {
        "link": outside,
        "to-file": outside / "secret.txt",
        "dangling": outside / "new.txt",
        "dangling-dir": outside / "new-dir",
        "chain": "link",
        "absolute": outside,
        "up": "..",
        "sub/up": "../..",
        "loop": "loop",
        "fd": "/proc/self/cwd",
    }.items():
        (folder / name).symlink_to(target)
    before = everything(folder.parent)
    for call in calls_with(path.replace("{outside}", str(outside)).replace("{folder}", str(folder))):
        result = BaseTools(folder).run(call)
        assert not result.ok or result.text.startswith("No file in . fits"), (call, result)
        assert "secret\n" not in result.text
    assert everything(folder.parent) == before


def test_links_within_the_folder_are_followed(folder: Path, run: Run) -> None:
    (folder / "real").mkdir()
    (folder / "real" / "f.txt").write_text("a\n")
    (folder / "link").symlink_to("real")
    (folder / "absolute").symlink_to(folder / "real")
    (folder / "file").symlink_to("link/f.txt")
    (folder / "new").symlink_to("real/new.txt")
    assert run("Read", file_path="link/f.txt").text == "1\ta"
    assert run("Edit", file_path="file", old_string="a", new_string="b").ok
    assert run("Write", file_path="absolute/g.txt", content="g").ok
    assert run("Write", file_path="new", content="n").ok
    assert everything(folder / "real") == {"f.txt": b"b\n", "g.txt": b"g", "new.txt": b"n"}
    assert (folder / "file").is_symlink()
    assert (folder / "new").is_symlink()


def test_up_from_a_link_is_refused_because_two_readings_differ(folder: Path, run: Run) -> None:
    (folder / "a" / "b").mkdir(parents=True)
    (folder / "link").symlink_to("a/b")
    (folder / "x.txt").write_text("top")
    (folder / "a" / "x.txt").write_text("in a")
    assert run("Read", file_path="link/../x.txt").outcome == "refused"
    assert run("Read", file_path="a/b/../x.txt").text == "1\tin a"
    assert run("Read", file_path="missing/../x.txt").text == "1\ttop"


def test_the_folder_may_be_named_by_a_link_and_by_its_real_path(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "named").symlink_to("real")
    tools = BaseTools(tmp_path / "named")
    for name in ("real", "named"):
        assert tools.run(Call("Write", {"file_path": f"{tmp_path}/{name}/{name}.txt", "content": ""})).ok
    assert names_in(tmp_path / "real") == ["named.txt", "real.txt"]


def test_devices_pipes_and_sockets_are_neither_read_nor_replaced(folder: Path, run: Run) -> None:
    os.mkfifo(folder / "pipe")
    with socket.socket(socket.AF_UNIX) as server:
        here = Path.cwd()
        os.chdir(folder)  # a socket's path has to be short
        try:
            server.bind("socket")
        finally:
            os.chdir(here)
        for name in ("pipe", "socket"):
            kind = stat.S_IFMT((folder / name).lstat().st_mode)
            for call in calls_with(name)[:7]:
                assert (
                    run(
                        call.tool, **call.arguments if isinstance(call.arguments, dict) else {"patch": call.arguments}
                    ).outcome
                    == "refused"
                )
            assert stat.S_IFMT((folder / name).lstat().st_mode) == kind
        assert run("Grep", pattern="x").ok
        assert run("Glob", pattern="*").text == "No file in . fits '*'."


def test_a_file_with_a_second_name_outside_keeps_that_one_as_it_is(folder: Path, run: Run) -> None:
    secret = folder.parent / "outside" / "secret.txt"
    os.link(secret, folder / "hard")
    assert run("Write", file_path="hard", content="mine\n").ok
    assert secret.read_text() == "secret\n"


@pytest.mark.parametrize("call", calls_with("sub/secret.txt")[:7], ids=lambda call: str(call.arguments)[:40])
def test_a_folder_exchanged_for_a_link_between_two_looks_is_not_followed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "secret.txt").write_text("secret of the folder\n")
    (folder / "in.txt").write_text("in\n")
    outside = folder.parent / "outside"
    before = everything(outside)
    real = os.stat

    def exchanged(path: Any, **options: Any) -> os.stat_result:
        status = real(path, **options)
        if path == "sub" and not (folder / "sub").is_symlink():
            shutil.rmtree(folder / "sub")
            (folder / "sub").symlink_to(outside)
        return status

    tools = BaseTools(folder)
    monkeypatch.setattr(folder_module.os, "stat", exchanged)
    result = tools.run(call)
    monkeypatch.undo()
    assert not result.ok
    assert "1\tsecret\n" not in result.text
    assert everything(outside) == before


NAMES = st.sampled_from(["a", "b", "l", "m", "..", ".", "", "x.txt", "~", "new", "secret.txt", "outside", "folder"])
TARGETS = st.lists(st.sampled_from(["..", ".", "a", "b", "l", "m", "outside", "/tmp", "x.txt"]), min_size=1, max_size=4)
PATHS = st.lists(NAMES, min_size=1, max_size=7).map("/".join)


@pytest.mark.whole
@settings(max_examples=40, deadline=None)
@given(
    paths=st.lists(PATHS, min_size=1, max_size=3),
    links=st.lists(TARGETS, min_size=2, max_size=2),
    absolute=st.booleans(),
)
def test_whatever_the_path_and_the_links_nothing_outside_changes(
    paths: list[str], links: list[list[str]], absolute: bool
) -> None:
    top = Path(tempfile.mkdtemp())
    try:
        folder, outside = top / "folder", top / "outside"
        (folder / "a" / "b").mkdir(parents=True)
        outside.mkdir()
        (outside / "secret.txt").write_text("secret\n")
        (folder / "x.txt").write_text("x\n")
        (folder / "in.txt").write_text("in\n")
        for name, target in zip(("l", "a/m"), links, strict=True):
            (folder / name).symlink_to(("/".join([str(top), *target[1:]])) if absolute else "/".join(target))
        before = everything(outside), names_in(top)
        tools = BaseTools(folder)
        for path in paths:
            for call in calls_with(f"{folder}/{path}" if absolute else path):
                assert "secret\n" not in tools.run(call).text
                assert (everything(outside), names_in(top)) == before
    finally:
        shutil.rmtree(top)
