"""What Grok Build's instrument writes, calls and predicts, without the program."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from hookconform.corpus.locate import corpus_root
from hookconform.corpus.path_spellings import load_measurement
from hookconform.effects.effect import Answer, Effect
from hookconform.effects.platforms.grok_build import effect
from hookconform.ground.errors import HookconformError
from hookconform_lab.lab.driver import Hooks, Place
from hookconform_lab.lab.file_calls import file_calls, usual_file_calls
from hookconform_lab.lab.model_server.engine import conversation_of
from hookconform_lab.lab.model_server.request import ModelRequest
from hookconform_lab.lab.script import AUX, Script
from hookconform_lab.lab.turn import load_turn
from hookconform_lab.platforms.grok_build.driver import DRIVER

CORPUS = corpus_root() / "platforms" / "grok-build"
VERSIONS = sorted(path.stem for path in (CORPUS / "declared").iterdir())
OLDEST, NEWEST = "1.0.5", "1.0.41"
NESTED_DENY = {"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "no"}}
CHANGED = {"command": "true", "description": "nothing"}


def predicted(said: object = None, event: str = "PreToolUse", version: str = NEWEST, **answer: Any) -> Effect:
    stdout = "" if said is None else json.dumps(said)
    return effect(version, event, event, Answer(stdout=stdout, **answer))


def written(tmp_path: Path, scenario: str = "turn") -> Path:
    home = tmp_path / "home"
    place = Place(NEWEST, tmp_path, home / "project", home, tmp_path, "http://127.0.0.1:1", ("mcp", "--stdio"))
    run = next(item for item in DRIVER.scenarios(NEWEST) if item.name == scenario)
    DRIVER.prepare(place, run, Hooks(log=tmp_path / "log", recorder=("record",)))
    return home


def test_every_event_gets_a_hook_with_a_time_in_seconds(tmp_path: Path) -> None:
    hooks = json.loads((written(tmp_path) / ".grok/hooks/lab.json").read_text())["hooks"]
    assert len(hooks) == 15
    assert {hook["timeout"] for (group,) in hooks.values() for hook in group["hooks"]} == {20}
    assert hooks["PreToolUse"][0]["hooks"][0]["command"].endswith("PreToolUse")


def test_hooks_are_lent_by_claude_code_s_settings_in_one_run(tmp_path: Path) -> None:
    home = written(tmp_path, "borrowed")
    assert "PreToolUse" in json.loads((home / ".claude/settings.json").read_text())["hooks"]
    assert not (home / ".grok/hooks").exists()


def test_the_configuration_names_the_model_and_the_server(tmp_path: Path) -> None:
    configuration = tomllib.loads((written(tmp_path, "optional") / ".grok/config.toml").read_text())
    model = configuration["models"]["default"]
    assert configuration["model"][model]["base_url"] == "http://127.0.0.1:1/v1"
    assert configuration["mcp_servers"]["lab"] == {"command": "mcp", "args": ["--stdio"], "enabled": True}
    assert configuration["features"]["telemetry"] is False
    assert configuration["features"]["web_fetch"] is True


def test_the_request_for_a_title_is_no_part_of_a_conversation() -> None:
    request = ModelRequest(stream=False, tools={"session_title": {}}, prompts=(), text="")
    assert conversation_of(request, Script(routes=DRIVER.asides)) == AUX


def test_an_installation_without_the_program_is_refused(tmp_path: Path) -> None:
    with pytest.raises(HookconformError) as caught:
        DRIVER.finish_install(tmp_path, NEWEST, print)
    assert caught.value.code == "lab.install"
    assert "--no-optional" in str(caught.value.hint)


def test_what_is_packed_wrongly_is_not_installed(tmp_path: Path) -> None:
    packed = tmp_path / "node_modules/@xai-official/grok-linux-x64/bin/grok.br"
    packed.parent.mkdir(parents=True)
    packed.write_bytes(b"this is not packed")
    with pytest.raises(HookconformError) as caught:
        DRIVER.finish_install(tmp_path, NEWEST, lambda _: None)
    assert caught.value.code == "lab.install"
    assert "unpacked" in str(caught.value)


def test_the_older_one_runs_what_claude_code_s_words_deny() -> None:
    assert predicted(NESTED_DENY, version=OLDEST).tool == "ran"
    assert predicted(NESTED_DENY).tool == "stopped"


@pytest.mark.parametrize("version", VERSIONS)
def test_a_decision_to_deny_stops_a_tool_at_every_version(version: str) -> None:
    for code in (0, 1, 2):
        found = predicted({"decision": "deny", "reason": "no"}, version=version, exit_code=code)
        assert (found.tool, found.told) == ("stopped", {"no"})


def test_a_word_that_means_nothing_outweighs_the_exit_code_at_the_older_one() -> None:
    said = {"decision": "block", "reason": "no"}
    assert predicted(said, version=OLDEST, exit_code=2, stderr="no").tool == "ran"
    assert predicted(said, exit_code=2, stderr="no").tool == "stopped"


def test_an_answer_that_comes_too_late_stops_nothing() -> None:
    assert predicted({"decision": "deny"}, late=True).tool == "ran"
    assert predicted({"decision": "block"}, event="UserPromptSubmit", late=True).turn == "continues"


def test_changed_arguments_must_fit_the_tool() -> None:
    fitting = predicted({"hookSpecificOutput": {"updatedInput": CHANGED}})
    assert (fitting.tool, fitting.input, fitting.arguments) == ("ran", "changed", CHANGED)
    assert predicted({"hookSpecificOutput": {"updatedInput": {"command": "true"}}}).tool == "stopped"
    assert predicted({"hookSpecificOutput": {"updatedInput": "true"}}).input == "original"


def test_what_stands_beside_a_deferral_or_a_failure_is_dropped() -> None:
    output = {"updatedInput": CHANGED, "additionalContext": "note"}
    for said, code in (({"decision": "defer"}, 0), ({"decision": "maybe"}, 0), ({}, 1)):
        found = predicted({**said, "hookSpecificOutput": output}, exit_code=code)
        assert (found.tool, found.input, found.told) == ("ran", "original", frozenset())


def test_a_prompt_is_refused_by_the_newest_alone() -> None:
    said = {"decision": "block", "reason": "no"}
    assert predicted(said, event="UserPromptSubmit").turn == "ended"
    assert predicted(said, event="UserPromptSubmit", version=OLDEST).turn == "continues"


def test_a_turn_that_is_kept_from_ending_goes_on_with_the_reason() -> None:
    assert predicted({"decision": "block", "reason": "more"}, event="Stop").told == {"more"}
    assert predicted(event="Stop", exit_code=2, stderr="more").turn == "extended"
    assert predicted({"decision": "block", "continue": False}, event="Stop").turn == "continues"


@pytest.mark.parametrize("said", [[], "text", 1, None, {"hookSpecificOutput": []}, {"decision": 1}, {"decision": {}}])
def test_what_is_no_answer_lets_the_tool_run(said: object) -> None:
    for version in VERSIONS:
        assert predicted(said, version=version).tool == "ran"


def test_every_file_tool_of_every_set_is_measured() -> None:
    turn = load_turn("grok-build", "1.0.41")
    measurement = load_measurement("grok-build", "1.0.41")
    assert measurement is not None
    measured = {(row.tool, row.effect) for row in measurement.tools}
    usual = [call for each in (turn, *turn.toolsets) for call in usual_file_calls(each, lambda _: ())]
    assert {"search_replace", "hashline_edit", "apply_patch", "edit"} <= {call.tool for call in usual}
    assert {(call.tool, call.effect) for call in usual} <= measured


def test_a_file_tool_is_called_in_the_set_that_has_it() -> None:
    calls = {call.tool: call for call in file_calls("grok-build", load_turn("grok-build", "1.0.41"), lambda _: ())}
    started = {name: call.started for name, call in calls.items()}
    assert started["hashline_read"] == started["hashline_grep"] != started["read_file"]
    assert started["edit"] == started["glob"] != started["hashline_read"]
