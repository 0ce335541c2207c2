"""What Kimi Code's instrument writes, calls and predicts, and what its adapter reads, without the program."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

import hook_adapters
from hook_adapters import Unsupported
from hookconform.corpus.locate import corpus_root
from hookconform.effects.effect import Answer, Effect
from hookconform.effects.platforms.kimi_code import effect
from hookconform_lab.lab.driver import Hooks, Place
from hookconform_lab.lab.node import node_program
from hookconform_lab.platforms.kimi_code.driver import DRIVER, SERVED

CORPUS = corpus_root() / "platforms" / "kimi-code"
VERSIONS = sorted(path.stem for path in (CORPUS / "declared").iterdir())
NEWEST = "2.1.0"
DENY = {"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "no"}}


def predicted(event: str = "PreToolUse", **answer: object) -> Effect:
    return effect(NEWEST, event, event, Answer(**answer))  # pyright: ignore[reportArgumentType]


def place(tmp_path: Path, version: str = NEWEST) -> Place:
    home = tmp_path / "home"
    return Place(version, tmp_path, home / "project", home, tmp_path, "http://127.0.0.1:1", ("mcp", "--stdio"))


def configuration(tmp_path: Path, version: str, hooks: Hooks) -> dict[str, Any]:
    where = place(tmp_path, version)
    DRIVER.prepare(where, DRIVER.scenarios(version)[0], hooks)
    return tomllib.loads((where.home / ".kimi-code" / "config.toml").read_text())


def payload(event: str = "PreToolUse", **more: Any) -> str:
    return json.dumps({"hook_event_name": event, "session_id": "session_1", "cwd": "/home/dev/project", **more})


def event(event: str = "PreToolUse", **more: Any) -> Any:
    return hook_adapters.canonicalize("kimi-code", payload(event, **more))[0]


@pytest.mark.parametrize(("version", "count"), [("0.25.0", 16), ("0.43.1", 20), (NEWEST, 20)])
def test_every_event_of_a_version_gets_a_hook_with_a_time_in_seconds(tmp_path: Path, version: str, count: int) -> None:
    found = configuration(tmp_path, version, Hooks(log=tmp_path / "log", recorder=("record",)))["hooks"]
    assert len({hook["event"] for hook in found}) == len(found) == count
    assert {(hook["timeout"], *hook) for hook in found} == {(20, "event", "command", "timeout")}


def test_a_command_with_quotes_and_backslashes_stays_what_it_is(tmp_path: Path) -> None:
    command = """printf 'a\\n"b"' | x"""
    hooks = Hooks(log=tmp_path / "log", recorder=(), commands={"PreToolUse": command})
    assert [hook["command"] for hook in configuration(tmp_path, NEWEST, hooks)["hooks"]] == [command]


def test_the_vendor_s_services_are_answered_where_the_configuration_looks_for_them(tmp_path: Path) -> None:
    services = configuration(tmp_path, NEWEST, Hooks(log=tmp_path / "log", recorder=("record",)))["services"]
    asked = {f"POST {service['base_url'].removeprefix('http://127.0.0.1:1')}" for service in services.values()}
    assert asked == DRIVER.served(place(tmp_path)).keys()
    assert len(asked) == len(SERVED)


def test_it_runs_on_a_node_of_its_own(tmp_path: Path) -> None:
    node, script = DRIVER.executable(tmp_path, NEWEST)
    assert node == str(node_program(DRIVER.node))
    assert script == str(tmp_path / "node_modules/@moonshot-ai/kimi-code/dist/main.mjs")


def test_exit_code_2_stops_a_tool_whatever_was_printed() -> None:
    stopped = predicted(exit_code=2, stderr="no", stdout='{"hookSpecificOutput": {"permissionDecision": "allow"}}')
    assert (stopped.tool, stopped.told) == ("stopped", {"no"})
    assert predicted(exit_code=2).tool == "stopped"


@pytest.mark.parametrize("exit_code", [1, 3, 127])
def test_with_another_exit_code_a_denial_is_not_read(exit_code: int) -> None:
    assert predicted(stdout=json.dumps(DENY)).tool == "stopped"
    assert predicted(exit_code=exit_code, stdout=json.dumps(DENY)).tool == "ran"


@pytest.mark.parametrize(
    "said",
    [
        {"decision": "block"},
        {"continue": False},
        {"permissionDecision": "deny"},
        {"hookSpecificOutput": {"permissionDecision": "ask"}},
        {"hookSpecificOutput": {"permissionDecision": "DENY"}},
        {"hookSpecificOutput": ["permissionDecision", "deny"]},
        {"hookSpecificOutput": {"permissionDecision": "allow", "updatedInput": {"command": "x"}}},
    ],
)
def test_no_other_object_stops_or_changes_anything(said: dict[str, Any]) -> None:
    found = predicted(stdout=json.dumps(said))
    assert (found.tool, found.input) == ("ran", "original")


def test_a_late_answer_and_a_hook_after_the_tool_change_nothing() -> None:
    assert predicted(stdout=json.dumps(DENY), late=True).tool == "ran"
    after = predicted("PostToolUse", exit_code=2, stderr="no")
    assert (after.tool, after.told, after.output) == ("ran", set(), "shown")


def test_at_a_prompt_a_message_is_told_and_without_one_all_that_was_printed() -> None:
    assert predicted("UserPromptSubmit", exit_code=2, stderr="no").turn == "ended"
    assert predicted("UserPromptSubmit", stdout="be brief").told == {"be brief"}
    assert predicted("UserPromptSubmit", stdout='{"message": "a", "systemMessage": "b"}').told == {"a"}
    assert predicted("UserPromptSubmit", stdout='{"systemMessage": "b"}').told == {"b"}
    nested = {"decision": "block", "hookSpecificOutput": {"hookEventName": "x", "additionalContext": "c"}}
    assert predicted("UserPromptSubmit", stdout=json.dumps(nested)).told == {"c"}
    assert predicted("UserPromptSubmit", stdout="be brief", exit_code=1).told == set()


def test_a_stop_that_is_refused_goes_on_with_the_reason() -> None:
    refused = predicted("Stop", stdout=json.dumps(DENY))
    assert (refused.turn, refused.told) == ("extended", {"no"})
    assert predicted("Stop", stdout='{"decision": "block"}').turn == "continues"


def test_a_time_in_seconds_becomes_milliseconds_and_a_working_folder_is_a_path() -> None:
    call = event(tool_name="Bash", tool_input={"command": "ls", "timeout": 5, "cwd": "/srv"})
    assert (call["tool_input"]["timeout"], call["tool_input"]["file_paths"]) == (5000, ["/srv"])


def test_the_path_that_a_tool_reads_wins_over_a_decoy() -> None:
    call = event(tool_name="Write", tool_input={"path": "secrets/key", "file_path": "notes.txt", "content": "x"})
    assert call["tool_input"] == {"file_path": "secrets/key", "content": "x"}


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        ([{"type": "text", "text": "a"}, {"type": "image"}, {"type": "text", "text": "b"}], "a\nb"),
        ("a", "a"),
        ([], None),
        ([{"type": "text", "text": 1}, "a", {"text": "b"}], None),
        (7, None),
    ],
)
def test_a_prompt_is_the_text_of_its_parts(prompt: Any, text: str | None) -> None:
    assert event("UserPromptSubmit", prompt=prompt).get("prompt") == text


def test_the_adapter_prints_nothing_at_a_prompt_that_the_model_shall_not_read() -> None:
    prompt = payload("UserPromptSubmit", prompt=[{"type": "text", "text": "a"}])
    allowed = hook_adapters.respond("kimi-code", prompt, {"decision": "allow", "system_message": "seen"})
    assert allowed == {"exit_code": 0, "stdout": "", "stderr": "seen"}
    told = hook_adapters.respond("kimi-code", prompt, {"decision": "allow", "context": "be brief"})
    assert predicted("UserPromptSubmit", stdout=told["stdout"]).told == {"be brief"}


def test_a_denial_stands_in_for_a_question_and_a_changed_input_is_refused() -> None:
    call = payload(tool_name="Bash", tool_input={"command": "ls"})
    asked = hook_adapters.respond("kimi-code", call, {"decision": "ask", "reason": "sure?"})
    assert predicted(exit_code=asked["exit_code"], stdout=asked["stdout"]).tool == "stopped"
    with pytest.raises(Unsupported):
        hook_adapters.respond("kimi-code", call, {"decision": "allow", "updated_input": {"command": "x"}})
