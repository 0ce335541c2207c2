"""`hookconform init --add-platform`: a second platform for a project, green at once, and nothing else changed."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hookconform.attach.registry import find_adapter
from hookconform.authoring.new_project import planned, project_files, write_project
from hookconform.cli import cli
from hookconform.ground.errors import HookconformError
from hookconform.run.engine import run
from hookconform.run.record import Status
from hookconform.run.selection import Selection


def init(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, ["init", *map(str, arguments)])


def project(folder: Path, *, hook: bool = False) -> Path:
    write_project(planned(folder, language="python", platforms=["gemini-cli"], hook=hook, name="mine"), folder)
    return folder


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("hook", [False, True])
def test_manifest_and_tables_are_those_of_a_new_project(tmp_path: Path, hook: bool) -> None:
    folder = project(tmp_path, hook=hook)
    before = files(folder)
    done = init(folder, "--add-platform", "codex")
    assert done.exit_code == 0, done.output
    assert f"changed {folder / 'tables.json'}" in done.output
    after = files(folder)
    assert {name for name in after if after[name] != before.get(name)} == {"adapter.toml", "tables.json"}
    both = planned(folder, language="python", platforms=["gemini-cli", "codex"], hook=hook, name="mine")
    fresh = project_files(both)
    assert json.loads(after["tables.json"]) == json.loads(fresh["tables.json"])
    assert tomllib.loads(after["adapter.toml"].decode()) == tomllib.loads(fresh["adapter.toml"])


@pytest.mark.whole
def test_the_added_platform_is_green_without_another_change(tmp_path: Path) -> None:
    folder = project(tmp_path)
    init(folder, "--add-platform", "codex")
    record = run(find_adapter(str(folder)), Selection(platforms=("codex",), newest=True), deadline=60)
    assert record.status is Status.PASSED, record.verdict


def test_parts_that_the_project_took_from_tables_are_added_too(tmp_path: Path) -> None:
    folder = project(tmp_path)
    path = folder / "tables.json"
    own = json.loads(path.read_text())
    own["gemini-cli"] |= {"kinds": {"Bash": "execute"}, "mine": 1}
    path.write_text(json.dumps(own))
    init(folder, "--add-platform", "codex")
    added = json.loads(path.read_text())
    assert added["gemini-cli"] == own["gemini-cli"]
    assert added["codex"]["kinds"]["Bash"] == "execute"
    assert {"renamed", "mine"} & added["codex"].keys() == set()


def test_own_lines_and_comments_of_the_manifest_stay(tmp_path: Path) -> None:
    folder = project(tmp_path)
    path = folder / "adapter.toml"
    text = path.read_text().replace(
        'platforms = ["gemini-cli"]', 'platforms = [\n  "gemini-cli", # mine\n]\nevents = ["Stop"]'
    )
    path.write_text(text)
    assert init(folder, "--add-platform", "codex", "--add-platform", "pi").exit_code == 0
    assert tomllib.loads(path.read_text())["platforms"] == ["gemini-cli", "codex", "pi"]
    assert path.read_text().splitlines()[-1] == text.splitlines()[-1]
    assert 'events = ["Stop"]' in path.read_text()


@pytest.mark.parametrize(
    ("hook", "platform", "code", "hint"),
    [
        (False, "codx", "init.platform", "codex"),
        (False, "gemini-cli", "init.there", "hookconform run"),
        (True, "cursor", "init.not-measured", "Measured: "),
    ],
)
def test_what_cannot_be_added_changes_nothing(tmp_path: Path, hook: bool, platform: str, code: str, hint: str) -> None:
    folder = project(tmp_path, hook=hook)
    before = files(folder)
    error = init(folder, "--add-platform", platform).exception
    assert isinstance(error, HookconformError)
    assert (error.code, hint in error.hint) == (code, True)
    assert files(folder) == before


def test_a_folder_without_a_project_is_refused(tmp_path: Path) -> None:
    error = init(tmp_path, "--add-platform", "codex").exception
    assert isinstance(error, HookconformError)
    assert error.code == "init.no-project"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("more", [("--language", "go"), ("--hook",), ("--platform", "pi")])
def test_the_project_says_the_rest(tmp_path: Path, more: tuple[str, ...]) -> None:
    assert init(project(tmp_path), "--add-platform", "codex", *more).exit_code == 2
