"""A home, a variable or an address is no folder: a rule about one holds nowhere, and is told what to write."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hookconform.ground.errors import EXIT_OK
from hookconform.packs.folders import literal_marks, meant_folders, no_folders
from hookconform.packs.home import meant_folder
from tests.packs.conftest import run

Write = Callable[..., Path]


@pytest.mark.parametrize(
    ("folder", "said"),
    [
        ("~/.ssh", "is an ordinary name, not the home of a user: write `/**/.ssh`"),
        ("$HOME/.ssh", "write `/**/.ssh`"),
        ("${HOME}/.config/*", "write `/**/.config/*`"),
        ("~", "write the folder itself"),
        ("$HOME/", "write the folder itself"),
        ("~root/.ssh", "`~root` stays"),
        ("$PWD/secrets", "`$PWD` stays"),
        ("/srv/${STAGE}/keys", "`${STAGE}` stays"),
        ("%APPDATA%/keys", "`%APPDATA%` stays"),
        ("https://evil.example", "is an address"),
        ("file:///etc", "write the path alone"),
        ("!src", "rules have no exceptions"),
    ],
)
def test_what_is_no_folder_is_told_what_to_write(folder: str, said: str) -> None:
    [problem] = no_folders([folder])
    assert (problem.code, problem.name) == ("not-a-folder", folder)
    assert said in problem.text


@pytest.mark.parametrize(
    "folder",
    ["secrets", "/etc", "**/.ssh", "C:/keys", "app/routes/$slug", "~$draft", "a~", "50%", "/a:b", "..", "a!"],
)
def test_a_name_with_odd_marks_is_a_folder(folder: str) -> None:
    assert list(no_folders([folder])) == []
    assert meant_folder(folder) == folder


@pytest.mark.parametrize(
    ("folder", "said", "meant"),
    [
        ("{a,b}/keys", "braces", ["a/keys", "b/keys"]),
        ("**/*.{env, pem}", "braces", ["**/*.env", "**/*.pem"]),
        ("{a,{b,c}}", "braces", ["a", "b", "a", "c"]),
        ("secrets,private", "not a list", ["secrets", "private"]),
        (".env|.pem", "not a list", [".env", ".pem"]),
        (" secrets ", "a blank at an end", ["secrets"]),
        ("src/**.env", "`*` alone", ["src/**/*.env"]),
        ("a**/b", "`*` alone", ["a*/**/b"]),
        (".env?", "write `*`", [".env*"]),
        ("keys[0-9]", "no set", ["keys[0-9]"]),
        (r"\.env$", "no regular expression", [r"\.env$"]),
        ("^secrets", "no regular expression", ["^secrets"]),
        ("{a,b", "braces", ["{a,b"]),
        ("{a,b}" * 9, "braces", ["{a,b}" * 9]),
    ],
)
def test_marks_of_other_patterns_are_no_folder(folder: str, said: str, meant: list[str]) -> None:
    [problem] = literal_marks([folder], [])
    assert (problem.code, problem.name) == ("not-a-folder", folder)
    assert said in problem.text
    assert meant_folders([folder]) == meant


@pytest.mark.parametrize(
    "folder",
    [
        "**",
        "**/.ssh",
        "src/*",
        "a/**/b",
        "app/[slug]",
        "app/[...path]/x",
        "(group)",
        "C:\\keys\\.ssh",
        "\\\\?\\C:\\x",
        "{id}",
    ],
)
def test_a_usual_folder_has_no_mark(folder: str) -> None:
    assert list(literal_marks([folder], [])) == []
    assert meant_folders([folder]) == [folder]


@pytest.mark.parametrize(
    "suffix", [".{pem,key}", ".env*", ".e?v", ".pem, .key", ".pem ", ".pem|.key", ".", ".a/.env", ".[ch]"]
)
def test_a_pattern_is_no_suffix(suffix: str) -> None:
    [problem] = literal_marks([], [suffix])
    assert (problem.code, problem.name) == ("never-matches", suffix)


def test_a_usual_suffix_has_no_mark() -> None:
    assert list(literal_marks([], [".env", ".tar.gz", ".d.ts", ".C", ".c++"])) == []


def _rule(folder: str) -> dict[str, Any]:
    matchers = {"operations": ["PreToolUse"], "directories": [folder, "/etc"]}
    return {"name": "mine", "matchers": matchers, "actions": {"deny": True}}


@pytest.mark.whole
@pytest.mark.parametrize("folder", ["~/.ssh", "$HOME/.ssh"])
def test_a_rule_about_a_home_is_repaired(write: Write, folder: str) -> None:
    report = json.loads(run(write([_rule(folder)]), "claude-code", "--json").stdout)
    [rule] = report["packs"][0]["rules"]
    assert ([gap["code"] for gap in report["gaps"]], rule["platforms"][0]["holds"]) == (["not-a-folder"], "partly")
    assert rule["repair"]["matchers"]["directories"] == ["/**/.ssh", "/etc"]
    assert run(write([rule["repair"]]), "claude-code").exit_code == EXIT_OK


@pytest.mark.whole
def test_a_rule_with_braces_does_not_hold_until_it_is_repaired(write: Write) -> None:
    report = json.loads(run(write([_rule("{keys,secrets}")]), "claude-code", "--json").stdout)
    [rule] = report["packs"][0]["rules"]
    assert report["summary"]["verdict"] == "does-not-hold"
    assert rule["repair"]["matchers"]["directories"] == ["keys", "secrets", "/etc"]
    assert run(write([rule["repair"]]), "claude-code").exit_code == EXIT_OK


@pytest.mark.whole
@pytest.mark.parametrize(
    ("folder", "commands"),
    [("{keys,secrets}", ["cat keys/a", "cat secrets/a"]), ("~/.ssh", ["cat ~/.ssh/id", "cat /home/me/.ssh/id"])],
)
def test_a_rule_beside_another_is_about_the_folders_that_are_meant(
    write: Write, folder: str, commands: list[str]
) -> None:
    report = json.loads(run(write([_rule(folder)]), "claude-code", "--json").stdout)
    [row] = [row for row in report["packs"][0]["beside"] if "command_match" in row["matchers"]]
    assert [text for text in commands if not re.search(row["matchers"]["command_match"], text)] == []


@pytest.mark.whole
def test_rulez_is_told_the_same(write: Write) -> None:
    rule = {"name": "mine", "matchers": {"directories": ["~/.ssh"]}, "actions": {"block": True}}
    text = json.dumps({"version": "1.0", "rules": [rule]})
    report = json.loads(run(write(text, "hooks.yaml"), "--format", "rulez", "claude-code", "--json").stdout)
    assert [gap["code"] for gap in report["gaps"] if gap["name"] == "~/.ssh"] == ["not-a-folder"]
