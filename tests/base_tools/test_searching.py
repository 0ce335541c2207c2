"""Glob, grep, listing and reading: what is found, in which order, and what is said of what is left out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.base_tools.conftest import Call, Run
from tool_facades.base_tools import BaseTools, SearchWays, Ways, grep, text, tree


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
        ({"pattern": "*.PY"}, ["No file in . fits '*.PY'."]),
        ({"pattern": "*", "head_limit": 1}, ["a.py", "(These are the first 1. Use a narrower pattern or path.)"]),
    ],
)
def test_files_are_found_by_their_paths(
    tree_of_files: Path, run: Run, arguments: dict[str, object], found: list[str]
) -> None:
    pattern = str(arguments["pattern"]).replace("{folder}", str(tree_of_files))
    assert run("Glob", **{**arguments, "pattern": pattern}).text.split("\n") == found


MORE = "(There is more. Use a narrower pattern, path or glob.)"
NOT_SEARCHED = "(1 file is no text, or too large, and was not searched.)"
NAMES = {"output_mode": "files_with_matches"}


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ({"pattern": "one", **NAMES}, ["a.py", "b/.hidden/d.txt", "b/c.py", NOT_SEARCHED]),
        ({"pattern": "one", "glob": "*.py", **NAMES}, ["a.py", "b/c.py"]),
        ({"pattern": "one", "type": "py"}, ["a.py:1:def one():", "b/c.py:2:two = one"]),
        ({"pattern": "one", "exclude": "^def|^one$", "glob": "*.{py,txt}"}, ["b/c.py:2:two = one"]),
        ({"pattern": r"1\n\n", "path": "a.py", "multiline": True}, ["a.py:2:    return 1", "a.py:3:"]),
        ({"pattern": "one.*two", "multiline": True, "glob": "c.py"}, ["Nothing in . fits 'one.*two'."]),
        ({"pattern": "ONE.*one", "multiline": True, "glob": "c.py"}, ["b/c.py:1:ONE = 1", "b/c.py:2:two = one"]),
        ({"pattern": "one", "path": "a.py", "output_mode": "count"}, ["a.py:1"]),
        ({"pattern": "one", "ignore_case": True, "path": "b/c.py", "output_mode": "count"}, ["b/c.py:2"]),
        ({"pattern": "1$", "glob": "c.py", "output_mode": "content"}, ["b/c.py:1:ONE = 1"]),
        ({"pattern": "1$", "glob": "c.py", "output_mode": "content", "line_numbers": False}, ["b/c.py:ONE = 1"]),
        ({"pattern": "one()", "literal": True, "glob": "*.py", **NAMES}, ["a.py"]),
        (
            {"pattern": "return", "paths": ["a.py"], "output_mode": "content", "max_matches": 1},
            ["a.py:2:    return 1", MORE],
        ),
        ({"pattern": "one", "head_limit": 1, "glob": "*.py", **NAMES}, ["a.py", MORE]),
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
    monkeypatch.setattr(grep, "MOST_BYTES", 5)
    assert "Only the first 7 bytes were searched" in run("Grep", pattern="zzz", path="d").text
    monkeypatch.setattr(tree, "MOST_DEPTH", 0)
    assert run("Glob", pattern="*").text == "f\n(Folders more than 0 deep were left out.)"
    monkeypatch.setattr(tree, "MOST_ENTRIES", 1)
    assert "Only the first 1 files and folders were looked at" in run("Glob", pattern="*").text


def test_an_empty_file_is_said_to_be_empty(folder: Path, run: Run) -> None:
    (folder / "f").write_text("")
    assert run("Read", file_path="f").text == "(f is empty.)"


@pytest.fixture
def ignoring(folder: Path) -> Path:
    for name in ("kept.log", "a.log", "sub/b.log", "sub/deep/c.log", "out/d.txt", "node_modules/x/e.txt", "f.txt"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("needle\n")
    (folder / ".gitignore").write_text("*.log\n!kept.log\n/out/\n[[:alpha:]]\n!\n# no rule\n")
    (folder / "sub" / ".gitignore").write_text("!b.log\n")
    (folder / ".git" / "info").mkdir(parents=True)
    (folder / ".git" / "info" / "exclude").write_text("deep\n")
    return folder


FOUND = ["f.txt", "kept.log", "sub/b.log"]
ALL = ["a.log", "f.txt", "kept.log", "node_modules/x/e.txt", "out/d.txt", "sub/b.log", "sub/deep/c.log"]


def test_what_version_control_ignores_is_not_found(ignoring: Path, run: Run) -> None:
    assert run("Grep", pattern="needle", output_mode="files_with_matches").text.split("\n") == FOUND
    assert run("Glob", pattern="**/*.{log,txt}").text.split("\n") == FOUND
    assert run("Glob", pattern="*.log", path="sub").text == "sub/b.log"
    assert run("LS", recursive=True).text.split("\n") == [
        ".gitignore",
        "f.txt",
        "kept.log",
        "sub/.gitignore",
        "sub/b.log",
    ]


def test_ignored_files_are_found_if_asked(ignoring: Path, run: Run) -> None:
    asked = {"respect_ignore": False}
    assert run("Grep", pattern="needle", output_mode="files_with_matches", **asked).text.split("\n") == ALL
    assert run("Glob", pattern="**/*.{log,txt}", **asked).text.split("\n") == ALL
    assert run("Glob", pattern="*.txt", path="node_modules").text == "node_modules/x/e.txt", "it was named"


def test_ignore_file_of_hostile_patterns_is_fast(folder: Path, run: Run) -> None:
    (folder / ".gitignore").write_text("\n".join(["*a" * 60 + "*b", "**/" * 200 + "z", "[", "\\", "a" * 100_000]))
    (folder / ("a" * 200)).write_text("needle\n")
    assert run("Grep", pattern="needle").text.startswith("a" * 200)


def test_ignore_file_that_is_no_file_is_no_rule(folder: Path, run: Run) -> None:
    (folder / ".gitignore").mkdir()
    (folder / "f").write_text("x\n")
    (folder / "sub").mkdir()
    (folder / "sub" / ".gitignore").symlink_to(folder.parent / "outside" / "secret.txt")
    (folder / "sub" / "secret").write_text("x\n")
    assert run("Glob", pattern="**").text == "f\nsub/secret"


def test_text_in_other_encodings_is_shown(folder: Path, run: Run) -> None:
    (folder / "latin").write_bytes(b"caf\xe9\ntwo\n")
    (folder / "wide").write_bytes("one\ntwo\n".encode("utf-16"))
    shown = run("Read", file_path="latin").text.split("\n")
    assert shown[:2] == ["1\tcaf\ufffd", "2\ttwo"]
    assert "is not UTF-8" in shown[2]
    assert run("Read", file_path="wide", limit=1).text == "1\tone\n(wide is UTF-16. It can be replaced, not edited.)"
    refused = run("Edit", file_path="wide", old_string="one", new_string="two")
    assert (refused.outcome, refused.text) == ("refused", "wide is UTF-16, not UTF-8; it is left as it is.")
    assert run("Grep", pattern="tw", path="latin").text == "latin:2:two"
    (folder / "data").write_bytes(b"a\0b")
    assert run("Read", file_path="data").outcome == "refused"


def test_a_folder_is_read_as_its_names(tree_of_files: Path, run: Run) -> None:
    assert run("Read", file_path="b").text == ".hidden/\nc.py\ndata.bin\nup"


def test_no_line_may_be_asked_for(folder: Path, run: Run) -> None:
    (folder / "f").write_text("a\nb\n")
    assert run("Read", file_path="f", limit=0).text == "(f has 2 lines; none was asked for.)"


WAYS = [
    ({"top_only": True}, "Glob", {"pattern": "*.py"}, "a.py"),
    ({"absolute": False}, "Glob", {"pattern": "{folder}/*.py"}, "No file in . fits '{folder}/*.py'."),
    ({"missing_is_empty": True}, "Glob", {"pattern": "*", "path": "no"}, "No file in no fits '*'."),
    ({"missing_is_empty": True}, "Grep", {"pattern": "x", "path": "no"}, "Nothing in no fits 'x'."),
    ({"file": "folder"}, "Grep", {"pattern": "def one", "path": "a.py"}, "a.py:1:def one():"),
    ({"file": "refuse"}, "Grep", {"pattern": "def one", "path": "a.py"}, "a.py is a file. Give a folder."),
]


@pytest.mark.parametrize(("ways", "tool", "arguments", "told"), WAYS)
def test_ways_of_a_program_change_what_is_found(
    tree_of_files: Path, ways: dict[str, Any], tool: str, arguments: dict[str, str], told: str
) -> None:
    at = str(tree_of_files)
    tools = BaseTools(tree_of_files, ways=Ways(search=SearchWays(**ways)))
    given = {name: value.replace("{folder}", at) for name, value in arguments.items()}
    assert tools.run(Call(tool, given)).text.split("\n")[0] == told.replace("{folder}", at)


def test_wrong_expression_is_refused_or_finds_nothing(folder: Path, run: Run) -> None:
    empty = BaseTools(folder, ways=Ways(search=SearchWays(wrong_is_empty=True)))
    for pattern in ("needle(", "a(?=b)"):
        assert run("Grep", pattern=pattern).outcome == "refused"
        assert empty.run(Call("Grep", {"pattern": pattern})).text.startswith(f"Nothing in . fits {pattern!r}.")


def test_ignored_file_is_searched_if_a_glob_names_it(ignoring: Path) -> None:
    tools = BaseTools(ignoring, ways=Ways(search=SearchWays(glob_finds_ignored=True)))
    found = tools.run(Call("Grep", {"pattern": "needle", "glob": "*.log", "output_mode": "files_with_matches"}))
    assert found.text.split("\n") == ["a.log", "kept.log", "sub/b.log"]
