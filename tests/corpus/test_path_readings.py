"""What each step of the claim paths_read_as makes of a path."""

from __future__ import annotations

from typing import Any

import pytest

from hookconform.corpus.claims import load_platform
from hookconform.corpus.path_readings import read_step

ENVIRONMENT = {"HOME": "/home/dev", "NAME": "secrets"}


@pytest.mark.parametrize(
    ("step", "path", "opened"),
    [
        ({"trim": " \t"}, "\t a b \n", "a b \n"),
        ({"trim-start": "@ "}, "@ @a@", "a@"),
        ({"trim-end": "."}, ".a..", ".a"),
        ({"drop-start": "@"}, "@@a", "@a"),
        ({"drop-prefix": r"@[/\\]*"}, "@//a", "a"),
        ({"drop-prefix": "b"}, "ab", "ab"),
        ({"drop-suffix": r":\d+"}, "a:1:2", "a:1"),
        ({"drop-suffix": r":\d+"}, "a:1/b", "a:1/b"),
        ({"replace": {"from": "\u00a0\u3000", "to": " "}}, "a\u00a0\u3000b", "a  b"),
        ({"replace": {"from": "\u200b", "to": ""}}, "a\u200bb", "ab"),
        ("drop-nul", "\0a\0", "a"),
        ("decode-percent", "%73%2f%C3%A9%252e", "s/é%2e"),
        ("decode-percent", "%73%zz", "%73%zz"),
        ("decode-percent", "%73%ff", "%73%ff"),
        ("file-address", "file:///a%20b", "/a b"),
        ("file-address", "file://localhost/a?b#L3", "/a"),
        ("file-address", "FILE:///a", "FILE:///a"),
        ("file-address", "file://host/a", "file://host/a"),
        ("file-address", "file:/a", "file:/a"),
        ("editor-address", "file:/a%20b?c#L3", "/a b"),
        ("editor-address", "file:///a", "/a"),
        ("editor-address", "file://localhost/a", "/a"),
        ("editor-address", "file://host/a", "file://host/a"),
        ("editor-address", "file:a", "file:a"),
        ("editor-address", "vscode-remote:/a%20b#x", "/a b"),
        ("editor-address", "vscode-remote://ssh-remote+host/a", "/a"),
        ("editor-address", "vscode-remote:///a", "/a"),
        ("editor-address", "vscode-remote://host", "vscode-remote://host"),
        ("editor-address", "vscode-local:/a", "vscode-local:/a"),
        ("nfc", "e\u0301", "é"),
        ("nfd", "é", "e\u0301"),
        ("home", "~/a", "/home/dev/a"),
        ("home", "~", "/home/dev"),
        ("home", "~dev/a", "~dev/a"),
        ("variables", "$NAME/${HOME}/$NONE$", "secrets//home/dev/$NONE$"),
        ("backslash-is-slash", "a\\b", "a/b"),
    ],
)
def test_a_step_changes_a_path(step: Any, path: str, opened: str) -> None:
    assert read_step(step, path, ENVIRONMENT) == opened


def test_an_unknown_step_is_an_error() -> None:
    for step in ("twist", {"twist": "a"}):
        with pytest.raises(ValueError, match="twist"):
            read_step(step, "a", {})


def test_home_stays_where_nobody_knows_it() -> None:
    assert read_step("home", "~/a", {}) == "~/a"


def test_a_path_as_written_comes_first() -> None:
    gemini = load_platform("gemini-cli")
    assert gemini.paths_opened("write_file", "@/a%2Fb") == ("@/a%2Fb", "a/b", "@/a/b")
    assert gemini.paths_opened("list_directory", "@/a") == ("@/a",)
    assert gemini.paths_opened("write_file", "a") == ("a",)
