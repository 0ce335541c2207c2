"""`hookconform debug` with a hook program: one call, its answer, and what the platform would do with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.support.hooks import guard, hook_manifest

from hookconform.cli import cli
from hookconform.ground.errors import HookconformError

SHELL = ("gemini-cli", "BeforeTool", "--tool", "run_shell_command", "--input", '{"command": "ls"}')


def debug(folder: Path, *more: str, arguments: tuple[str, ...] = SHELL):  # noqa: ANN201 (click's)
    return CliRunner().invoke(cli, ["debug", *arguments, "--adapter", str(folder), *more])


def test_the_answer_and_its_effect_are_shown_under_the_policy_that_is_asked_for(tmp_path: Path) -> None:
    hook_manifest(tmp_path, guard())
    denied = debug(tmp_path, "--policy", "no-shell").output
    assert "policy   no-shell" in denied
    assert "command          {python} -I -S {folder}/hook.py" in denied
    assert "exit code        2" in denied
    assert "standard error   denied" in denied
    assert "what gemini-cli would do\n  the tool           stopped" in denied
    assert "\n  then               the turn goes on\n" in denied
    assert "the tool           ran" in debug(tmp_path, "--policy", "no-write").output
    assert "policy   no-shell" in debug(tmp_path).output


def test_the_same_as_json(tmp_path: Path) -> None:
    hook_manifest(tmp_path, guard())
    row = json.loads(debug(tmp_path, "--json").output)
    assert row["payload"]["tool_input"] == {"command": "ls"}
    assert (row["answer"]["exit_code"], row["answer"]["stderr"]) == (2, "denied")
    assert (row["effect"]["tool"], row["effect"]["told"]) == ("stopped", ["denied"])


def test_a_program_that_reads_the_suites_rules_is_given_those_of_a_file_or_of_a_policy() -> None:
    deletes = (*SHELL[:-1], '{"command": "rm -rf build"}')
    shipped = CliRunner().invoke(cli, ["debug", *deletes, "--adapter", "reference-hook"]).output
    assert "Blocked by rule: block-recursive-delete" in shipped
    other = CliRunner().invoke(cli, ["debug", *deletes, "--adapter", "reference-hook", "--policy", "no-write"]).output
    assert "the tool           ran" in other


@pytest.mark.parametrize(
    ("arguments", "more", "code", "hint"),
    [
        (SHELL, ("--policy", "no-shel"), "debug.policy", "no-shell"),
        (("cursor", "beforeShellExecution"), (), "debug.no-answers", "gemini-cli"),
    ],
)
def test_what_cannot_be_asked_is_an_error(
    tmp_path: Path, arguments: tuple[str, ...], more: tuple[str, ...], code: str, hint: str
) -> None:
    hook_manifest(tmp_path, guard())
    raised = debug(tmp_path, *more, arguments=arguments).exception
    assert isinstance(raised, HookconformError)
    assert raised.code == code
    assert hint in raised.hint


def test_a_program_that_breaks_is_an_error(tmp_path: Path) -> None:
    hook_manifest(tmp_path, "import os; os.abort()")
    raised = debug(tmp_path).exception
    assert isinstance(raised, HookconformError)
    assert raised.code == "debug.broken"
    assert "signal 6" in raised.what
