"""`hookconform known-failures migrate` writes a list of protocol 1 in the names of protocol 2."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result
from tests.support import fakes

from hookconform.cli import cli
from hookconform.ground.errors import HookconformError

CASE = "gemini-cli/synthetic/arguments-empty"


def adapter(folder: Path, entries: list[str], **changes: object) -> None:
    """Write an adapter of protocol 1 that gives every payload as a harmless event, with a list of known failures."""
    raw = {key: value for key, value in fakes.MANIFEST.items() if key not in ("protocol", "tier", "run")}
    raw |= {"vocabulary": "extended", "capabilities": ["tool-name"], "known_failures": "known.yaml"} | changes
    answer = {key: value for key, value in raw.items() if value is not None or key != "vocabulary"}
    body = f"def initialize(self, **_): return {dict(answer, protocol=raw.get('protocol', 1))!r}"
    event = '{"events": [{"hook_event_name": "Stop"}]}'
    (folder / "harmless.py").write_text(
        f"class Adapter:\n    {body}\n    def canonicalize(self, **_): return {event}\n\ncreate = Adapter\n"
    )
    lines = [f"{key} = {json.dumps(value)}" for key, value in raw.items()]
    (folder / "adapter.toml").write_text("\n".join([*lines, "[run]", 'python = "harmless:create"', 'path = "."', ""]))
    (folder / "known.yaml").write_text(yaml.safe_dump([{"check": check, "reason": "not yet"} for check in entries]))


def migrate(folder: Path, monkeypatch: pytest.MonkeyPatch, *options: str, second: str = "duplicate-argument") -> Result:
    root = fakes.tiny_corpus(folder, "arguments-empty", second)
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    return CliRunner().invoke(cli, ["known-failures", "migrate", str(folder), *options])


def test_what_was_one_check_becomes_those_that_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    adapter(tmp_path, ["gemini-cli/*::tool-name"])
    result = migrate(tmp_path, monkeypatch, "--output", str(tmp_path / "new.yaml"))
    assert result.exit_code == 0, result.output
    written = yaml.safe_load((tmp_path / "new.yaml").read_text())
    assert written == [
        {"check": "gemini-cli/*::tool-name", "reason": "not yet"},
        {"check": "gemini-cli/synthetic/duplicate-argument::refusal", "reason": "not yet"},
    ]
    # An adapter of protocol 2 answers without a vocabulary.
    moved = {"protocol": 2, "tier": "extended", "capabilities": ["tool-name", "refusal"], "known_failures": "new.yaml"}
    moved["vocabulary"] = None
    (tmp_path / "moved").mkdir()
    adapter(tmp_path / "moved", [], **moved)
    text = (tmp_path / "moved" / "adapter.toml").read_text().replace("vocabulary = null\n", "")
    (tmp_path / "moved" / "adapter.toml").write_text(text)
    (tmp_path / "moved" / "new.yaml").write_text((tmp_path / "new.yaml").read_text())
    again = CliRunner().invoke(cli, ["run", str(tmp_path / "moved")])
    assert again.exit_code == 0, again.output
    assert "2 known failures, still failing" in again.output


def test_a_pattern_that_is_about_a_check_that_passes_too_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    adapter(tmp_path, ["gemini-cli/*::tool-name"])
    # No tool is named at a prompt, and the adapter names none.
    result = migrate(tmp_path, monkeypatch, "--output", str(tmp_path / "new.yaml"), second="engine-no-tool-prompt")
    assert result.exit_code == 0, result.output
    assert yaml.safe_load((tmp_path / "new.yaml").read_text()) == [{"check": f"{CASE}::tool-name", "reason": "not yet"}]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"known_failures": None}, "known-failures.none"),
        ({"protocol": 2, "tier": "extended", "vocabulary": None}, "known-failures.current"),
    ],
)
def test_what_needs_no_migration_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, object], code: str
) -> None:
    adapter(tmp_path, [], **changes)
    kept = [line for line in (tmp_path / "adapter.toml").read_text().splitlines() if not line.endswith("= null")]
    (tmp_path / "adapter.toml").write_text("\n".join(kept) + "\n")
    found = migrate(tmp_path, monkeypatch).exception
    assert isinstance(found, HookconformError)
    assert found.code == code


def test_a_list_that_cannot_be_written_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    adapter(tmp_path, ["gemini-cli/*::tool-name"])
    found = migrate(tmp_path, monkeypatch, "--output", str(tmp_path / "none" / "new.yaml")).exception
    assert isinstance(found, HookconformError)
    assert found.code == "file.unwritable"
