"""What a command that cannot go on says and ends with: on a terminal in its width, elsewhere line by line."""

from __future__ import annotations

import subprocess
import sys
from typing import NoReturn

import click
import pytest
from click.testing import CliRunner
from tests.support.terminals import shown_on_terminal

from hookconform.cli import LazyGroup, cli

UNKNOWN = [sys.executable, "-m", "hookconform", "explain", "--facade", "gemini", "nope"]


def test_an_error_fits_a_terminal_and_is_one_line_a_part_elsewhere() -> None:
    code, shown, _ = shown_on_terminal(UNKNOWN)
    assert code == 2
    lines = shown.decode().splitlines()
    assert max(map(len, lines)) <= 80
    done = subprocess.run(UNKNOWN, capture_output=True, text=True, check=False)
    assert len(done.stderr.splitlines()) == 3
    assert " ".join(" ".join(lines).split()) == " ".join(done.stderr.split())


@pytest.mark.parametrize("name", ["run", "strength", "cases"])
def test_an_interruption_is_no_failure(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(LazyGroup, "get_command", lambda *_: click.Command(name, callback=interrupted))
    result = CliRunner().invoke(cli, [name])
    assert (result.exit_code, result.stderr) == (3, "Interrupted.\n")
