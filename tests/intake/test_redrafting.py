"""Redrafting: expectations follow claims and rule packs, as a diff, and payloads never change."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.support import miniature
from tests.support.claims_only import NEW, add_platform
from tests.support.filing import change_case, file_by_hand, file_contribution, file_repeated, read_case, read_lines

from hookconform.cases.loading import iter_cases
from hookconform.cli import cli
from hookconform.corpus import claims, rule_packs
from hookconform.corpus.expected import OPTIONAL
from hookconform_lab.intake.redrafting import FIELDS

pytestmark = pytest.mark.whole

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


def files(root: Path) -> dict[str, dict[str, Any]]:
    """Return by id what the files say of the cases with a payload of their own."""
    found: dict[str, dict[str, Any]] = {}
    for folder in (root / "platforms").iterdir():
        for path in (folder / "captured").glob("*.jsonl"):
            lines = read_lines(path)
            found |= {f"{folder.name}/captured/{path.stem}/{line['name']}": line for line in lines}
        for path in (folder / "cases").glob("*.json"):
            cases = json.loads(path.read_bytes())["cases"]
            found |= {f"{folder.name}/synthetic/{name}": case for name, case in cases.items()}
        for path in (folder / "contributed").glob("*.json"):
            case = json.loads(path.read_bytes())
            found[f"{folder.name}/{case['id']}"] = case
    return found


def raw_files(root: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in (root / "platforms").rglob("*") if path.is_file()}


def without_expected(case: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in case.items() if key != "expected"}


def applied(root: Path, diff: str) -> set[str]:
    """Apply a diff to a copy of the corpus; return the ids of the cases that changed."""
    copy = root.parent / "copy" / root.name
    shutil.copytree(root, copy)
    subprocess.run(["git", "apply", "-p1", "-"], input=diff, text=True, cwd=copy.parent, check=True)
    before, after = files(root), files(copy)
    shutil.rmtree(copy.parent)
    assert before.keys() == after.keys()
    return {case_id for case_id in before if before[case_id] != after[case_id]}


def test_nothing_is_proposed_where_nothing_changed(corpus: Path) -> None:
    result = redraft()
    assert (result.exit_code, result.stdout) == (0, "")


def test_a_new_rule_shows_exactly_the_cases_that_match_it_now(corpus: Path) -> None:
    before = files(corpus)
    shell = before[BEFORE_SHELL]["payload"]
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
    assert applied(corpus, result.stdout) == wanted
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
        old, new = before[case.id]["expected"], after[case.id]["expected"]
        assert new["tool_input"] == {
            "path" if key == "file_path" else key: value for key, value in old["tool_input"].items()
        }
        assert {**old, "tool_input": None} == {**new, "tool_input": None}
        assert list(new) == list(old)
    assert all(without_expected(before[case_id]) == without_expected(after[case_id]) for case_id in before)


def test_only_the_named_fields_and_cases_change(corpus: Path) -> None:
    table = corpus / "platforms" / "gemini-cli" / "platform.yaml"
    edit(table, BASH, BASH.replace("Bash", "Read"))
    result = redraft("--field", "tool_name", "*/before-tool-run-shell-command")
    assert applied(corpus, result.stdout) == {BEFORE_SHELL}
    gone, added = (
        [json.loads(line[1:]) for line in result.stdout.splitlines() if line[:1] == sign and line[:3] != 3 * sign]
        for sign in "-+"
    )
    assert [case["expected"]["tool_name"] for case in (*gone, *added)] == ["Bash", "Read"]
    assert added == [{**gone[0], "expected": {**gone[0]["expected"], "tool_name": "Read"}}]


def test_the_diff_is_what_patch_applies_and_write_writes(corpus: Path) -> None:
    table = corpus / "platforms" / "gemini-cli" / "platform.yaml"
    edit(
        table,
        "native: BeforeTool\n    canonical: PreToolUse",
        "native: BeforeTool\n    canonical: PermissionRequest\n    also_fires: [Stop]",
    )
    diff = redraft().stdout
    subprocess.run(["git", "apply", "-p1", "-"], input=diff, text=True, cwd=corpus.parent, check=True)
    patched = raw_files(corpus)
    assert files(corpus)[BEFORE_SHELL]["expected"]["also_fires"] == ["Stop"]
    subprocess.run(["git", "apply", "-p1", "-R", "-"], input=diff, text=True, cwd=corpus.parent, check=True)
    assert raw_files(corpus) != patched
    assert redraft("--write").exit_code == 0
    assert raw_files(corpus) == patched
    edit(table, "\n    also_fires: [Stop]", "")
    assert redraft("--write", "--field", "also_fires").exit_code == 0
    assert "also_fires" not in files(corpus)[BEFORE_SHELL]["expected"]


def test_no_adapter_is_asked(corpus: Path) -> None:
    """The drafts of a platform that no adapter knows are as good as any."""
    folder = add_platform(corpus, "gemini-cli", cases=True)
    edit(folder / "platform.yaml", BASH, GREP)
    changed = applied(corpus, redraft("--field", "tool_name").stdout)
    assert {case_id.split("/")[0] for case_id in changed} == {NEW}


def test_a_payload_cannot_be_tampered_with(corpus: Path) -> None:
    assert not {"payload", "payload_text", "origin", "error", "may_refuse"} & set(FIELDS)
    for name in ("payload", "origin", "error"):
        assert redraft("--field", name).exit_code == 2
    forged = {"tool_name": "forged"}
    # Payloads that look like cases, with an expectation of their own, in each kind of file.
    change_case(corpus, BEFORE_SHELL, lambda case: case["payload"].update(expected=forged, name="other"))
    by_hand = read_case(corpus, BEFORE_SHELL) | {"origin": {"kind": "synthetic"}}
    del by_hand["name"]
    file_by_hand(corpus, "gemini-cli/synthetic/forged", by_hand)
    file_contribution(corpus, "gemini-cli/captured/1.1.0/forged", {**by_hand, "origin": {}})
    before = files(corpus)
    edit(corpus / "platforms/gemini-cli/platform.yaml", BASH, GREP)
    assert redraft("--write", "--field", "tool_name").exit_code == 0
    after = files(corpus)
    for case_id in (BEFORE_SHELL, "gemini-cli/synthetic/forged", "gemini-cli/captured/1.1.0/forged"):
        assert without_expected(after[case_id]) == without_expected(before[case_id])
        assert after[case_id]["payload"]["expected"] == forged
        assert after[case_id]["expected"]["tool_name"] == "Grep"


def test_no_byte_beside_the_expectation_changes(corpus: Path) -> None:
    """Whatever form an author gave to a file: spacing, order of keys, and what looks like an end of a line."""
    topic = corpus / "platforms" / "gemini-cli" / "cases" / "some.json"
    edit(topic, '"payload": {', '\n\n  "payload":   {')
    change_case(corpus, BEFORE_SHELL, lambda case: case["payload"].update(prompt="a\u2028b\u0085c"))
    lines = corpus / "platforms" / "gemini-cli" / "captured" / "1.0.0.jsonl"
    before = {path: path.read_bytes() for path in (topic, lines)}
    alias = "native: execute_code\n    canonical: "
    edit(corpus / "platforms/gemini-cli/platform.yaml", f"{alias}Bash", f"{alias}Grep")
    edit(corpus / "platforms/gemini-cli/platform.yaml", BASH, GREP)
    assert redraft("--write", "--field", "tool_name").exit_code == 0
    old, new = b'"tool_name": "Bash"', b'"tool_name": "Grep"'
    assert topic.read_bytes() == before[topic].replace(old, new)
    assert lines.read_bytes() == before[lines].replace(old.replace(b" ", b""), new.replace(b" ", b""))


def test_what_several_versions_repeat_has_one_expectation(corpus: Path) -> None:
    file_repeated(corpus, BEFORE_SHELL.replace("1.0.0", "1.1.0"), BEFORE_SHELL, "0" * 64)
    edit(corpus / "platforms/gemini-cli/platform.yaml", BASH, GREP)
    result = redraft("--field", "tool_name", "*/before-tool-run-shell-command")
    assert applied(corpus, result.stdout) == {BEFORE_SHELL}
    assert "gemini-cli  tool_name  1" in result.stderr


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
    whole = files(corpus)
    change_case(corpus, BEFORE_SHELL, lambda case: case["expected"].pop("tool_input"))
    left_out = redraft()
    assert left_out.exit_code == 0
    assert f"tool_input: 1 case not judged by it, such as {BEFORE_SHELL}; `--add tool_input` adds it" in left_out.output
    assert "tool_input" not in files(corpus)[BEFORE_SHELL]["expected"]
    added = redraft("--add", "tool_input", "--write")
    assert added.exit_code == 0, added.output
    assert files(corpus) == whole
    assert "not judged" not in redraft().output


def test_only_a_field_that_may_be_left_out_can_be_added() -> None:
    refused = redraft("--add", "event")
    assert refused.exit_code == 2
    assert set(OPTIONAL) < set(FIELDS)
