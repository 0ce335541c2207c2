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
from hookconform.corpus.cases import load_case
from hookconform.corpus.claims import load_platform
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
        f"{PLATFORM}/synthetic/toy-longer\n{PLATFORM}/synthetic/toy-refused\n2 cases other than the tables say\n",
    )
    assert compose("--write")[0] == 0
    assert compose() == (0, "0 cases other than the tables say\n")
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
    assert found["cline/synthetic/envelope-edges-cwd-empty"]["payload"]["workspaceRoots"] == [""]
    prompts = found["opencode/synthetic/prompt-rules-go"]["payload"]
    assert prompts["output"]["parts"] == [{"type": "text", "text": "please go on"}]
    # Every platform gives its shape to something.
    assert {case_id.split("/")[0] for case_id in found} == set(load_templates(root))


def composed(root: Path, row: dict[str, Any], **changes: Any) -> dict[str, Any]:
    write(root, {"title": "a row of its own", **row}, **changes)
    compose("--write")
    return json.loads((root / "platforms" / PLATFORM / "synthetic" / f"toy-{row['name']}.json").read_text())


def test_holds_and_fails_become_rules_that_tell_nothing_by_name_or_place(root: Path) -> None:
    row = {"name": "own", "holds": ["z", ["lib", "a"]], "fails": ["b", "{native}"]}
    case = composed(root, {**row, "arguments": {"file_path": "a/b"}}, matcher="tools")
    assert [rule["name"] for rule in case["rules"]] == [
        "tools [lib, a]",
        "tools b",
        "tools run_shell_command",
        "tools z",
    ]
    assert [rule["matchers"]["tools"] for rule in case["rules"]] == [["lib", "a"], ["b"], ["run_shell_command"], ["z"]]
    assert findings(root)[0].startswith(
        "the row says that tools [lib, a], tools z match, the claims and packs give none"
    )


def test_rows_of_own_rules_are_held_to_what_they_say(root: Path) -> None:
    matches: list[dict[str, Any]] = [{"command_match": "rm"}, {"tools": ["Bash"], "command_match": "^rm"}]
    case = composed(
        root, {"name": "own", "arguments": {"command": "rm x"}, "holds": matches, "fails": [{"tools": ["Read"]}]}
    )
    assert case["expected"]["matched_rules"] == ["command_match ^rm, tools Bash", "command_match rm"]
    assert findings(root) == []
    composed(root, {"name": "own", "arguments": {"command": "rm x"}, "holds": matches, "fails": [{"tools": ["Bash"]}]})
    assert "the claims and packs give command_match ^rm, tools Bash, command_match rm, tools Bash" in findings(root)[0]


def test_whole_rules_keep_their_order_and_may_be_refusable(root: Path) -> None:
    rules = [{"name": name, "event": "PreToolUse", "action": "ask"} for name in ("b", "a", "{event}")]
    case = composed(root, {"name": "own", "rules": rules, "matches": ["b", "a", "{event}"], "refusable": True})
    assert case["expected"]["matched_rules"] == ["b", "a", "BeforeTool"]
    assert case["expected"]["may_refuse_rules"] is True
    assert findings(root) == []


def test_raw_text_stands_in_the_payload_as_it_is(root: Path) -> None:
    raw = {'"@1.0"': "1.0", "@half": "\\ud83d"}
    case = composed(root, {"name": "raw", "arguments": {"n": "@1.0", "command": "echo @half"}, "raw": raw})
    assert '{"command":"echo \\ud83d","n":1.0}' in case["payload_text"]
    assert case["expected"]["tool_input"] == {"n": 1.0, "command": "echo \ud83d"}
    broken = composed(root, {"name": "raw", "arguments": {"command": "@"}, "raw": {"@": "\x01"}, "error": True})
    assert '"command":"\x01"' in broken["payload_text"]
    assert findings(root) == []


def test_a_row_is_a_case_only_where_its_conditions_hold(root: Path) -> None:
    for row in ({"where": ["own-tool"]}, {"where": ["own-event", "own-tool"]}, {"where": ["own-failure"]}):
        write(root, {"name": "one", "title": "a row of its own", **row})
        assert compose()[0] == 1
    write(root, {"name": "one", "title": "a row of its own", "encoded": True, "arguments": {"command": "ls"}})
    assert compose()[0] == 0


def test_a_long_text_is_filed_as_its_mark_and_read_whole(root: Path) -> None:
    long = {"@w": {"text": "ab", "times": 1000}}
    case = composed(
        root, {"name": "long", "arguments": {"command": "echo @w; rm"}, "repeated": long, "may_refuse": True}
    )
    assert case["payload"]["tool_input"] == case["expected"]["tool_input"] == {"command": "echo @w; rm"}
    assert case["expected"]["may_refuse"] is True
    read = load_case(root / "platforms" / PLATFORM / "synthetic" / "toy-long.json", root)
    assert read.expected.tool_input == {"command": f"echo {'ab' * 1000}; rm"}
    assert f'"echo {"ab" * 1000}; rm"' in read.payload_text
    assert findings(root) == []


def test_what_stands_in_a_list_can_be_taken_away() -> None:
    root = corpus_root()
    found = [case for family in load_families(root) for case in cases_of(family, root) if "cwd" in case.row.drop]
    assert {case.content["expected"]["cwd"] for case in found} == {None}


def test_the_platform_s_own_names_are_filled_in_where_the_row_puts_texts(root: Path) -> None:
    put = {"event": "{event} ", "session_id": "{folded-event}", "cwd": "/{native}", "other": ["{event}"]}
    payload = composed(root, {"name": "put", "put": put})["payload"]
    named = payload["hook_event_name"].removesuffix(" ")
    assert payload["hook_event_name"] == "BeforeTool "
    assert payload["session_id"] == "beforeTool"
    assert payload["cwd"] == "/run_shell_command"
    assert payload["other"] == ["{event}"]
    assert named in load_platform(PLATFORM, root).events


def test_a_row_about_a_failure_is_a_case_only_where_a_field_says_so() -> None:
    root = corpus_root()
    rows = [
        case for family in load_families(root) for case in cases_of(family, root) if "own-failure" in case.row.where
    ]
    own = {name for name in load_templates(root) if load_platform(name, root).payload.failure}
    assert {case.platform for case in rows} == own
    assert own < {*load_templates(root)}
    fired = {case.row.name: case.content["expected"].get("also_fires") for case in rows}
    assert {name for name, also in fired.items() if not also} == {"null", "false"}


def test_a_row_about_a_place_that_a_platform_does_not_have_is_no_case_there() -> None:
    """Letta Code names no session."""
    root = corpus_root()
    made = [case for family in load_families(root) for case in cases_of(family, root)]
    named = {case.platform for case in made if "session_id" in case.row.put}
    assert "kimi-code" in named
    assert "letta-code" not in named
