"""What a command that cannot go on says and ends with: on a terminal in its width, elsewhere line by line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import click
import pytest
from click.testing import CliRunner
from tests.support.terminals import shown_on_terminal

from hookconform.cli import cli, main
from hookconform.corpus.claims import load_platform
from hookconform.ground.errors import EXIT_USAGE, HookconformError
from hookconform.ground.plain_text import WIDTH

COMMAND = [sys.executable, "-m", "hookconform"]

UNKNOWN = [sys.executable, "-m", "hookconform", "explain", "--facade", "gemini", "nope"]


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["run", "reference", "--list", "--json"], 2, "--list prints one check a line"),
        (["run", "reference", "--list", "--format", "junit"], 2, "--list prints one check a line"),
        (["run", "reference", "--list", "--watch"], 2, "--list prints one check a line"),
        (["run", "reference", "--list", "--output", "checks.txt"], 2, "--list prints one check a line"),
        (["run", "reference", "--json", "--format", "junit"], 2, "Give --json or --format junit, not both"),
        (["debug", "codex", "PreToolUse", "--policy", "no-shell"], 2, "--policy is for hook programs"),
        (["debug", "codex", "PreToolUse", "--policy", "no-shell", "--rules", "a"], 2, "--policy or --rules, not both"),
        (["cases", "pi", "--tag", "nope"], 1, "error[cases.none]"),
        (["corpus", "release", "nope"], 2, "error[corpus.release-version]"),
        (["corpus", "account", "."], 2, "error[corpus.missing]"),
    ],
)
def test_what_would_be_left_out_is_wrong_use(words: list[str], code: int, told: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hookconform", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (code, "")
    assert told in done.stderr
    assert not list(tmp_path.iterdir())


def test_an_error_fits_a_terminal_and_is_one_line_a_part_elsewhere() -> None:
    code, shown, _ = shown_on_terminal(UNKNOWN)
    assert code == 2
    lines = shown.decode().splitlines()
    assert max(map(len, lines)) <= 80
    done = subprocess.run(UNKNOWN, capture_output=True, text=True, check=False)
    assert len(done.stderr.splitlines()) == 3
    assert " ".join(" ".join(lines).split()) == " ".join(done.stderr.split())


@pytest.mark.parametrize("words", [["respond"], ["debug", "codex"]])
def test_wrong_use_fits_a_terminal_and_is_one_line_elsewhere(words: list[str]) -> None:
    command = [sys.executable, "-m", "hookconform", *words]
    code, shown, _ = shown_on_terminal(command)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert code == done.returncode == EXIT_USAGE
    lines = shown.decode().splitlines()
    assert max(map(len, lines)) <= WIDTH < max(map(len, done.stderr.splitlines()))
    assert " ".join(" ".join(lines).split()) == " ".join(done.stderr.split())


def test_a_case_and_its_title_fit_a_terminal_and_are_one_line_elsewhere() -> None:
    command = [sys.executable, "-m", "hookconform", "cases", "cline", "PreToolUse"]
    _, shown, _ = shown_on_terminal(command)
    lines = shown.decode().splitlines()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert max(map(len, lines)) <= WIDTH < max(map(len, done.stdout.splitlines()))
    assert " ".join(" ".join(lines).split()) == " ".join(done.stdout.split())


@pytest.mark.parametrize("name", ["run", "strength", "cases"])
def test_an_interruption_is_no_failure(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(type(cli), "get_command", lambda *_: click.Command(name, callback=interrupted))
    result = CliRunner().invoke(cli, [name])
    assert (result.exit_code, result.stderr) == (3, "Interrupted.\n")


@pytest.mark.whole
@pytest.mark.parametrize("command", [["diff"], ["report", "--output", "site", "--results"]])
def test_deeply_nested_report_is_an_error_with_a_code(tmp_path: Path, command: list[str]) -> None:
    path = tmp_path / "deep.json"
    path.write_text("[" * 200_000, encoding="utf-8")
    files = [str(path)] * (2 if command == ["diff"] else 1)
    done = subprocess.run([*COMMAND, *command, *files], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 2
    assert "results.nested" in done.stderr
    assert "Traceback" not in done.stderr


def test_half_a_surrogate_pair_in_a_recording_is_an_error_with_a_code(tmp_path: Path) -> None:
    row = {"platform": "gemini-cli", "platform_version": "0.61.0", "payload_text": "{}", "scenario": "s"}
    path = tmp_path / "recording.jsonl"
    path.write_text(json.dumps({**row, "registered_event": "Before\ud800Tool"}) + "\n", encoding="utf-8")
    command = [*COMMAND, "corpus", "import", "--recorded", "2026-01-01", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "recording.invalid" in done.stderr


@pytest.mark.parametrize(("error", "code"), [(RecursionError(), "input.nested"), ("\ud800", "input.surrogate")])
def test_what_no_reader_refused_by_name_is_no_traceback(
    error: RecursionError | str, code: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails() -> NoReturn:
        if isinstance(error, str):
            error.encode()
        raise RecursionError

    monkeypatch.setattr(type(cli), "get_command", lambda *_: click.Command("run", callback=fails))
    monkeypatch.setattr(sys, "argv", ["hookconform", "run"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert code in capsys.readouterr().err


def test_changes_without_a_version_names_some_and_an_example_that_works() -> None:
    for name in ("codex", "code-puppy"):
        error = CliRunner().invoke(cli, ["changes", name]).exception
        assert isinstance(error, HookconformError)
        assert error.exit_code == EXIT_USAGE
        newest, before = reversed(load_platform(name).versions[-2:])
        assert error.hint.startswith(f"Known, newest first: {newest}, {before}, ")
        example = error.hint.partition("For example: hookconform ")[2].split()
        assert example[:2] == ["changes", name]
        assert CliRunner().invoke(cli, example).exit_code == 0


@pytest.mark.whole
@pytest.mark.parametrize("command", ["platforms", "confidence", "community list", "explain codex"])
def test_an_overview_fits_a_terminal(command: str) -> None:
    lines = CliRunner().invoke(cli, command.split()).stdout.splitlines()
    assert [line for line in lines if len(line) > WIDTH] == []
