"""Redrafting: expectations follow claims and rule packs, as a diff, and payloads never change."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.support import miniature
from tests.support.claims_only import NEW, add_platform

from hookconform.cases.loading import iter_cases
from hookconform.cli import cli
from hookconform.corpus import claims, rule_packs
from hookconform.corpus.expected import OPTIONAL
from hookconform.intake.redrafting import FIELDS

BEFORE_SHELL = "gemini-cli/captured/1.0.0/before-tool-run-shell-command"
BASH = "native: run_shell_command\n    canonical: Bash"
GREP = "native: run_shell_command\n    canonical: Grep"
NEW_RULE = """  - name: mentions-a-listing
    matchers: {operations: [PreToolUse], command_match: "^ls"}
    actions: {block: true}
"""


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "corpus"
    miniature.build(root)
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    return root


def redraft(*arguments: str) -> Result:
    """Run the command as a process of its own would: claims and packs are read afresh."""
    claims._read.cache_clear()
    rule_packs._read.cache_clear()
    return CliRunner().invoke(cli, ["corpus", "redraft", *arguments])


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def files(root: Path) -> dict[str, bytes]:
    return {case.id: case.path.read_bytes() for case in iter_cases(root=root)}


def without_expected(data: bytes) -> dict[str, Any]:
    return {key: value for key, value in json.loads(data).items() if key != "expected"}


def named_in(diff: str) -> set[str]:
    lines = [line for line in diff.splitlines() if line.startswith("+++ ")]
    return {line.removeprefix("+++ b/corpus/platforms/").removesuffix(".json") for line in lines}


def test_nothing_is_proposed_where_nothing_changed(corpus: Path) -> None:
    result = redraft()
    assert (result.exit_code, result.stdout) == (0, "")


def test_a_new_rule_shows_exactly_the_cases_that_match_it_now(corpus: Path) -> None:
    before = files(corpus)
    shell = json.loads(before[BEFORE_SHELL])["payload"]
    word = shell["tool_input"]["command"].split()[0]
    pack = corpus / "rules" / "pack.yaml"
    pack.write_text(pack.read_text(encoding="utf-8") + NEW_RULE.replace('"^ls"', f'"^{word}"'), encoding="utf-8")
    wanted = {
        case.id
        for case in iter_cases(root=corpus)
        if case.expected.event == "PreToolUse" and str(case.expected.arguments.get("command", "")).startswith(word)
    }
    assert wanted
    result = redraft()
    assert result.exit_code == 1
    assert named_in(result.stdout) == wanted
    changed = [line for line in result.stdout.splitlines() if line[:1] in "+-" and line[:3] not in {"+++", "---"}]
    assert any("mentions-a-listing" in line for line in changed)
    assert f"gemini-cli  matched_rules  {len(wanted)}" in result.stderr
    assert files(corpus) == before, "a proposal writes nothing"


def test_a_changed_rename_changes_tool_input_and_no_other_byte(corpus: Path) -> None:
    before = files(corpus)
    table = corpus / "platforms" / "gemini-cli" / "platform.yaml"
    edit(
        table,
        "  - native: read_file\n    canonical: Read\n",
        "  - native: read_file\n    canonical: Read\n    arguments: {file_path: path}\n",
    )
    rows = [case for case in iter_cases(root=corpus) if case.expected.platform_tool_name == "read_file"]
    assert rows
    result = redraft("--field", "tool_input", "--write")
    assert result.exit_code == 0, result.output
    after = files(corpus)
    assert {case_id for case_id in before if before[case_id] != after[case_id]} == {case.id for case in rows}
    for case in rows:
        old, new = json.loads(before[case.id])["expected"], json.loads(after[case.id])["expected"]
        assert new["tool_input"] == {
            "path" if key == "file_path" else key: value for key, value in old["tool_input"].items()
        }
        assert {**old, "tool_input": None} == {**new, "tool_input": None}
        assert list(new) == list(old)
        kept = [line for line in before[case.id].splitlines() if b"file_path" not in line]
        assert kept == [
            line for line in after[case.id].splitlines() if b'"path"' not in line and b"file_path" not in line
        ]
    assert all(without_expected(before[case_id]) == without_expected(after[case_id]) for case_id in before)


def test_only_the_named_fields_and_cases_change(corpus: Path) -> None:
    table = corpus / "platforms" / "gemini-cli" / "platform.yaml"
    edit(table, BASH, BASH.replace("Bash", "Read"))
    result = redraft("--field", "tool_name", "*/before-tool-run-shell-command")
    assert named_in(result.stdout) == {BEFORE_SHELL}
    added = [line for line in result.stdout.splitlines() if line.startswith("+") and not line.startswith("+++")]
    assert [line.strip("+ ,") for line in added] == ['"tool_name": "Read"']


def test_the_diff_is_what_patch_applies_and_write_writes(corpus: Path) -> None:
    table = corpus / "platforms" / "gemini-cli" / "platform.yaml"
    edit(
        table,
        "native: BeforeTool\n    canonical: PreToolUse",
        "native: BeforeTool\n    canonical: PermissionRequest\n    also_fires: [Stop]",
    )
    diff = redraft().stdout
    subprocess.run(["git", "apply", "-p1", "-"], input=diff, text=True, cwd=corpus.parent, check=True)
    applied = files(corpus)
    assert redraft("--write").exit_code == 0
    assert files(corpus) == applied
    assert json.loads(applied[BEFORE_SHELL])["expected"]["also_fires"] == ["Stop"]
    edit(table, "\n    also_fires: [Stop]", "")
    assert redraft("--write", "--field", "also_fires").exit_code == 0
    assert "also_fires" not in json.loads(files(corpus)[BEFORE_SHELL])["expected"]


def test_no_adapter_is_asked(corpus: Path) -> None:
    """The drafts of a platform that no adapter knows are as good as any."""
    folder = add_platform(corpus, "gemini-cli", cases=True)
    edit(folder / "platform.yaml", BASH, GREP)
    assert {case_id.split("/")[0] for case_id in named_in(redraft("--field", "tool_name").stdout)} == {NEW}


def test_a_payload_cannot_be_tampered_with(corpus: Path) -> None:
    assert not {"payload", "payload_text", "origin", "error", "may_refuse"} & set(FIELDS)
    for name in ("payload", "origin", "error"):
        assert redraft("--field", name).exit_code == 2
    case = corpus / "platforms" / "gemini-cli" / "captured" / "1.0.0" / "before-tool-run-shell-command.json"
    # A payload that looks like a case, with spacing of its own in its text.
    text = case.read_text(encoding="utf-8").replace(
        '"session_id":', '"expected": {"tool_name":   "forged"},\n    "session_id":', 1
    )
    case.write_text(text, encoding="utf-8")
    edit(corpus / "platforms/gemini-cli/platform.yaml", BASH, GREP)
    assert redraft("--write", "--field", "tool_name").exit_code == 0
    assert without_expected(case.read_bytes()) == without_expected(text.encode())
    assert '{"tool_name":   "forged"}' in case.read_text(encoding="utf-8")


def test_patterns_that_fit_nothing_are_an_error(corpus: Path) -> None:
    result = redraft("no-such-platform/*")
    assert getattr(result.exception, "code", "") == "redraft.none"


def test_an_installed_corpus_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "_data" / "corpus"
    root.parent.mkdir()
    miniature.build(root)
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    assert getattr(redraft("--write").exception, "code", "") == "redraft.installed"


def test_a_field_that_is_left_out_is_added_when_asked_for(corpus: Path) -> None:
    path = corpus / "platforms" / f"{BEFORE_SHELL}.json"
    whole = path.read_bytes()
    raw = json.loads(whole)
    del raw["expected"]["tool_input"]
    path.write_text(json.dumps(raw, indent=2) + "\n", encoding="utf-8")
    left_out = redraft()
    assert left_out.exit_code == 0
    assert f"tool_input: 1 case not judged by it, such as {BEFORE_SHELL}; `--add tool_input` adds it" in left_out.output
    assert "tool_input" not in json.loads(path.read_bytes())["expected"]
    added = redraft("--add", "tool_input", "--write")
    assert added.exit_code == 0, added.output
    assert json.loads(path.read_bytes()) == json.loads(whole)
    assert "not judged" not in redraft().output


def test_only_a_field_that_may_be_left_out_can_be_added() -> None:
    refused = redraft("--add", "event")
    assert refused.exit_code == 2
    assert set(OPTIONAL) < set(FIELDS)
