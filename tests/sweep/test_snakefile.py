"""The Snakefile of the back-fill: its plan and its command are those of the command line."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import click
import pytest

from hookconform.cli import cli

SNAKEFILE = Path(__file__).parents[2] / "packages" / "hookconform-lab" / "Snakefile"
PLAN = [
    {"key": "0a", "platform": "pi", "version": "0.87.1", "published": "", "state": "missing"},
    {"key": "0b", "platform": "pi", "version": "0.87.0", "published": "", "state": "recorded"},
]


def options(words: list[str]) -> dict[str, Any]:
    """Return what the command line makes of a command, without running it; wrong use raises."""
    context = click.Context(cli, info_name="hookconform")
    command: click.Command = cli
    rest = words[1:]
    while isinstance(command, click.Group):
        found = command.get_command(context, rest[0])
        assert found is not None, rest
        command, rest = found, rest[1:]
    return command.make_context("it", rest, parent=context).params


def head(config: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Run the Python of the file that stands before its rules."""
    names: dict[str, Any] = {"config": config}
    monkeypatch.setattr(subprocess, "check_output", lambda _: json.dumps(PLAN))
    exec(SNAKEFILE.read_text().partition("\nrule ")[0], names)
    return names


def test_the_plan_is_that_of_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    config = {"platforms": "codex pi", "since": "2025-12-01", "last": "5", "shard": "1/8", "store": "units"}
    names = head(config, monkeypatch)
    said = options(names["PLAN"])
    assert said["platforms"] == ("codex", "pi")
    assert (said["since"], said["last"], said["shard"], str(said["folder"])) == ("2025-12-01", 5, "1/8", "units")
    assert said["as_json"]
    assert names["UNITS"] == {"0a": "pi@0.87.1", "0b": "pi@0.87.0"}


def test_without_choice_everything_is_planned(monkeypatch: pytest.MonkeyPatch) -> None:
    said = options(head({}, monkeypatch)["PLAN"])
    assert (said["platforms"], said["since"], said["last"], said["shard"]) == ((), None, None, "1/1")


def test_the_command_runs_one_unit() -> None:
    found = re.search(r'f"\((hookconform .*?) \|\| test \$\? = 1\)"', SNAKEFILE.read_text())
    assert found is not None
    said = options(found[1].replace("{{params.target}}", "pi@0.87.1").replace("{STORE}", "units").split())
    assert (said["target"], str(said["folder"])) == ("pi@0.87.1", "units")


@pytest.mark.parametrize(
    ("code", "left", "is_done"),
    [
        (0, "0a.tar.xz", True),
        (1, "0a.tombstone.json", True),
        (1, "", False),
        (0, "", False),
        (3, "0a.tar.xz", False),
        (1, "0b.tombstone.json", False),
    ],
)
def test_a_unit_is_done_if_the_store_has_it(tmp_path: Path, code: int, left: str, *, is_done: bool) -> None:
    """A crash ends with exit code 1, as a tombstone does."""
    said = SNAKEFILE.read_text().partition("shell:")[2]
    command = "".join(re.findall(r'^ *f"(.*)"$', said, re.MULTILINE)).replace("{{wildcards.key}}", "0a")
    program = tmp_path / "hookconform"
    program.write_text(f"#!/bin/sh\n{f'touch store/{left}' if left else ':'}\nexit {code}\n")
    program.chmod(0o755)
    (tmp_path / "store").mkdir()
    words = command.replace("{STORE}", "store").replace("{{params.target}}", "pi@1")
    path = f"{tmp_path}:{os.environ['PATH']}"
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", words], cwd=tmp_path, env={"PATH": path}, check=False)
    assert (done.returncode == 0) == is_done


def test_it_is_short() -> None:
    code = [line for line in SNAKEFILE.read_text().splitlines() if line and not line.startswith("#")]
    assert len(code) <= 30
