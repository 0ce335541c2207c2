"""What Code Puppy's instrument writes, calls and predicts, and what its adapter reads, without the program."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import hook_adapters
from hook_adapters import InvalidPayload, Unsupported
from hookconform.corpus.claims import load_platform
from hookconform.corpus.locate import corpus_root
from hookconform.drafting.event import draft
from hookconform.effects.effect import Answer, Effect
from hookconform.effects.platforms.code_puppy import effect
from hookconform.ground.strict_yaml import load_yaml
from hookconform_lab.lab.driver import Hooks, Place
from hookconform_lab.lab.scenario import Scenario
from hookconform_lab.platforms.code_puppy.driver import DRIVER

CORPUS = corpus_root() / "platforms" / "code-puppy"
VERSIONS = sorted(path.stem for path in (CORPUS / "declared").iterdir())
OLDEST, NEWEST = "0.0.600", "0.0.946"
DENY = {"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "no"}}
WITHOUT_TOOL = ("SessionStart", "SessionEnd", "UserPromptSubmit", "Stop", "SubagentStop", "PreCompact", "Notification")


def predicted(said: object = None, event: str = "PreToolUse", **answer: Any) -> Effect:
    given = Answer(**{"stdout": "" if said is None else json.dumps(said), **answer})  # pyright: ignore[reportArgumentType]
    return effect(NEWEST, event, event, given)


def place(tmp_path: Path, version: str = NEWEST) -> Place:
    home = tmp_path / "home"
    home.mkdir()
    return Place(version, tmp_path, home / "project", home, tmp_path, "http://127.0.0.1:1", ("mcp", "--stdio"))


def scenario(name: str, version: str = NEWEST) -> Scenario:
    return next(one for one in DRIVER.scenarios(version) if one.name == name)


def written(tmp_path: Path, run: Scenario, **hooks: Any) -> Path:
    where = place(tmp_path)
    DRIVER.prepare(where, run, Hooks(log=tmp_path / "log", recorder=("record",), **hooks))
    return where.home / ".code_puppy"


def payload(event: str = "PreToolUse", tool: Any = "shell", given: Any = None, **more: Any) -> str:
    fixed = {"session_id": "codepuppy-session", "hook_event_name": event, "cwd": "/srv", "permission_mode": "default"}
    return json.dumps({**fixed, "tool_name": tool, "tool_input": {} if given is None else given, **more})


def events(*given: Any, **more: Any) -> Any:
    return hook_adapters.canonicalize("code-puppy", payload(*given, **more))


def test_every_event_gets_a_hook_that_matches_everything(tmp_path: Path) -> None:
    hooks = json.loads((written(tmp_path, scenario("turn")) / "hooks.json").read_text())
    assert set(hooks) == set(DRIVER.events(NEWEST)) == {"PreToolUse", "PostToolUse", *WITHOUT_TOOL}
    for [group] in hooks.values():
        [hook] = group["hooks"]
        assert (group["matcher"], hook["type"]) == ("*", "command")
        assert hook["timeout"] >= 1000  # milliseconds


def test_a_command_stands_for_its_event_alone(tmp_path: Path) -> None:
    folder = written(tmp_path, scenario("turn"), commands={"PreToolUse": "policy --strict"})
    hooks = json.loads((folder / "hooks.json").read_text())
    assert [group["hooks"][0]["command"] for group in hooks.pop("PreToolUse")] == ["policy --strict"]
    assert hooks == {}


def test_what_a_scenario_asks_for_is_set(tmp_path: Path) -> None:
    folder = written(tmp_path, scenario("compaction"))
    assert "compaction_strategy = truncation\n" in (folder / "puppy.cfg").read_text()
    assert "context_length" not in (folder / "puppy.cfg").read_text()
    assert json.loads((folder / "extra_models.json").read_text())["lab"]["context_length"] < 100_000


def test_the_plugins_that_call_hooks_are_those_that_were_recorded() -> None:
    assert DRIVER.extra_packages(OLDEST) == ()
    for version in VERSIONS:
        [note] = [row["note"] for row in load_yaml(CORPUS / "platform.yaml")["versions"] if row["version"] == version]
        for package in DRIVER.extra_packages(version):
            assert package.replace("==", " ") in note


@pytest.mark.parametrize(
    "said",
    [
        DENY,
        {"decision": "block", "reason": "no"},
        {"result": "block", "reason": "no"},
        {"continue": False, "stopReason": "no"},
    ],
)
@pytest.mark.parametrize("exit_code", [0, 1, 2, 127])
def test_an_object_that_blocks_stops_a_tool_whatever_the_exit_code(said: object, exit_code: int) -> None:
    found = predicted(said, exit_code=exit_code, stderr="x")
    assert (found.tool, found.told) == ("stopped", {"no"})


def test_exit_code_1_stops_a_tool_and_2_does_not() -> None:
    assert (predicted(exit_code=1, stderr="no").tool, predicted(exit_code=1, stderr="no").told) == ("stopped", {"no"})
    for exit_code in (2, 3, 127):
        assert predicted(exit_code=exit_code, stderr="no").tool == "ran"
    assert predicted(exit_code=1, said={"decision": "approve"}).tool == "stopped"


@pytest.mark.parametrize(
    "said",
    [
        {"decision": "deny", "reason": "no"},
        {"decision": "BLOCK", "reason": "no"},
        {"decision": "ask", "reason": "no"},
        {"hookSpecificOutput": {"permissionDecision": "ask"}},
        {"hookSpecificOutput": {"permissionDecision": "DENY"}},
        {"permissionDecision": "deny"},
        [{"decision": "block"}],
    ],
)
def test_nothing_else_stops_one(said: object) -> None:
    assert predicted(said).tool == "ran"


def test_text_around_the_object_voids_it_and_no_answer_in_time_stops_a_tool() -> None:
    text = json.dumps(DENY)
    assert predicted(stdout=f"\n {text} \n").tool == "stopped"
    for stdout in (f"noise\n{text}", f"{text}\nnoise", text[:-1]):
        assert predicted(stdout=stdout).tool == "ran"
    assert predicted(late=True).tool == "stopped"


@pytest.mark.parametrize("event", ["PreToolUse", "UserPromptSubmit", "SessionStart"])
def test_text_is_told_where_the_model_is_yet_to_be_asked(event: str) -> None:
    context = {"hookSpecificOutput": {"additionalContext": "be brief"}}
    assert predicted(context, event).told == predicted(None, event, stdout="be brief\n").told == {"be brief"}
    assert predicted(context, event, exit_code=2).told == set()
    assert predicted(event=event, stdout='{"decision": "approve"}').told == set()
    assert predicted(DENY, event).turn == "continues"


@pytest.mark.parametrize("event", ["PostToolUse", "Stop", "SubagentStop", "Notification"])
def test_no_other_event_heeds_an_answer(event: str) -> None:
    found = predicted(DENY, event, exit_code=1, stderr="no")
    assert (found.tool, found.told, found.turn) == ("ran" if event == "PostToolUse" else None, set(), "continues")


@pytest.mark.parametrize("event", WITHOUT_TOOL)
def test_what_stands_for_a_tool_where_there_is_none_is_not_one(event: str) -> None:
    for name in ("shell", "session", "create_file"):
        [found] = events(event, name, {"command": "rm -rf /", "file_path": "secrets/key"})
        assert {"tool_name", "tool_kind", "tool_input"}.isdisjoint(found)


def test_a_prompt_stands_among_the_arguments_at_its_own_event_alone() -> None:
    for event, tool in (("UserPromptSubmit", "user_prompt"), ("PreToolUse", "invoke_agent"), ("Stop", "code-puppy")):
        [found] = events(event, tool, {"prompt": "go on"})
        assert found.get("prompt") == ("go on" if event == "UserPromptSubmit" else None)
        expected = draft(load_platform("code-puppy"), event, json.loads(payload(event, tool, {"prompt": "go on"})))
        assert expected.prompt == found.get("prompt")


@pytest.mark.parametrize("name", [None, 7, "", " ", ["shell"]])
def test_a_tool_without_a_name_is_refused(name: Any) -> None:
    for event in ("PreToolUse", "PostToolUse"):
        with pytest.raises(InvalidPayload):
            events(event, name, {"command": "ls"})


def test_an_event_that_nobody_knows_may_be_about_a_tool() -> None:
    [found] = events("PreToolUseSoon", "shell", {"command": "ls"})
    assert (found["tool_name"], found["tool_input"]["command"]) == ("Bash", "ls")


@pytest.mark.parametrize("name", ["shell", "agent_run_shell_command", "run_shell_command", "run_shell_commmand"])
def test_whatever_the_shell_is_called_seconds_become_milliseconds_and_its_folder_is_a_path(name: str) -> None:
    [call] = events("PreToolUse", name, {"command": "ls", "timeout": 5, "cwd": "/srv", "background": True})
    assert call["tool_name"] == "Bash"
    assert call["tool_input"] == {
        "command": "ls", "timeout": 5000, "cwd": "/srv", "run_in_background": True, "file_paths": ["/srv"],
        "platform_tool_name": name,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("result", "fires"),
    [
        ({"error": "no"}, True),
        ({"error": None}, False),
        ({"success": False}, False),
        ("error='no'", False),
        (None, False),
    ],
)
def test_a_failure_is_an_object_with_an_error(result: Any, fires: bool) -> None:
    found = events("PostToolUse", "shell", {"command": "ls"}, tool_result=result)
    assert [event["hook_event_name"] for event in found] == ["PostToolUse", *(["PostToolUseFailure"] if fires else [])]
    assert found[0]["tool_response"] == result


def test_the_adapter_says_what_the_program_obeys() -> None:
    call = payload("PreToolUse", "shell", {"command": "ls"})
    for decision in ("deny", "ask"):
        answer = hook_adapters.respond("code-puppy", call, {"decision": decision, "reason": "no"})
        assert predicted(**answer).tool == "stopped"
    for event, tool in (("PreToolUse", "shell"), ("UserPromptSubmit", "user_prompt"), ("SessionStart", "session")):
        told = hook_adapters.respond("code-puppy", payload(event, tool), {"decision": "allow", "context": "be brief"})
        assert predicted(event=event, **told).told == {"be brief"}


@pytest.mark.parametrize("event", ["PostToolUse", "UserPromptSubmit", "Stop", "SubagentStop"])
def test_what_it_ignores_is_refused(event: str) -> None:
    with pytest.raises(Unsupported):
        hook_adapters.respond("code-puppy", payload(event), {"decision": "deny", "reason": "no"})
