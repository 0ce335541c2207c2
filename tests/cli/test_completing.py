"""What a shell completes: commands, options, and names where a name is asked for."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from click.shell_completion import ShellComplete

from hookconform.cli import cli


def completed(*words: str) -> list[str]:
    *before, incomplete = words
    return [item.value for item in ShellComplete(cli, {}, "hookconform", "_X").get_completions(before, incomplete)]


@pytest.mark.parametrize(
    ("words", "one", "never"),
    [
        (("expl",), "explain", "run"),
        (("corpus", "l"), "lint", "add"),
        (("run", "reference", "--plat"), "--platform", "--case"),
        (("run", "reference", "--platform", "gem"), "gemini-cli", "codex"),
        (("run", "ref"), "reference-hook", "gemini-cli"),
        (("run", "./my"), "./my", "reference"),
        (("known-failures", "write", "ref"), "reference", "codex"),
        (("explain", "co"), "codex", "gemini-cli"),
        (("explain", "run_sh"), "run_shell_command", "codex"),
        (("explain", "BashI"), "BashInput", "Bash"),
        (("explain", "SubagentSt"), "SubagentStart", "Bash"),
        (("explain", "gemini-cli", "re"), "replace", "run_shell_command"),
        (("debug", "gemini-cli", "Before"), "BeforeTool", "AfterTool"),
    ],
)
def test_what_begins_so_is_offered(words: tuple[str, ...], one: str, never: str) -> None:
    offered = completed(*words)
    assert one in offered
    assert never not in offered


def test_a_path_is_left_to_the_shell() -> None:
    found = ShellComplete(cli, {}, "hookconform", "_X").get_completions(["run"], "ref")
    assert [(item.value, item.type) for item in found] == [
        ("reference", "plain"),
        ("reference-hook", "plain"),
        ("ref", "file"),
    ]


def test_a_platform_that_is_not_known_has_no_names() -> None:
    assert completed("explain", "gemini", "") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_line_of_the_page_gives_a_script(shell: str) -> None:
    environment = os.environ | {"_HOOKCONFORM_COMPLETE": f"{shell}_source"}
    # The variable is named after the program, so it is called by its name.
    command = [sys.executable, "-c", "from hookconform.cli import cli; cli.main(prog_name='hookconform')"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "_HOOKCONFORM_COMPLETE" in done.stdout
