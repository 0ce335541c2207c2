"""Families: a row becomes a case of each platform that has the event and the tool, and is held to what it says."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.support.miniature import PLATFORM, build

from hookconform.cases.composed import compose_all
from hookconform.cases.loading import case_with_id, iter_cases
from hookconform.corpus.cases import TemplateCases
from hookconform.corpus.claims import load_platform
from hookconform.corpus.families import load_families
from hookconform.corpus.family_templates import load_templates
from hookconform.corpus.locate import corpus_root
from hookconform.drafting.families import FamilyCase, cases_of
from hookconform_lab.lint import families as rule
from hookconform_lab.lint.reading import Corpus

pytestmark = pytest.mark.whole

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


def composed_cases(root: Path) -> dict[str, dict[str, Any]]:
    return {case.row: case.content for case in compose_all(root, PLATFORM)}


def findings(root: Path) -> list[str]:
    return [message for _, message in rule.check(Corpus(root))]


def test_rows_are_cases_in_id_order_beside_those_of_files(root: Path) -> None:
    filed = [case.id for case in iter_cases(root=root)]
    write(root, *reversed(ROWS[1:]))
    names = [f"{PLATFORM}/synthetic/toy-longer", f"{PLATFORM}/synthetic/toy-refused"]
    assert [case.id for case in iter_cases(root=root)] == [*filed, *names]
    assert findings(root) == []
    longer, refused = iter_cases(root=root, ids=names)
    assert longer.payload is not None
    assert longer.payload["tool_name"] == longer.expected.tool_name == "run_shell_commands"
    assert (longer.tags, longer.row) == ({"composed", "toy"}, "families/toy.yaml, row longer")
    assert longer.path == root / "families" / "toy.yaml"
    assert refused.expected.as_json() == {"error": "invalid-payload"}
    assert refused.payload is not None
    assert refused.payload["tool_name"] == 7
    assert "cwd" not in refused.payload


def test_a_row_that_the_rules_contradict_is_found(root: Path) -> None:
    named = Corpus(root).rules[0]["name"]
    write(root, {**ROWS[1], "matches": [named]}, rules=[named])
    (found,) = findings(root)
    assert f"families/toy.yaml, row longer says that {named} match, the claims and packs give none" in found


def test_a_rule_that_no_pack_has_is_found(root: Path) -> None:
    write(root, ROWS[1], rules=["made-up"])
    assert findings(root) == ["no pack has the rule made-up. Known: audit-all-shell, audit-read."]


def test_a_platform_without_the_tool_or_excepted_has_no_case(root: Path) -> None:
    write(root, {**ROWS[1], "except_on": [PLATFORM]})
    assert composed_cases(root) == {}
    write(root, ROWS[1], tool="NotebookEdit")
    assert composed_cases(root) == {}
    write(root, ROWS[1], event="Stop")
    assert composed_cases(root) == {}


@cache
def shipped() -> tuple[FamilyCase, ...]:
    """Return the cases of all families of the corpus: composing them takes seconds."""
    root = corpus_root()
    templates = TemplateCases(root)
    return tuple(case for family in load_families(root) for case in cases_of(family, root, templates=templates))


def test_arguments_are_put_under_the_platform_s_own_names() -> None:
    found = {case.id: case.content for case in shipped()}
    payload = found["opencode/synthetic/path-rules-tests"]["payload"]
    assert payload["output"]["args"] == {"filePath": "tests/unit/a", "content": "x"}
    assert found["cline/synthetic/envelope-edges-cwd-empty"]["payload"]["workspaceRoots"] == [""]
    prompts = found["opencode/synthetic/prompt-rules-go"]["payload"]
    assert prompts["output"]["parts"] == [{"type": "text", "text": "please go on"}]
    # Every platform gives its shape to something.
    assert {case_id.split("/")[0] for case_id in found} == set(load_templates(corpus_root()))


def composed(root: Path, row: dict[str, Any], **changes: Any) -> dict[str, Any]:
    write(root, {"title": "a row of its own", **row}, **changes)
    return composed_cases(root)[row["name"]]


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
        "families/toy.yaml, row own says that tools [lib, a], tools z match, the claims and packs give none"
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


def test_text_beyond_all_depth_is_read_but_for_its_arguments(root: Path) -> None:
    raw = {'"@o': {"text": "[", "times": 5000}, '@c"': {"text": "]", "times": 5000}}
    case = composed(root, {"name": "deep", "arguments": {"a": "@o@c"}, "raw": raw, "may_refuse": True})
    assert "[" * 5000 + "]" * 5000 in case["payload_text"]
    assert case["expected"]["tool_name"] == "Bash"
    assert "tool_input" not in case["expected"]
    assert findings(root) == []


def test_a_row_is_a_case_only_where_its_conditions_hold(root: Path) -> None:
    for row in ({"where": ["own-tool"]}, {"where": ["own-event", "own-tool"]}, {"where": ["own-failure"]}):
        write(root, {"name": "one", "title": "a row of its own", **row})
        assert len(composed_cases(root)) == 1
    write(root, {"name": "one", "title": "a row of its own", "encoded": True, "arguments": {"command": "ls"}})
    assert composed_cases(root) == {}


def test_a_long_text_is_filed_as_its_mark_and_read_whole(root: Path) -> None:
    long = {"@w": {"text": "ab", "times": 1000}}
    case = composed(
        root, {"name": "long", "arguments": {"command": "echo @w; rm"}, "repeated": long, "may_refuse": True}
    )
    assert case["payload"]["tool_input"] == case["expected"]["tool_input"] == {"command": "echo @w; rm"}
    assert case["expected"]["may_refuse"] is True
    read = case_with_id(f"{PLATFORM}/synthetic/toy-long", root)
    assert read.expected.tool_input == {"command": f"echo {'ab' * 1000}; rm"}
    assert f'"echo {"ab" * 1000}; rm"' in read.payload_text
    assert findings(root) == []


def test_what_stands_in_a_list_can_be_taken_away() -> None:
    found = [case for case in shipped() if "cwd" in case.row.drop]
    assert {case.content["expected"]["cwd"] for case in found} == {None}


def test_composing_leaves_the_rows_as_the_tables_have_them(tmp_path: Path) -> None:
    # Rows are shared by all platforms: one that is changed for a platform is another case for the next.
    root = corpus_root()
    composed = {case.family.name for case in shipped()}
    again = tmp_path / "corpus"
    again.symlink_to(root)
    read = {family.name: family.rows for family in load_families(again)}
    assert {family.name: family.rows for family in load_families(root)} == read
    assert composed <= read.keys()


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
    rows = [case for case in shipped() if "own-failure" in case.row.where]
    own = {name for name in load_templates(root) if load_platform(name, root).payload.failure}
    assert {case.platform for case in rows} == own
    assert own < {*load_templates(root)}
    fired = {case.row.name: case.content["expected"].get("also_fires") for case in rows}
    assert {name for name, also in fired.items() if not also} == {"null", "false", "failure-before"}


def test_a_row_about_a_place_that_a_platform_does_not_have_is_no_case_there() -> None:
    """Letta Code names no session."""
    named = {case.platform for case in shipped() if "session_id" in case.row.put}
    assert "kimi-code" in named
    assert "letta-code" not in named


def of_table(root: Path, name: str, platform: str) -> dict[str, dict[str, Any]]:
    (family,) = (family for family in load_families(root) if family.name == name)
    return {case.id.rpartition("/")[2]: case.content for case in cases_of(family, root, platform)}


def test_every_tool_with_renames_has_a_case_of_a_row() -> None:
    root = corpus_root()
    claims = load_platform("pi", root).tools.values()
    renamed = [claim.native for claim in claims if claim.arguments]
    cases = of_table(root, "renamed-arguments", "pi")
    assert {case for case in cases if "-odd-" in case} == {f"renamed-arguments-odd-{name}" for name in renamed}


def test_decoys_are_gone_and_what_the_tool_reads_stays() -> None:
    cases = of_table(corpus_root(), "claimed-tools-post-tool-use", "opencode")
    expected = cases["claimed-tools-post-tool-use-all-write"]["expected"]
    assert "decoy" not in str(expected["tool_input"])
    batch = cases["claimed-tools-post-tool-use-all-batch"]["expected"]["calls"]
    assert len(batch) > 10
    assert not any("decoy" in str(call["tool_input"]) for call in batch)


def test_decoys_are_gone_of_every_tool_on_every_platform() -> None:
    root = corpus_root()
    found: dict[str, list[str]] = {}
    for family in load_families(root):
        if family.name == "claimed-tools-pre-tool-use":
            for case in cases_of(family, root):
                expected = case.content["expected"]
                events = [expected["tool_input"], *(call["tool_input"] for call in expected.get("calls", ()))]
                claims = load_platform(case.platform, root).tools[
                    expected["platform_tool_name"] or expected["tool_name"]
                ]
                for event in events:
                    # What the tool takes values under is no decoy: a call too many stops more.
                    names = set(claims.arguments.values()) - set(claims.calls.get("at", ()))
                    left = [name for name in names if "decoy" in str((event or {}).get(name))]
                    if left:
                        found[case.id] = left
    assert found == {}


def test_a_server_tool_called_alike_keeps_its_arguments() -> None:
    cases = of_table(corpus_root(), "servers-tools-called-alike", "gemini-cli")
    expected = cases["servers-tools-called-alike-all-replace"]["expected"]
    assert (expected["tool_name"], expected["kind"]) == ("replace", "other")
    assert expected["tool_input"]["allow_multiple"] == "read 0"


def test_every_registered_event_refuses_an_empty_text() -> None:
    root = corpus_root()
    cases = of_table(root, "refusals-at-every-event", "codex")
    empty = {case["registered_event"] for name, case in cases.items() if "-empty-" in name}
    assert empty == {
        name for name, claim in load_platform("codex", root).registrations.items() if claim.status != "refuted"
    }
    assert {case["payload_text"] for name, case in cases.items() if "-empty-" in name} == {""}
    assert len({case["payload_text"] for name, case in cases.items() if "-no-payload-" in name}) > 5


def test_places_that_differ_show_which_one_counts() -> None:
    cases = of_table(corpus_root(), "places-that-differ-pre-tool-use", "cursor")
    expected = cases["places-that-differ-pre-tool-use-sessions"]["expected"]
    assert expected["session_id"] == "session-1"
    assert of_table(corpus_root(), "places-that-differ-pre-tool-use", "codex") == {}


def test_before_the_place_that_a_row_names_nothing_stands() -> None:
    cases = of_table(corpus_root(), "places-that-differ-pre-tool-use", "copilot-cli")
    second = cases["places-that-differ-pre-tool-use-session-in-the-second"]
    assert (second["payload"]["session_id"], "sessionId" in second["payload"]) == ("session-2", False)
    assert second["expected"]["session_id"] == "session-2"
    # Of other platforms only those that have a second place.
    names = set(of_table(corpus_root(), "places-that-differ-pre-tool-use", "vscode-copilot"))
    assert "places-that-differ-pre-tool-use-session-in-the-second" in names
    assert "places-that-differ-pre-tool-use-folder-in-the-second" not in names


def test_a_row_from_a_place_that_a_platform_does_not_have_is_no_case_there() -> None:
    (family,) = (one for one in load_families(corpus_root()) if one.name == "places-that-differ-pre-tool-use")
    (row,) = (row for row in family.rows if row.name == "session-in-the-second")
    third = family._replace(rows=(row._replace(from_place=3),))
    assert list(cases_of(third, corpus_root(), "cursor")) == []
