"""Families: a row becomes a case of each platform that has the event and the tool, and is held to what it says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from tests.support.miniature import PLATFORM, build

from hookconform.cli import cli
from hookconform.corpus.families import load_families, load_templates
from hookconform.corpus.locate import corpus_root
from hookconform.intake.family_cases import cases_of
from hookconform.lint import families as rule
from hookconform.lint.reading import Corpus

ROWS: list[dict[str, Any]] = [
    {"name": "deletes", "title": "a deletion", "arguments": {"command": "rm -rf x"}, "matches": ["block"]},
    {"name": "longer", "title": "a longer name", "tool": "{native}s"},
    {"name": "refused", "title": "a tool that is a number", "put": {"tool_name": 7}, "drop": ["cwd"], "error": True},
]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    build(tmp_path / "corpus")
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(tmp_path / "corpus"))
    return tmp_path / "corpus"


def write(root: Path, *rows: dict[str, Any], **changes: Any) -> None:
    folder = root / "families"
    folder.mkdir(exist_ok=True)
    case = f"{PLATFORM}/captured/1.0.0/before-tool-run-shell-command"
    (folder / "templates.yaml").write_text(yaml.safe_dump({PLATFORM: {"PreToolUse": case}}))
    table: dict[str, Any] = {"about": "what a row becomes", "event": "PreToolUse", "tool": "Bash", "rows": list(rows)}
    (folder / "toy.yaml").write_text(yaml.safe_dump(table | changes))


def compose(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(cli, ["corpus", "compose", *arguments])
    return done.exit_code, done.output


def findings(root: Path) -> list[str]:
    return [message for _, message in rule.check(Corpus(root))]


def test_cases_are_written_and_then_are_what_the_table_says(root: Path) -> None:
    write(root, *ROWS[1:])
    assert compose() == (
        1,
        f"{PLATFORM}/synthetic/toy-longer\n{PLATFORM}/synthetic/toy-refused\n2 cases differ from their tables\n",
    )
    assert compose("--write")[0] == 0
    assert compose() == (0, "0 cases differ from their tables\n")
    assert findings(root) == []
    case = json.loads((root / "platforms" / PLATFORM / "synthetic" / "toy-longer.json").read_text())
    assert case["payload"]["tool_name"] == case["expected"]["tool_name"] == "run_shell_commands"
    assert case["tags"] == ["composed", "toy"]
    refused = json.loads((root / "platforms" / PLATFORM / "synthetic" / "toy-refused.json").read_text())
    assert refused["expected"] == {"error": "invalid-payload"}
    assert refused["payload"]["tool_name"] == 7
    assert "cwd" not in refused["payload"]


def test_a_row_that_the_rules_contradict_is_found(root: Path) -> None:
    named = Corpus(root).rules[0]["name"]
    write(root, {**ROWS[1], "matches": [named]}, rules=[named])
    compose("--write")
    (found,) = findings(root)
    assert f"the row says that {named} match, the claims and packs give none" in found


def test_a_rule_that_no_pack_has_is_found(root: Path) -> None:
    write(root, ROWS[1], rules=["made-up"])
    compose("--write")
    assert findings(root) == ["no pack has the rule made-up"]


def test_a_case_that_was_edited_or_lost_its_row_is_found(root: Path) -> None:
    write(root, *ROWS[1:])
    compose("--write")
    path = root / "platforms" / PLATFORM / "synthetic" / "toy-longer.json"
    path.write_text(path.read_text().replace("a longer name", "another name"))
    assert "is not what families/toy.yaml composes" in findings(root)[0]
    write(root, ROWS[1])
    compose("--write")
    assert "no table composes it any more" in findings(root)[0]


def test_a_platform_without_the_tool_or_excepted_has_no_case(root: Path) -> None:
    write(root, {**ROWS[1], "except_on": [PLATFORM]})
    assert compose()[0] == 0
    write(root, ROWS[1], tool="NotebookEdit")
    assert compose()[0] == 0
    write(root, ROWS[1], event="Stop")
    assert compose()[0] == 0


def test_arguments_are_put_under_the_platform_s_own_names() -> None:
    root = corpus_root()
    found = {case.id: case.content for family in load_families(root) for case in cases_of(family, root)}
    payload = found["opencode/synthetic/path-rules-tests"]["payload"]
    assert payload["output"]["args"] == {"filePath": "tests/unit/a", "content": "x"}
    prompts = found["opencode/synthetic/prompt-rules-go"]["payload"]
    assert prompts["output"]["parts"] == [{"type": "text", "text": "please go on"}]
    # Every platform gives its shape to something.
    assert {case_id.split("/")[0] for case_id in found} == set(load_templates(root))
