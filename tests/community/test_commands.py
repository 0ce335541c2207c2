"""`hookconform community`: what is there, what is missing, and the name that was meant."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.support import filing

from hookconform.attach.program import load_program
from hookconform.cli import cli
from hookconform.ground.errors import HookconformError


def _call(*arguments: str) -> str:
    result = CliRunner().invoke(cli, ["community", *arguments], catch_exceptions=True)
    if isinstance(result.exception, HookconformError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.output


def test_list_tells_what_is_installed_and_measured(guard: Path, small: Callable[..., Path]) -> None:
    root = small("mapped-shell")
    assert "guard    1.2.3    pypi  no         never" in _call("list")
    program = load_program(guard)
    program.folder.mkdir(parents=True)
    program.mark_installed()
    _call("measure", "guard", "--date", "2026-11-20")
    assert _call("list").splitlines()[1] == "guard    1.2.3    pypi  yes        2026-11-20"
    (root / "platforms" / "gemini-cli" / "cases" / f"{filing.TOPIC}.json").unlink()
    assert "* out of date, measured on another corpus: " in _call("list")
    (row,) = json.loads(_call("list", "--json"))
    assert row == {
        "name": "guard", "version": "1.2.3", "source": "pypi", "installed": True, "measured": "2026-11-20",
        "outdated": "measured on another corpus",
    }  # fmt: skip


def test_path_names_the_folder_or_says_how_to_get_it(guard: Path) -> None:
    with pytest.raises(HookconformError) as caught:
        _call("path", "guard")
    assert (caught.value.code, "community install guard" in caught.value.hint) == ("program.not-installed", True)
    program = load_program(guard)
    program.folder.mkdir(parents=True)
    program.mark_installed()
    assert _call("path", "guard") == f"{program.folder}\n"


@pytest.mark.parametrize("command", ["install", "path", "measure"])
def test_a_name_that_is_nearly_right_is_corrected(guard: Path, command: str) -> None:
    with pytest.raises(HookconformError) as caught:
        _call(command, "gaurd")
    assert (caught.value.code, caught.value.hint) == ("community.unknown", "Did you mean 'guard'?")


def test_a_date_that_is_none_is_refused(guard: Path) -> None:
    result = CliRunner().invoke(cli, ["community", "measure", "guard", "--date", "yesterday"])
    assert (result.exit_code, "YYYY-MM-DD" in result.output) == (2, True)
