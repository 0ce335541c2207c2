"""The command: exit codes, accepted holes, and its two forms."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from hookconform.corpus import schemas
from hookconform.ground.errors import EXIT_FAILED, EXIT_OK, HookconformError
from tests.packs.conftest import run

Write = Callable[..., Path]
SHELL = {"name": "no-shell", "event": "PreToolUse", "tools": ["Bash"], "action": "block"}
WHOLE = {
    "name": "nothing-runs",
    "matchers": {"operations": ["PreToolUse"], "kinds": ["execute"]},
    "actions": {"block": True},
}
ENTRY = "accepted: [{rule: %s, hole: missed-tool, reason: The shell itself is stopped.}]"


def _accepting(write: Write, rule: str) -> Path:
    return write(ENTRY % rule, "accepted.yaml")


def test_a_pack_without_a_hole_ends_with_0(write: Write) -> None:
    assert run(write([WHOLE])).exit_code == EXIT_OK


def test_a_hole_ends_with_1(write: Write) -> None:
    result = run(write([SHELL]))
    assert result.exit_code == EXIT_FAILED
    assert result.stdout.startswith("DOES NOT HOLD: ")
    assert "no-shell: misses " in result.stdout
    assert "GAP missed-tool: misses " in run(write([SHELL]), "--all").stdout


def test_an_accepted_hole_is_shown_with_its_reason_and_ends_with_0(write: Write) -> None:
    result = run(write([SHELL]), "--accept", _accepting(write, "no-shell"))
    assert result.exit_code == EXIT_OK, result.stdout
    assert result.stdout.startswith("HOLDS: ")
    told = run(write([SHELL]), "--all", "--accept", _accepting(write, "no-shell")).stdout
    assert "GAP" not in told
    assert "The shell itself is stopped." in " ".join(told.split())
    assert json.loads(run(write([SHELL]), "--accept", _accepting(write, "no-*"), "--json").stdout)["summary"][
        "accepted"
    ]


def test_what_is_accepted_and_not_there_ends_with_1(write: Write) -> None:
    result = run(write([WHOLE]), "--accept", _accepting(write, "no-shell"))
    assert result.exit_code == EXIT_FAILED
    assert "STALE" in result.stdout


def test_some_platforms_alone_do_not_tell_what_is_stale(write: Write) -> None:
    options = ["--accept", _accepting(write, "no-shell"), "--platform", "gemini-cli"]
    assert run(write([WHOLE]), *options).exit_code == EXIT_OK


def test_a_platform_that_is_none_is_refused(write: Write) -> None:
    error = run(write([SHELL]), "--platform", "gemini").exception
    assert isinstance(error, HookconformError)
    assert error.code == "platform.unknown"


@pytest.mark.parametrize(
    "text", ["accepted: [{rule: a}]", "[", "accepted: [{rule: a, hole: gap, reason: A good reason.}]"]
)
def test_a_list_that_is_none_is_refused(write: Write, text: str) -> None:
    error = run(write([SHELL]), "--accept", write(text, "accepted.yaml")).exception
    assert isinstance(error, HookconformError)


def test_the_document_follows_its_schema(write: Write) -> None:
    odd = {"name": "odd\x1b[2J", "matchers": {"tools": ["Bsh", "\x1b[31m"]}, "actions": {"inject": "x"}}
    result = run(write([SHELL, WHOLE, odd]), "--json")
    assert schemas.problems(json.loads(result.stdout), "rules-report") == []


def test_the_text_has_80_columns_and_steers_no_terminal(write: Write) -> None:
    odd = {"name": "odd\x1b[2J", "matchers": {"tools": ["Bsh" * 300, "\x1b[31m"]}, "actions": {"inject": "x"}}
    for options in ([], ["--all"]):
        text = run(write([SHELL, WHOLE, odd]), *options).stdout
        assert "\x1b" not in text
        # What is to be copied has the length that it has.
        told = [line for line in text.splitlines() if not line.startswith("  ") and "/" not in line]
        assert [line for line in told if len(line) > 80] == []


def test_several_packs_are_several(write: Write) -> None:
    report = json.loads(run(write([SHELL], "a.json"), write([WHOLE], "b.json"), "--json").stdout)
    assert [len(pack["rules"]) for pack in report["packs"]] == [1, 1]
    assert report["summary"]["rules"] == 2


def test_what_is_accepted_on_one_platform_is_open_on_others(write: Write) -> None:
    entry = "accepted: [{rule: no-shell, hole: missed-tool, platforms: [copilot-cli], reason: The shell is stopped.}]"
    report = json.loads(run(write([SHELL]), "--accept", write(entry, "accepted.yaml"), "--json").stdout)
    assert report["summary"]["accepted"] > 0
    assert report["summary"]["holes"] > 0


def test_a_platform_is_known_however_it_is_spelled(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write([WHOLE])
    plain = run(path, "gemini-cli", "codex").stdout
    assert "gemini-cli" in plain
    assert run("Gemini CLI", path, "--platform", "CODEX").stdout == plain
    assert run("GEMINI_CLI", "gemini-cli", path, "codex").stdout == plain
    # A file that is there wins over the platform of its name.
    monkeypatch.chdir(path.parent)
    path.rename("Codex")
    assert run("Codex").stdout.startswith("HOLDS: Codex")


def test_misspelt_platform_is_corrected(write: Write) -> None:
    caught = run(write([WHOLE]), "gemini").exception
    assert isinstance(caught, HookconformError)
    assert (caught.code, caught.hint) == ("rules.no-file", "Did you mean gemini-cli?")
