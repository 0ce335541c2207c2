"""Rules are told which measured escapes they leave open, and which of these a rule closes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hookconform.corpus.locate import corpus_root
from hookconform.packs.escaping import open_escapes
from hookconform.packs.reading import read_pack
from tests.packs.conftest import run

Write = Callable[..., Path]
ROWS = """platform: claude-code
version: "9.9.9"
cells:
  - {row: user-file, verdict: another-event, event: UserPromptSubmit}
  - {row: settings-emptied, verdict: unseen}
  - {row: flag-bare, verdict: unseen}
  - {row: deny-crash, verdict: seen-not-stopped, event: PreToolUse}
  - {row: own-shell, verdict: stopped}
  - {row: own-patch, verdict: not-offered, note: none}
runs: []
"""
CLAIMS = """sources:
  user-file: {url: "https://example.com/a", closed_by: "a setting"}
  settings-emptied: {url: "https://example.com/b"}
  flag-bare: {url: "https://example.com/c"}
  deny-crash: {url: "https://example.com/d"}
guards: [.claude/settings.json, ~/.claude/settings.json]
"""
EDITS = {"name": "guard-edits", "event": "PreToolUse", "tools": ["Write", "Edit"], "action": "block"}
SHELL = {"name": "guard-shell", "event": "PreToolUse", "tools": ["Bash"], "action": "block"}
NOTED = {"name": "noted", "event": "PreToolUse", "action": "audit"}


@pytest.fixture(autouse=True)
def _measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "corpus"
    shutil.copytree(corpus_root() / "schema", root / "schema")
    for name in ("vocabulary.yaml", "escape-rows.yaml"):
        shutil.copy(corpus_root() / name, root / name)
    folder = root / "platforms" / "claude-code" / "escapes"
    folder.mkdir(parents=True)
    (folder / "9.9.9.yaml").write_text(ROWS, encoding="utf-8")
    (folder / "claims.yaml").write_text(CLAIMS, encoding="utf-8")
    for module in ("corpus.escapes", "corpus.version_files"):
        monkeypatch.setattr(f"hookconform.{module}.corpus_root", lambda: root)


def codes(path: Path) -> list[str]:
    return [left.code for left in open_escapes([read_pack(path, None)], ["claude-code", "pi"])]


@pytest.mark.parametrize(
    ("rules", "left"),
    [
        ([NOTED], ["unseen-path", "self-disable", "door"]),
        ([EDITS], ["unseen-path", "self-disable", "door"]),
        ([SHELL], ["unseen-path", "self-disable", "door"]),
        ([EDITS, SHELL], ["unseen-path", "door"]),
    ],
    ids=["audit", "edits", "shell", "both"],
)
def test_hooks_are_guarded_by_rules_about_edits_and_the_shell(
    write: Write, rules: list[dict[str, Any]], left: list[str]
) -> None:
    assert codes(write(rules)) == left


def test_what_closes_an_escape_is_named(write: Write) -> None:
    found = {left.code: left for left in open_escapes([read_pack(write([NOTED]), None)], ["claude-code"])}
    assert found["unseen-path"].closed_by == ("a setting",)
    assert found["unseen-path"].rows == ("user-file",)
    assert found["self-disable"].closed_by == (
        "rules that deny edits and shell commands about .claude/settings.json, ~/.claude/settings.json",
    )
    assert found["door"].closed_by == ()


def test_a_hook_that_fails_is_no_hole_of_the_rules(write: Write) -> None:
    found = open_escapes([read_pack(write([NOTED]), None)], ["claude-code"])
    assert "deny-crash" not in {row for left in found for row in left.rows}


def test_the_report_tells_of_them_and_keeps_its_verdict(write: Write) -> None:
    path = write([{**NOTED, "tools": ["WebFetch", "WebSearch"], "action": "block"}])
    report = json.loads(run(path, "--json", "claude-code").stdout)
    assert [row["code"] for row in report["escapes"]] == ["unseen-path", "self-disable", "door"]
    assert report["summary"]["verdict"] == "holds"
    text = run(path, "claude-code").stdout
    said = " ".join(text.split())
    assert "claude-code, no hook is asked: @file in a prompt; closed by a setting" in said
    assert "hookconform explain claude-code --escapes" in text
