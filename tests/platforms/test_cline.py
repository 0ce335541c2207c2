"""Cline: calls told twice, several commands and files in one call, the answer it obeys, what hooks are called."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

import hook_adapters
import hook_adapters.rules
from hook_adapters import InvalidPayload, Unsupported
from hookconform.corpus.claims import load_platform
from hookconform.corpus.native import native_event
from hookconform.drafting.event import draft
from hookconform.effects import effect
from hookconform.effects.effect import Answer
from hookconform_lab.lab.driver import Hooks, Place
from hookconform_lab.platforms.cline.driver import DRIVER, EVENTS
from hookconform_lab.platforms.cline.turn import TURN


def payload(tool: str, given: Any, **more: Any) -> dict[str, Any]:
    told = dict.fromkeys(given, "harmless") if isinstance(given, dict) else {"0": "harmless"}
    return {
        "hookName": "tool_call",
        "taskId": "conv_1",
        "workspaceRoots": ["/home/dev/project"],
        "tool_call": {"id": "1", "name": tool, "input": given},
        "preToolUse": {"toolName": "read_files", "parameters": told},
        **more,
    }


def events(tool: str, given: Any) -> list[Any]:
    return hook_adapters.canonicalize("cline", json.dumps(payload(tool, given)), "PreToolUse")


def commands(given: Any) -> list[Any]:
    return [event["tool_input"].get("command") for event in events("run_commands", given)[1:]]


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({"commands": ["ls", "rm -rf x"]}, ["ls", "rm -rf x"]),
        ({"commands": "ls"}, ["ls"]),
        ({"command": "ls"}, ["ls"]),
        ({"cmd": "ls"}, ["ls"]),
        (["ls", "pwd"], ["ls", "pwd"]),
        ("ls", ["ls"]),
        ({"command": "rm", "args": ["-rf", "a b"]}, ["rm -rf 'a b'"]),
        ({"commands": [{"command": "rm", "args": ["-rf", "x"]}, "ls"]}, ["rm -rf x", "ls"]),
        ({"commands": [{"command": "rm -rf x"}]}, ["rm -rf x"]),
        ([{"command": "rm", "args": ["-r", "x"]}], ["rm -r x"]),
        # The program falls back on what it takes for valid, so every one counts.
        ({"commands": [1], "command": "rm -rf x"}, ["rm -rf x"]),
        ({"commands": ["ls"], "command": "rm -rf x", "cmd": "pwd"}, ["ls", "rm -rf x", "pwd"]),
        ({"command": "rm", "args": ["-rf", 1]}, ["rm"]),
        ({"commands": [], "other": "x"}, []),
    ],
)
def test_every_command_is_a_call_of_its_own(given: Any, wanted: list[str]) -> None:
    assert commands(given) == wanted
    drafted = draft(load_platform("cline"), "PreToolUse", payload("run_commands", given))
    assert [(call.tool_input or {}).get("command") for call in drafted.calls] == wanted


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({"files": [{"path": "a", "start_line": 2}, {"path": "b"}]}, ["a", "b"]),
        ({"files": ["a", "b"]}, ["a", "b"]),
        ({"files": [{"file_path": "a"}, {"path": "b", "file_path": "c"}]}, ["a", "b"]),
        ({"files": "a"}, ["a"]),
        ({"file_paths": ["a", "b"]}, ["a", "b"]),
        ({"paths": ["a"]}, ["a"]),
        ({"path": "a"}, ["a"]),
        (["a", {"path": "b"}], ["a", "b"]),
    ],
)
def test_every_file_is_a_call_of_its_own(given: Any, wanted: list[str]) -> None:
    assert [event["tool_input"]["file_path"] for event in events("read_files", given)[1:]] == wanted


@pytest.mark.parametrize(
    "given",
    [
        {"files": [{"path": "a"}, {"filePath": ".env"}]},
        {"files": {"path": ".env"}},
        {"file_paths": ".env"},
        {"paths": {"filePath": ".env"}},
        {"filePath": ".env"},
        {"files": [{"file_path": "a", "filePath": ".env"}]},
        {"files": [{"path": "a"}], "path": ".env"},
    ],
)
def test_no_way_to_name_a_file_is_overlooked(given: dict[str, Any]) -> None:
    found = events("read_files", given)
    named = [[event["tool_input"].get("file_path"), *event["tool_input"].get("file_paths", ())] for event in found]
    assert ".env" in [path for paths in named for path in paths]
    rules = {"rules": [{"name": "no-env", "matchers": {"extensions": [".env"]}, "actions": {"block": True}}]}
    assert hook_adapters.rules.matching(hook_adapters.rules.compile_pack({"version": "1.0", **rules}), found)


def test_the_twin_in_texts_is_not_read() -> None:
    (own, call) = events("run_commands", {"commands": ["rm -rf x"]})
    assert own["tool_name"] == call["tool_name"] == "Bash"
    assert call["tool_input"] == {"command": "rm -rf x", "platform_tool_name": "run_commands"}
    alone = payload("run_commands", {})
    del alone["tool_call"]
    with pytest.raises(InvalidPayload):
        hook_adapters.canonicalize("cline", json.dumps(alone), "PreToolUse")


def test_addresses_and_patterns_are_calls_too() -> None:
    own, first, second = events("fetch_web_content", {"requests": [{"url": "a://b", "prompt": "p"}, {"url": "c://d"}]})
    assert (own["tool_input"]["url"], own["tool_input"]["urls"]) == ("a://b", ["a://b", "c://d"])
    assert (first["tool_input"]["url"], second["tool_input"]["url"]) == ("a://b", "c://d")
    assert [event["tool_input"]["pattern"] for event in events("search_codebase", {"queries": ["x", "y"]})[1:]] == [
        "x",
        "y",
    ]


def test_the_event_is_the_payloads_and_the_registered_one_stands_in() -> None:
    known = load_platform("cline")
    unnamed = payload("editor", {"path": "a"})
    del unnamed["hookName"]
    assert native_event(known, "PreToolUse", unnamed) == "tool_call"
    (event,) = hook_adapters.canonicalize("cline", json.dumps(unnamed), "PreToolUse")
    assert (event["hook_event_name"], event["platform_event_name"]) == ("PreToolUse", "tool_call")
    assert event["cwd"] == "/home/dev/project"
    assert event["session_id"] == "conv_1"


def test_hooks_are_registered_under_the_names_of_their_files() -> None:
    known = load_platform("cline")
    assert set(known.events_at(known.newest)) == set(EVENTS)
    assert known.registrations["PreToolUse"].native == "tool_call"


def respond(given: Any, verdict: dict[str, Any], **more: Any) -> dict[str, Any]:
    text = json.dumps(payload("run_commands", given, **more))
    return json.loads(hook_adapters.respond("cline", text, verdict, "PreToolUse")["stdout"] or "{}")


def test_a_denial_cancels_and_a_changed_command_replaces_the_only_one() -> None:
    assert respond({"commands": ["ls"]}, {"decision": "deny", "reason": "no"}) == {"cancel": True, "errorMessage": "no"}
    changed = {"decision": None, "updated_input": {"command": "pwd"}}
    for given in ({"commands": ["ls"]}, {"command": "ls", "args": ["-l"]}, {"cmd": "ls"}):
        assert respond(given, changed) == {"overrideInput": {"commands": ["pwd"]}}
    with pytest.raises(Unsupported):
        respond({"commands": ["ls", "rm"]}, changed)


def test_a_question_that_nobody_would_be_asked_is_a_denial() -> None:
    assert respond({"commands": ["ls"]}, {"decision": "ask", "reason": "sure?"})["cancel"] is True


def test_after_a_tool_a_denial_is_told_and_does_not_end_the_run() -> None:
    after = {"hookName": "tool_result", "tool_result": {"name": "run_commands", "input": {}, "output": []}}
    answer = hook_adapters.respond("cline", json.dumps(after), {"decision": "deny", "reason": "no"}, "PostToolUse")
    assert json.loads(answer["stdout"]) == {"errorMessage": "no"}


@pytest.mark.parametrize("arguments", [["--bad"], [], ["--rules", "x", "--deadline", "0"]])
def test_wrong_options_print_the_answer_that_stops(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hook_adapters", "hook", "cline", *arguments],
        input="{}",
        capture_output=True,
        text=True,
        check=False,
    )
    assert effect("cline", "3.0.65", "PreToolUse", "PreToolUse", Answer(done.returncode, done.stdout)).tool == "stopped"


@pytest.mark.parametrize(
    ("stdout", "tool"),
    [
        ('{"cancel": true}', "stopped"),
        ('log\nHOOK_CONTROL\t{"cancel": true}', "stopped"),
        ('HOOK_CONTROL\t{"cancel": true}\nHOOK_CONTROL\t{}', "ran"),
        ('log\n{"cancel": true}', "ran"),
        ('[{"cancel": true}]', "ran"),
        ('{"cancel": 1}', "ran"),
    ],
)
def test_only_an_object_that_cancels_stops(stdout: str, tool: str) -> None:
    for code in (0, 1, 2):
        assert effect("cline", "3.0.65", "PreToolUse", "PreToolUse", Answer(code, stdout)).tool == tool


def test_each_hook_is_a_file_of_its_own(tmp_path: Any) -> None:
    home, workspace = tmp_path / "home", tmp_path / "home" / "project"
    workspace.mkdir(parents=True)
    place = Place("3.0.65", tmp_path, workspace, home, tmp_path, "http://127.0.0.1:1", ("server",))
    scenario = DRIVER.scenarios("3.0.65")[0]
    DRIVER.prepare(place, scenario, Hooks(tmp_path / "log", ("record",), {"PreToolUse": "my-hook --x"}))
    (hook,) = (workspace / ".cline" / "hooks").iterdir()
    assert (hook.name, hook.read_text(encoding="utf-8")) == ("PreToolUse", "#!/bin/bash\nexec my-hook --x\n")
    settings = home / ".cline" / "data" / "settings"
    model = json.loads((settings / "providers.json").read_text(encoding="utf-8"))["providers"]["openai-compatible"]
    assert model["settings"]["baseUrl"] == "http://127.0.0.1:1/v1"
    assert json.loads((settings / "cline_mcp_settings.json").read_text(encoding="utf-8"))["mcpServers"].keys() == {
        "lab"
    }


def test_a_stop_ends_the_run_and_a_late_hook_takes_longer_than_the_program_waits() -> None:
    assert TURN.stop_ends_run
    assert TURN.late_seconds > 120
