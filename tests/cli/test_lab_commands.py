"""Commands of hookconform-lab: listed in one place, found by entry point, and named where they are not installed."""

from __future__ import annotations

import importlib.metadata
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import hookconform.cli
import hookconform_lab.cli
from hookconform.cli import COMMANDS, LAB_COMMANDS, cli
from hookconform.corpus.claims import load_platform
from hookconform.explain.grading import grades
from hookconform.ground.errors import HookconformError


def without_the_lab(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda **_: ())
    # Without what was found before, and without keeping that nothing is found.
    monkeypatch.setattr("hookconform.cli.package_of_the_lab", hookconform.cli.package_of_the_lab.__wrapped__)
    monkeypatch.setattr("hookconform.explain.grading.entry_points", lambda **_: ())
    monkeypatch.setattr("hookconform.explain.kept_grades.find_spec", lambda _: None)


def test_the_front_end_lists_every_command_of_the_lab() -> None:
    modules = {path.stem for path in Path(hookconform_lab.cli.__file__).parent.glob("*.py")} - {"__init__"}
    assert {name.replace("-", "_") for name in LAB_COMMANDS} == modules
    assert COMMANDS.keys() > LAB_COMMANDS


@pytest.mark.parametrize("name", sorted(LAB_COMMANDS))
def test_a_command_of_the_lab_is_found(name: str) -> None:
    found = cli.get_command(click.Context(cli), name)
    assert found is not None
    assert found.help
    assert CliRunner().invoke(cli, [name, "--help"]).exit_code == 0


@pytest.mark.parametrize(
    "arguments", [["corpus", "lint"], ["record", "--help"], ["lab", "--nope", "x", "--y=z"], ["report"]]
)
def test_a_command_that_is_not_installed_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    without_the_lab(monkeypatch)
    result = CliRunner().invoke(cli, arguments)
    assert isinstance(result.exception, HookconformError)
    assert result.exception.code == "command.not-installed"
    assert f"`hookconform {arguments[0]}`" in result.exception.render()
    assert "pip install hookconform-lab" in result.exception.render()


def test_explain_without_the_lab_grades_nothing_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    without_the_lab(monkeypatch)
    assert grades(load_platform("codex"), [], []) == {}
    for option in ((), ("--evidence",)):
        result = CliRunner().invoke(cli, ["explain", "codex", "apply_patch", *option])
        assert result.exit_code == 0, result.output
        assert "without hookconform-lab" in result.output


@pytest.mark.parametrize(
    "arguments",
    [["--version"], ["--help"], ["respond", "codex", "PreToolUse", "deny"], ["init", "--help"], ["run", "--help"]],
)
def test_the_judge_loads_nothing_of_the_lab(arguments: list[str]) -> None:
    code = (
        "import sys; from hookconform.cli import cli; cli.main(sys.argv[1:], standalone_mode=False); "
        "assert not [name for name in sys.modules if name.startswith('hookconform_lab')]"
    )
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
