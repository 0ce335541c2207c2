"""Glob, grep, listing and reading: what is found, in which order, and what is said of what is left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from hook_adapters.base_tools import grep, text, tree
from tests.base_tools.conftest import Run


@pytest.fixture
def tree_of_files(folder: Path) -> Path:
    for name, content in {
        "a.py": "def one():\n    return 1\n\n\n\ndef two():\n    return 2\n",
        "b/c.py": "ONE = 1\r\ntwo = one\r\n",
        "b/.hidden/d.txt": "one\n",
        ".git/config": "one\n",
        "b/data.bin": "one\0\n",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content.encode())
    (folder / "link.py").symlink_to("a.py")
    (folder / "b" / "up").symlink_to("..")
    return folder


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ({"pattern": "*.py"}, ["a.py", "b/c.py"]),
        ({"pattern": "**"}, ["a.py", "b/.hidden/d.txt", "b/c.py", "b/data.bin"]),
        ({"pattern": "*.py", "path": "b"}, ["b/c.py"]),
        ({"pattern": "*.py", "paths": ["b", "."]}, ["b/c.py", "a.py"]),
        ({"pattern": "{folder}/b/*.py"}, ["b/c.py"]),
        ({"pattern": "*.PY", "ignore_case": True}, ["a.py", "b/c.py"]),
        ({"pattern": "*.PY"}, ["No file fits *.PY in .."]),
        ({"pattern": "*", "head_limit": 1}, ["a.py", "(These are the first 1. Use a narrower pattern or path.)"]),
    ],
)
def test_files_are_found_by_their_paths(
    tree_of_files: Path, run: Run, arguments: dict[str, object], found: list[str]
) -> None:
    pattern = str(arguments["pattern"]).replace("{folder}", str(tree_of_files))
    assert run("Glob", **{**arguments, "pattern": pattern}).text.split("\n") == found


MORE = "(There is more. Use a narrower pattern, path or glob.)"
NOT_SEARCHED = "(1 files are not UTF-8 text, or too large, and were not searched.)"


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ({"pattern": "one"}, ["a.py", "b/.hidden/d.txt", "b/c.py", NOT_SEARCHED]),
        ({"pattern": "one", "glob": "*.py"}, ["a.py", "b/c.py"]),
        ({"pattern": "one", "exclude": "*.{py,bin}"}, ["b/.hidden/d.txt"]),
        ({"pattern": "one", "path": "a.py", "output_mode": "count"}, ["a.py:1"]),
        ({"pattern": "one", "ignore_case": True, "path": "b/c.py", "output_mode": "count"}, ["b/c.py:2"]),
        ({"pattern": "1$", "glob": "c.py", "output_mode": "content"}, ["b/c.py:1:ONE = 1"]),
        ({"pattern": "1$", "glob": "c.py", "output_mode": "content", "line_numbers": False}, ["b/c.py:ONE = 1"]),
        ({"pattern": "one()", "literal": True, "glob": "*.py"}, ["a.py"]),
        (
            {"pattern": "return", "paths": ["a.py"], "output_mode": "content", "max_matches": 1},
            ["a.py:2:    return 1", MORE],
        ),
        ({"pattern": "one", "head_limit": 1, "glob": "*.py"}, ["a.py", MORE]),
        ({"pattern": "zzz", "path": "a.py"}, ["Nothing in a.py fits 'zzz'."]),
        (
            {"pattern": "def", "path": "a.py", "output_mode": "content", "context": 1},
            ["a.py:1:def one():", "a.py-2-    return 1", "--", "a.py-5-", "a.py:6:def two():", "a.py-7-    return 2"],
        ),
        (
            {"pattern": "def|ret", "path": "a.py", "output_mode": "content", "after": 3},
            [
                "a.py:1:def one():",
                "a.py:2:    return 1",
                "a.py-3-",
                "a.py-4-",
                "a.py-5-",
                "a.py:6:def two():",
                "a.py:7:    return 2",
            ],
        ),
        ({"pattern": "two", "path": "a.py", "output_mode": "content", "before": 1}, ["a.py-5-", "a.py:6:def two():"]),
    ],
)
def test_lines_are_found_in_files(
    tree_of_files: Path, run: Run, arguments: dict[str, object], found: list[str]
) -> None:
    assert run("Grep", **arguments).text.split("\n") == found


def test_a_search_that_finds_nothing_says_so_and_a_missing_folder_is_refused(run: Run) -> None:
    assert run("Grep", pattern="x").ok
    for tool in ("Grep", "Glob"):
        assert run(tool, pattern="x", path="nowhere").outcome == "refused"


def test_a_listing_shows_one_folder(tree_of_files: Path, run: Run) -> None:
    assert run("LS").text == ".git/\na.py\nb/\nlink.py"
    assert run("LS", path="b", ignore=["*.bin", ".h*"]).text == "c.py\nup"
    assert run("LS", head_limit=1).text == ".git/\n(3 more were left out.)"
    (tree_of_files / "empty").mkdir()
    assert run("LS", path="empty").text == "(empty is empty.)"
    assert run("LS", path="a.py").outcome == "refused"


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        ({}, "1\ta\n2\tb\n3\t"),
        ({"offset": 2}, "2\tb\n3\t"),
        ({"offset": 0, "limit": 1}, "1\ta"),
        ({"limit": 2}, "1\ta\n2\tb"),
        ({"offset": 3, "limit": 9}, "3\t"),
        ({"offset": 4}, "(f has 3 lines; there is none from 4 on.)"),
    ],
)
def test_a_file_is_read_by_lines(folder: Path, run: Run, arguments: dict[str, int], shown: str) -> None:
    (folder / "f").write_bytes("\ufeffa\r\nb\n\n".encode())
    assert run("Read", file_path="f", **arguments).text == shown


def test_what_is_cut_is_said(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "f").write_text("abcdef\n" * 3)
    (folder / "d").mkdir()
    (folder / "d" / "g").write_text("abcdef\n")
    monkeypatch.setattr(text, "MAX_READ_LINE", 3)
    monkeypatch.setattr(text, "MAX_READ_LETTERS", 10)
    assert run("Read", file_path="f").text == "1\tabc … (6 letters)\n(The file has 3 lines. Go on with offset 2.)"
    assert run("Read", file_path="f", offset=3).text == "3\tabc … (6 letters)"
    monkeypatch.setattr(grep, "MAX_LINE", 3)
    assert run("Grep", pattern="f$", path="d", output_mode="content").text == "d/g:1:abc … (6 letters)"
    monkeypatch.setattr(grep, "MOST_LETTERS", 5)
    assert "Only the first 5 letters were searched" in run("Grep", pattern="zzz").text
    monkeypatch.setattr(tree, "MOST_DEPTH", 0)
    assert run("Glob", pattern="*").text == "f\n(Folders more than 0 deep were left out.)"
    monkeypatch.setattr(tree, "MOST_ENTRIES", 1)
    assert "Only the first 1 files and folders were looked at" in run("Glob", pattern="*").text


def test_an_empty_file_is_said_to_be_empty(folder: Path, run: Run) -> None:
    (folder / "f").write_text("")
    assert run("Read", file_path="f").text == "(f is empty.)"
