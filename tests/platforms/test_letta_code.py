"""What Letta Code's instrument writes, calls and predicts, and what its adapter reads and answers, all without it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import hook_adapters
from hook_adapters import Unsupported
from hookconform.corpus.locate import corpus_root
from hookconform.effects.effect import Answer, Effect
from hookconform.effects.platforms.letta_code import effect
from hookconform_lab.lab.driver import Hooks, Place
from hookconform_lab.lab.node import node_program
from hookconform_lab.platforms.letta_code import host
from hookconform_lab.platforms.letta_code.driver import DRIVER
from hookconform_lab.platforms.letta_code.recorder import RECORDER
from hookconform_lab.platforms.letta_code.turn import TURN

CORPUS = corpus_root() / "platforms" / "letta-code"
VERSIONS = sorted(path.stem for path in (CORPUS / "declared").iterdir())
OLDEST, NEWEST = "0.25.9", "0.32.18"
DENY = {"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "no"}}
CHANGE = {"hookSpecificOutput": {"updatedInput": {"command": "true"}}}


def predicted(event: str = "PreToolUse", version: str = NEWEST, **answer: object) -> Effect:
    return effect(version, event, event, Answer(**answer))  # pyright: ignore[reportArgumentType]


def place(tmp_path: Path, version: str = NEWEST) -> Place:
    home = tmp_path / "home"
    return Place(version, tmp_path, home / "project", home, tmp_path, "http://127.0.0.1:1", ("mcp", "--stdio"))


def configured(tmp_path: Path, version: str, hooks: Hooks, file: str = "settings.json") -> dict[str, Any]:
    where = place(tmp_path, version)
    DRIVER.prepare(where, DRIVER.scenarios(version)[0], hooks)
    return json.loads((where.home / ".letta" / file).read_text())


def payload(event: str = "PreToolUse", **more: Any) -> str:
    return json.dumps({"event_type": event, "working_directory": "/home/dev/project", **more})


def event(event: str = "PreToolUse", **more: Any) -> Any:
    return hook_adapters.canonicalize("letta-code", payload(event, **more))[0]


def answered(verdict: Any, event: str = "PreToolUse", version: str | None = None, **more: Any) -> Any:
    return hook_adapters.respond("letta-code", payload(event, **more), verdict, platform_version=version)


CALL: dict[str, Any] = {"tool_name": "Bash", "tool_input": {"command": "ls", "description": "list"}}


@pytest.mark.parametrize("version", VERSIONS)
def test_every_event_gets_a_hook_with_a_time_in_milliseconds(tmp_path: Path, version: str) -> None:
    found = configured(tmp_path, version, Hooks(log=tmp_path / "log", recorder=("record",)))["hooks"]
    assert len(found) == 11
    assert {hook["timeout"] for groups in found.values() for group in groups for hook in group["hooks"]} == {20_000}
    matched = {name for name, groups in found.items() if any("matcher" in group for group in groups)}
    assert matched == {"PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest"}


def test_the_model_s_address_is_known_under_the_names_of_old_and_new_versions(tmp_path: Path) -> None:
    hooks = Hooks(log=tmp_path / "log", recorder=("record",))
    known = configured(tmp_path, NEWEST, hooks, "lc-local-backend/providers/auth.json")["providers"]
    assert {name: row["base_url"] for name, row in known.items()} == {
        "lmstudio": "http://127.0.0.1:1/v1",
        "lc-lmstudio": "http://127.0.0.1:1/v1",
    }


def test_it_runs_on_a_node_of_its_own(tmp_path: Path) -> None:
    node, script = DRIVER.executable(tmp_path, NEWEST)
    assert node == str(node_program(DRIVER.node))
    assert script == str(tmp_path / "node_modules/@letta-ai/letta-code/letta.js")


@pytest.mark.parametrize(
    ("registered", "behind_a_terminal"),
    [(["PreToolUse"], False), (["PermissionRequest", "SubagentStop"], False), ([], False), (["Stop"], True)],
)
def test_a_turn_has_a_terminal_where_a_hook_needs_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, registered: list[str], behind_a_terminal: bool
) -> None:
    settings = tmp_path / ".letta" / "settings.json"
    settings.parent.mkdir()
    settings.write_text(json.dumps({"hooks": {event: [] for event in registered}}))
    started: list[str] = []
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(host, "run_terminal", lambda *_: started.append("terminal"))
    monkeypatch.setattr(host.subprocess, "run", lambda argv, **_: started.append(argv[-4]) or _Done())
    assert host.main("prompt", "letta") == (0 if behind_a_terminal else 7)
    assert started == ["terminal" if behind_a_terminal else "-p"]
    assert "hookconform_lab.platforms.letta_code.host" in TURN(NEWEST).start(granted=True).argv


class _Done:
    returncode = 7


def test_exit_code_2_stops_a_tool_whatever_was_printed() -> None:
    stopped = predicted(exit_code=2, stderr="no", stdout=json.dumps(CHANGE))
    assert (stopped.tool, stopped.told, stopped.input) == ("stopped", {"no"}, "original")
    assert predicted(exit_code=2).tool == "stopped"


@pytest.mark.parametrize(
    "said",
    [
        DENY,
        {"decision": "block"},
        {"continue": False},
        {"ok": False},
        {"hookSpecificOutput": {"permissionDecision": "ask"}},
        {"hookSpecificOutput": ["updatedInput"]},
        {"updatedInput": {"command": "true"}},
    ],
)
def test_no_object_stops_a_tool(said: dict[str, Any]) -> None:
    found = predicted(stdout=json.dumps(said))
    assert (found.tool, found.input, found.told) == ("ran", "original", set())


@pytest.mark.parametrize("exit_code", [1, 3, 127])
def test_another_exit_code_says_nothing(exit_code: int) -> None:
    found = predicted(exit_code=exit_code, stdout=json.dumps(CHANGE), stderr="no")
    assert (found.tool, found.input, found.told) == ("ran", "original", set())


def test_changed_arguments_are_merged_from_the_version_on_that_reads_them() -> None:
    found = predicted(stdout=json.dumps(CHANGE))
    assert (found.input, found.arguments, found.keeps_rest) == ("changed", {"command": "true"}, True)
    assert predicted(version=OLDEST, stdout=json.dumps(CHANGE)).input == "original"


def test_a_late_answer_changes_nothing() -> None:
    assert predicted(late=True, exit_code=2, stderr="no").tool == "ran"
    assert predicted("PostToolUse", late=True, exit_code=2, stderr="no").told == set()


def test_a_permission_hook_that_ends_well_answers_for_the_user() -> None:
    assert predicted("PermissionRequest").question == "skipped"
    assert predicted("PermissionRequest", stdout=json.dumps(DENY)).question == "skipped"
    assert predicted("PermissionRequest", exit_code=1).question == "kept"
    assert predicted("PermissionRequest", exit_code=2, stderr="no").tool == "stopped"


def test_after_a_tool_context_and_standard_error_are_told() -> None:
    assert predicted("PostToolUse", stdout='{"additionalContext": "a"}').told == {"a"}
    nested = {"additionalContext": "a", "hookSpecificOutput": {"additionalContext": "b"}}
    assert predicted("PostToolUse", stdout=json.dumps(nested)).told == {"a", "b"}
    assert predicted("PostToolUse", stdout="plain", stderr="c").told == set()
    assert predicted("PostToolUseFailure", exit_code=1, stderr="c").told == {"c"}


def test_a_prompt_is_refused_and_a_turn_goes_on_by_exit_code_2() -> None:
    assert predicted("UserPromptSubmit", exit_code=2, stderr="no").turn == "ended"
    assert predicted("UserPromptSubmit", stdout="be brief").told == {"be brief"}
    assert predicted("UserPromptSubmit", exit_code=1, stdout="be brief", stderr="broken").told == {"broken"}
    going_on = predicted("Stop", exit_code=2, stderr="test first")
    assert (going_on.turn, going_on.told) == ("extended", {"test first"})
    assert predicted("Stop", stdout='{"decision": "block"}').turn == "continues"


def test_the_words_of_its_payloads_become_ours_and_there_is_no_session() -> None:
    found = event("PostToolUse", **CALL, tool_result={"status": "error", "output": "x"}, conversation_id="default")
    assert (found["cwd"], found["tool_response"]) == ("/home/dev/project", {"status": "error", "output": "x"})
    assert "session_id" not in found
    assert [item["hook_event_name"] for item in _all(tool_result={"status": "error"})] == ["PostToolUse"]


def _all(**more: Any) -> Any:
    return hook_adapters.canonicalize("letta-code", payload("PostToolUse", **CALL, **more))


def test_the_first_line_is_1_and_every_name_of_a_shell_is_one() -> None:
    assert event(tool_name="Read", tool_input={"file_path": "a", "offset": 0})["tool_input"]["offset"] == 1
    sent = {"cmd": "ls", "command": "decoy", "workdir": "/srv"}
    call = event(tool_name="exec_command", tool_input=sent)["tool_input"]
    assert (call["command"], call["file_paths"]) == ("ls", ["/srv"])


def test_the_adapter_leaves_the_user_s_question_to_the_user() -> None:
    allowed = answered({"decision": "allow"}, "PermissionRequest", **CALL)
    assert predicted("PermissionRequest", **allowed).question == "kept"
    denied = answered({"decision": "deny", "reason": "no"}, "PermissionRequest", **CALL)
    assert predicted("PermissionRequest", **denied).tool == "stopped"


def test_a_denial_stands_in_for_a_question_and_an_old_version_changes_no_input() -> None:
    asked = answered({"decision": "ask", "reason": "sure?"}, **CALL)
    assert predicted(**asked).tool == "stopped"
    changed = answered({"decision": "allow", "updated_input": {"command": "true"}}, **CALL)
    assert predicted(**changed).arguments == {"command": "true", "description": "list"}
    with pytest.raises(Unsupported):
        answered({"decision": "allow", "updated_input": {"command": "true"}}, version=OLDEST, **CALL)


@pytest.mark.parametrize("where", ["UserPromptSubmit", "SessionStart", "PostToolUse", "PostToolUseFailure"])
def test_context_is_told_as_it_stands(where: str) -> None:
    more: dict[str, Any] = CALL if where.startswith("Post") else {"prompt": "a"}
    told = answered({"decision": "allow", "context": "be brief"}, where, **more)
    assert predicted(where, **told).told == {"be brief"}


def test_the_recorder_answers_no_question_in_the_user_s_place() -> None:
    events = RECORDER.events(None)
    assert "PermissionRequest" not in events
    assert len(events) == 10
    group = RECORDER.entry("PreToolUse", "record")
    assert group == {"matcher": "*", "hooks": [{"type": "command", "command": "record", "timeout": 10_000}]}
    assert "matcher" not in RECORDER.entry("Stop", "record")
