"""The lab's commands: targets, exit codes, files written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.support.fake_driver import FakeDriver

from hookconform.cli import cli
from hookconform.corpus.claims import load_platform
from hookconform.ground.errors import HookconformError
from hookconform_lab.cli.lab_commands import targets
from hookconform_lab.lab import drivers, release_dates
from hookconform_lab.lab import install as installing
from hookconform_lab.lab import record as recording

pytestmark = pytest.mark.whole


@pytest.fixture(autouse=True)
def fake_platform(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(drivers, "load_driver", lambda _: FakeDriver())
    monkeypatch.setattr(installing, "newest_version", lambda _: "9.9.9")
    monkeypatch.setattr(installing, "released_versions", lambda _: ["9.9.8", "9.9.9"])
    monkeypatch.setattr(recording, "install", lambda *_: tmp_path)
    monkeypatch.setattr(recording, "need_tools", lambda _: None)
    monkeypatch.setattr(
        release_dates, "released", lambda *_: {"registry": "npm", "dates": "published", "day": "2026-11-20"}
    )


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["lab", *arguments])


def test_record_writes_four_files_and_prints_a_table(tmp_path: Path) -> None:
    result = _run("record", "claude-code@latest", "--output", str(tmp_path), "--allow-network")
    assert result.exit_code == 0, result.output
    names = sorted(path.name for path in (tmp_path / "claude-code").iterdir())
    assert names == ["9.9.9.calls.jsonl", "9.9.9.declared.json", "9.9.9.jsonl", "9.9.9.manifest.json"]
    assert "claude-code 9.9.9: 7 hook calls, 2 of 2 declared tools driven" in result.stdout
    manifest = json.loads((tmp_path / "claude-code" / "9.9.9.manifest.json").read_bytes())
    assert manifest["released"] == {"registry": "npm", "dates": "published", "day": "2026-11-20"}
    assert "[1/1] tools: three calls" in result.stderr


def test_without_a_version_the_newest_of_the_corpus_is_meant() -> None:
    assert targets.split_target("claude-code")[1] == load_platform("claude-code").newest
    assert targets.split_target("claude-code@latest")[1] == "9.9.9"
    assert targets.split_target("claude-code@1.2.3")[1] == "1.2.3"


def test_one_program_that_cannot_be_had_stops_no_other(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def install(driver: FakeDriver, *_: object) -> Path:
        if not driver.more_tools:
            raise HookconformError("lab.version-unknown", "npm does not have it.")
        return tmp_path

    monkeypatch.setattr(drivers, "driven_platforms", lambda: ["one", "two"])
    monkeypatch.setattr(drivers, "load_driver", lambda name: FakeDriver(more_tools=["x"] if name == "two" else []))
    monkeypatch.setattr(recording, "install", install)
    result = _run("record", "--all", "--output", str(tmp_path), "--allow-network")
    assert result.exit_code == 3
    assert "error[lab.version-unknown]: npm does not have it." in result.stderr
    assert "not recorded: one" in result.stderr
    assert "7 hook calls" in result.stdout


def test_an_incomplete_recording_is_kept_and_is_no_success(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(drivers, "load_driver", lambda _: FakeDriver(hooked=("SessionStart",)))
    result = _run("record", "claude-code@9.9.9", "--output", str(tmp_path), "--allow-network")
    assert result.exit_code == 3
    manifest: dict[str, Any] = json.loads((tmp_path / "claude-code" / "9.9.9.manifest.json").read_text())
    assert manifest["complete"] is False


@pytest.mark.parametrize("arguments", [(), ("gemini-cli", "--all")])
def test_one_platform_or_all_of_them(arguments: tuple[str, ...]) -> None:
    result = _run("record", *arguments)
    assert isinstance(result.exception, HookconformError)
    assert result.exception.code == "lab.target"


def test_verify_of_a_version_the_corpus_does_not_have_is_an_error() -> None:
    result = _run("verify", "claude-code@9.9.9", "--allow-network")
    assert isinstance(result.exception, HookconformError)
    assert result.exception.code == "lab.no-cases"


def test_a_platform_the_lab_cannot_run_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    result = _run("record", "cursor")
    assert isinstance(result.exception, HookconformError)
    assert result.exception.code == "lab.platform"
    assert "gemini-cli" in result.exception.hint


def test_versions_are_listed_newest_first_with_what_the_corpus_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installing, "released_versions", lambda _: ["0.27.0", "9.9.9"])
    lines = _run("versions", "gemini-cli").stdout.splitlines()
    assert lines[0] == "9.9.9"
    assert lines[1].startswith("0.27.0  ")
    assert lines[1].endswith(" captured cases")
