"""What Qwen Code's instrument writes, calls and predicts, without the program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hookconform.corpus.locate import corpus_root
from hookconform.effects.effect import Answer, Effect
from hookconform.effects.platforms.qwen_code import effect
from hookconform_lab.lab.driver import Hooks, Place
from hookconform_lab.lab.node import node_program
from hookconform_lab.platforms.qwen_code.driver import DRIVER, MATCHED, merged

CORPUS = corpus_root() / "platforms" / "qwen-code"
VERSIONS = sorted(path.stem for path in (CORPUS / "declared").iterdir())
NEWEST = "0.24.4"
DENY = {"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "no"}}
ALLOW = {"hookSpecificOutput": {"permissionDecision": "allow"}}


def predicted(event: str = "PreToolUse", **answer: object) -> Effect:
    return effect(NEWEST, event, event, Answer(**answer))  # pyright: ignore[reportArgumentType]


def settings(tmp_path: Path, version: str = NEWEST) -> tuple[dict[str, object], dict[str, object]]:
    home, workspace = tmp_path / "home", tmp_path / "home" / "project"
    place = Place(version, tmp_path, workspace, home, tmp_path, "http://127.0.0.1:1", ("mcp", "--stdio"))
    scenario = next(item for item in DRIVER.scenarios(version) if item.name == "turn")
    DRIVER.prepare(place, scenario, Hooks(log=tmp_path / "log", recorder=("record",)))
    user, project = (json.loads((folder / ".qwen" / "settings.json").read_text()) for folder in (home, workspace))
    return user, project


@pytest.mark.parametrize(("version", "count"), [("0.15.10", 14), (NEWEST, 22)])
def test_every_event_of_a_version_gets_a_hook_with_a_time_in_milliseconds(
    tmp_path: Path, version: str, count: int
) -> None:
    _, project = settings(tmp_path, version)
    hooks = project["hooks"]
    assert isinstance(hooks, dict)
    assert len(hooks) == count
    assert {event for event, (group,) in hooks.items() if "matcher" in group} == set(MATCHED) & set(hooks)
    assert {hook["timeout"] for (group,) in hooks.values() for hook in group["hooks"]} == {20_000}


def test_a_server_is_named_where_a_terminal_does_not_ask_about_it(tmp_path: Path) -> None:
    user, project = settings(tmp_path)
    assert user["mcpServers"] == {"lab": {"command": "mcp", "args": ["--stdio"], "trust": True}}
    assert "mcpServers" not in project


def test_it_runs_on_a_node_of_its_own(tmp_path: Path) -> None:
    node, script = DRIVER.executable(tmp_path, NEWEST)
    assert node == str(node_program(DRIVER.node))
    assert script == str(tmp_path / "node_modules/@qwen-code/qwen-code/cli.js")


def test_changes_are_merged_object_by_object_and_null_takes_a_key_away() -> None:
    assert merged({"a": {"b": 1, "c": 2}, "d": 3}, {"a": {"b": 4}, "d": None}) == {"a": {"b": 4, "c": 2}}


def test_exit_code_2_stops_a_tool_by_what_stands_on_standard_error_alone() -> None:
    assert predicted(exit_code=2, stderr="no").tool == "stopped"
    assert predicted(exit_code=2).tool == "ran"
    assert predicted(exit_code=2, stdout=json.dumps(DENY)).tool == "ran"
    assert predicted(exit_code=2, stderr=json.dumps(ALLOW)).tool == "ran"
    assert predicted(exit_code=2, stderr="42").tool == "stopped"


@pytest.mark.parametrize("exit_code", [0, 1, 3, 127])
def test_other_exit_codes_change_nothing_about_an_object_and_stop_nothing_by_text(exit_code: int) -> None:
    assert predicted(exit_code=exit_code, stdout=json.dumps(DENY)).tool == "stopped"
    assert predicted(exit_code=exit_code, stderr=json.dumps(DENY)).tool == "stopped"
    assert predicted(exit_code=exit_code, stderr="no").tool == "ran"


def test_the_nested_decision_outweighs_the_one_beside_it() -> None:
    assert predicted(stdout=json.dumps({**ALLOW, "decision": "block"})).tool == "ran"
    assert predicted(stdout=json.dumps({**DENY, "decision": "allow"})).tool == "stopped"


def test_a_question_is_no_permission_and_a_changed_input_is_not_read() -> None:
    assert predicted(stdout=json.dumps({"decision": "ask"})).tool == "asked"
    changed = {"hookSpecificOutput": {"permissionDecision": "allow", "updatedInput": {"command": "x"}}}
    assert (predicted(stdout=json.dumps(changed)).tool, predicted(stdout=json.dumps(changed)).input) == (
        "ran",
        "original",
    )


def test_a_late_answer_and_a_broken_object_stop_nothing() -> None:
    assert predicted(stdout=json.dumps(DENY), late=True).tool == "ran"
    assert predicted(stdout='{"decision": "block", ').tool == "ran"


def test_a_prompt_is_refused_and_plain_text_is_context_for_it() -> None:
    assert predicted("UserPromptSubmit", exit_code=2, stderr="no").turn == "ended"
    assert predicted("UserPromptSubmit", stdout="be brief").told == {"be brief"}
    assert predicted("PostToolUse", stdout="be brief").told == set()


def test_a_stop_that_is_refused_goes_on_with_the_reason() -> None:
    refused = predicted("Stop", stdout=json.dumps({"decision": "block", "reason": "not yet"}))
    assert (refused.turn, refused.told) == ("extended", {"not yet"})
