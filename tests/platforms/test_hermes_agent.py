"""What Hermes Agent's instrument writes, calls and predicts, and what its adapter reads, without the program."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

import hook_adapters
from hook_adapters import InvalidPayload, Unsupported
from hookconform.corpus.claims import load_platform
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.native import misnamed
from hookconform.effects.effect import Answer, Effect
from hookconform.effects.forms import load_forms
from hookconform.effects.platforms.hermes_agent import effect
from hookconform_lab.lab.driver import Hooks, Place
from hookconform_lab.lab.scenario import Scenario
from hookconform_lab.platforms.hermes_agent.driver import DRIVER
from hookconform_lab.platforms.hermes_agent.scenarios import REQUEST_EVENTS
from hookconform_lab.platforms.hermes_agent.turn import TURN

CORPUS = corpus_root() / "platforms" / "hermes-agent"
VERSIONS = sorted(path.stem for path in (CORPUS / "declared").iterdir())
OLDEST, NEWEST = "0.13.0", "0.19.0"
BLOCK = {"decision": "block", "reason": "no"}


def predicted(said: object = None, event: str = "PreToolUse", version: str = NEWEST, **answer: object) -> Effect:
    registered = {"PreToolUse": "pre_tool_call", "UserPromptSubmit": "pre_llm_call"}.get(event, event)
    text = "" if said is None else json.dumps(said)
    given = Answer(**{"stdout": text, **answer})  # pyright: ignore[reportArgumentType]
    return effect(version, "Stop" if event == "pre_verify" else event, registered, given)


def place(tmp_path: Path, version: str = NEWEST) -> Place:
    home = tmp_path / "home"
    home.mkdir()
    return Place(version, tmp_path, home / "project", home, tmp_path, "http://127.0.0.1:1", ("mcp", "--stdio"))


def scenario(name: str, version: str = NEWEST) -> Scenario:
    return next(one for one in DRIVER.scenarios(version) if one.name == name)


def configuration(tmp_path: Path, run: Scenario, version: str = NEWEST, **hooks: Any) -> dict[str, Any]:
    where = place(tmp_path, version)
    DRIVER.prepare(where, run, Hooks(log=tmp_path / "log", recorder=("record",), **hooks))
    return yaml.safe_load((where.home / ".hermes" / "config.yaml").read_text())


def payload(event: str = "pre_tool_call", tool: str | None = None, given: Any = None, **extra: Any) -> str:
    fixed = {"hook_event_name": event, "tool_name": tool, "tool_input": given, "session_id": "s", "cwd": "/srv"}
    return json.dumps({**fixed, "extra": extra})


def events(*given: Any, **extra: Any) -> Any:
    return hook_adapters.canonicalize("hermes-agent", payload(*given, **extra))


@pytest.mark.parametrize(("version", "count"), [(OLDEST, 17), ("0.16.0", 19), (NEWEST, 23)])
def test_every_event_of_a_version_gets_a_hook_where_the_lab_declares_the_tools(
    tmp_path: Path, version: str, count: int
) -> None:
    hooks = configuration(tmp_path, scenario("requests", version), version)["hooks"]
    assert set(hooks) == set(DRIVER.events(version))
    assert len(hooks) == count


def test_what_holds_the_program_s_own_declarations_is_not_recorded(tmp_path: Path) -> None:
    configured = configuration(tmp_path, scenario("turn"))
    assert REQUEST_EVENTS.isdisjoint(configured["hooks"])
    assert set(configured["hooks"]) == set(DRIVER.events(NEWEST)) - REQUEST_EVENTS
    for run in DRIVER.scenarios(NEWEST):
        argv = getattr(run.steps[0], "argv")  # noqa: B009 (of either kind of step)
        assert bool(run.settings.get("bare")) == ("lab" in argv)


def test_a_command_stands_for_its_event_alone(tmp_path: Path) -> None:
    hooks = configuration(tmp_path, scenario("turn"), commands={"pre_tool_call": "policy --strict"})["hooks"]
    assert hooks == {"pre_tool_call": [{"command": "policy --strict", "timeout": 20}]}


def test_the_browser_that_is_not_there_says_so_at_once(tmp_path: Path) -> None:
    configuration(tmp_path, scenario("turn"))
    browser = str(tmp_path / "home" / "bin" / "agent-browser")
    assert subprocess.run([browser, "--version"], capture_output=True, check=True, timeout=60).stdout
    done = subprocess.run([browser, "open", "x"], capture_output=True, check=False, timeout=60)
    assert (done.returncode, json.loads(done.stdout)["success"]) == (1, False)


def test_a_form_before_the_end_of_a_turn_is_found_by_the_file_that_was_changed() -> None:
    forms = {form.registered_event: form for form in load_forms("hermes-agent", NEWEST)}
    assert TURN(NEWEST).texts_of(forms["pre_verify"]) == [forms["pre_verify"].marker]
    assert TURN(NEWEST).texts_of(forms["post_tool_call"]) == [f"{forms['post_tool_call'].marker};"]


@pytest.mark.parametrize("exit_code", [0, 1, 2, 127])
def test_an_object_that_blocks_stops_a_tool_whatever_the_exit_code(exit_code: int) -> None:
    for said in (BLOCK, {"action": "block", "message": "no"}, {"action": "allow", **BLOCK}):
        found = predicted(said, exit_code=exit_code, stderr="x")
        assert (found.tool, found.told) == ("stopped", {"no"})
    assert predicted(exit_code=exit_code, stderr="no").tool == "ran"


@pytest.mark.parametrize(
    "said",
    [
        {"decision": "deny", "reason": "no"},
        {"decision": "BLOCK", "reason": "no"},
        {"decision": "ask", "reason": "no"},
        {"action": "approve", "message": "no"},
        {"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "no"}},
        {"permissionDecision": "deny"},
        {"continue": False},
        [BLOCK],
    ],
)
def test_nothing_else_stops_one(said: object) -> None:
    assert predicted(said).tool == "ran"


def test_text_around_the_object_and_a_late_answer_void_it() -> None:
    text = json.dumps(BLOCK)
    assert predicted(stdout=f"\n {text} \n").tool == "stopped"
    for stdout in (f"noise\n{text}", f"{text}\nnoise", text[:-1]):
        assert predicted(stdout=stdout).tool == "ran"
    assert predicted(BLOCK, late=True).tool == "ran"


@pytest.mark.parametrize("said", [{"decision": "block"}, {"action": "block", "message": ""}, {**BLOCK, "reason": 1}])
def test_before_0_15_a_block_without_a_reason_is_none(said: object) -> None:
    assert predicted(said).tool == "stopped"
    assert predicted(said, version="0.14.0").tool == "ran"
    assert predicted({"decision": "block", "message": "no"}, version="0.14.0").told == {"no"}


def test_the_reason_that_counts_is_the_one_that_goes_with_the_word() -> None:
    both = {"reason": "r", "message": "m"}
    assert predicted({"decision": "block", **both}).told == {"r"}
    assert predicted({"action": "block", "decision": "block", **both}).told == {"m"}


def test_a_prompt_is_told_context_and_cannot_be_refused() -> None:
    assert predicted({"context": "be brief"}, "UserPromptSubmit", exit_code=1).told == {"be brief"}
    refused = predicted(BLOCK, "UserPromptSubmit", exit_code=2)
    assert (refused.turn, refused.told) == ("continues", set())
    assert predicted({"context": " "}, "UserPromptSubmit").told == set()


@pytest.mark.parametrize(
    "said", [BLOCK, {"action": " Continue ", "message": "no"}, {"decision": "BLOCK", "message": "no"}]
)
def test_a_turn_that_changed_files_goes_on_for_a_reason(said: object) -> None:
    found = predicted(said, "pre_verify")
    assert (found.turn, found.told) == ("extended", {"no"})


def test_without_a_reason_or_at_the_end_itself_a_turn_ends() -> None:
    for said in ({"decision": "block"}, {"decision": "deny", "reason": "no"}, {"context": "x"}):
        assert predicted(said, "pre_verify").turn == "continues"
    assert predicted(BLOCK, "on_session_end").turn == "continues"


def test_a_time_in_seconds_becomes_milliseconds_and_a_working_folder_is_a_path() -> None:
    [call] = events("pre_tool_call", "terminal", {"command": "ls", "timeout": 5, "workdir": "/srv", "background": True})
    assert call["tool_input"] == {
        "command": "ls", "timeout": 5000, "workdir": "/srv", "run_in_background": True, "file_paths": ["/srv"],
        "platform_tool_name": "terminal",
    }  # fmt: skip


def test_either_mode_of_a_patch_may_read_what_stands_beside_it() -> None:
    patch = "*** Begin Patch\n***Update File: a\n*** Move File: b -> c\n*** End Patch"
    [call] = events("pre_tool_call", "patch", {"mode": "replace", "path": "secrets/key", "patch": patch})
    assert call["tool_input"]["file_paths"] == ["a", "b", "c", "secrets/key"]
    [call] = events("pre_tool_call", "patch", {"mode": "replace", "path": "secrets/key", "file_path": "notes.txt"})
    assert call["tool_input"]["file_path"] == "secrets/key"
    assert call["tool_input"]["file_paths"] == ["secrets/key"]


def test_several_tasks_are_a_call_each() -> None:
    whole, *each = events("pre_tool_call", "delegate_task", {"tasks": [{"goal": "a", "context": "x"}, {"goal": "b"}]})
    assert (whole["tool_name"], "prompt" in whole["tool_input"]) == ("Task", False)
    assert [call["tool_input"]["prompt"] for call in each] == ["a", "b"]


@pytest.mark.parametrize(("error", "fires"), [(None, False), (False, False), (0, True), ("tool_error", True)])
def test_a_failure_is_told_by_the_type_of_its_error(error: Any, fires: bool) -> None:
    found = events("post_tool_call", "terminal", {"command": "ls"}, result="{}", error_type=error)
    assert [event["hook_event_name"] for event in found] == ["PostToolUse", *(["PostToolUseFailure"] if fires else [])]
    assert found[0]["tool_response"] == "{}"


def test_null_is_no_tool_where_there_is_none_and_no_name_where_there_is() -> None:
    [event] = events("pre_llm_call", user_message="go on")
    assert (event["prompt"], "tool_name" in event, "tool_input" in event) == ("go on", False, False)
    for name in ("pre_tool_call", "post_tool_call"):
        with pytest.raises(InvalidPayload):
            events(name, None, {"command": "ls"})
    platform = load_platform("hermes-agent")
    assert misnamed(platform, json.loads(payload("pre_llm_call"))) is None
    assert misnamed(platform, {"hook_event_name": None}) == "/hook_event_name"
    assert misnamed(platform, {"hook_event_name": "pre_llm_call", "tool_name": 0}) == "/tool_name"
    assert misnamed(load_platform("kimi-code"), {"hook_event_name": "Stop", "tool_name": None}) == "/tool_name"


def test_the_adapter_says_what_the_program_obeys() -> None:
    call = payload("pre_tool_call", "terminal", {"command": "ls"})
    for decision in ("deny", "ask"):
        answer = hook_adapters.respond("hermes-agent", call, {"decision": decision, "reason": "no"})
        for version in VERSIONS:
            assert predicted(version=version, stdout=answer["stdout"]).tool == "stopped"
    bare = hook_adapters.respond("hermes-agent", call, {"decision": "deny"})
    assert predicted(version=OLDEST, stdout=bare["stdout"]).tool == "stopped"
    told = hook_adapters.respond("hermes-agent", payload("pre_llm_call"), {"decision": "allow", "context": "be brief"})
    assert predicted(None, "UserPromptSubmit", stdout=told["stdout"]).told == {"be brief"}
    kept = hook_adapters.respond("hermes-agent", payload("pre_verify"), {"decision": "deny", "reason": "not yet"})
    assert predicted(None, "pre_verify", stdout=kept["stdout"]).turn == "extended"


@pytest.mark.parametrize("event", ["pre_llm_call", "on_session_end", "post_tool_call"])
def test_what_it_ignores_is_refused(event: str) -> None:
    tool = ("terminal", {"command": "ls"}) if event == "post_tool_call" else (None, None)
    with pytest.raises(Unsupported):
        hook_adapters.respond("hermes-agent", payload(event, *tool), {"decision": "deny", "reason": "no"})
