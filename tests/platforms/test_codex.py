"""How Codex is configured in the lab, how its tools are named by hooks, and how older versions are driven."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from hookconform.ground.errors import HookconformError
from hookconform_lab.lab.driver import Hooks, Place
from hookconform_lab.lab.scenario import Program, Scenario
from hookconform_lab.lab.script import Script
from hookconform_lab.lab.turn import PROMPT
from hookconform_lab.platforms.codex.driver import Codex
from hookconform_lab.platforms.codex.replies import mcp
from hookconform_lab.platforms.codex.turn import TURN

DRIVER = Codex()


def place(folder: Path, version: str) -> Place:
    workspace = folder / "home" / "project"
    workspace.mkdir(parents=True)
    return Place(version, folder, workspace, folder / "home", folder, "http://127.0.0.1:9", ("/home/dev/mcp", "--x"))


def configured(folder: Path, version: str = "0.169.0", **settings: object) -> tuple[dict[str, object], Path]:
    """Return the parsed config.toml, and the hooks file."""
    where = place(folder, version)
    scenario = Scenario("s", "t", Script(), (), settings={"model": "gpt-5.5", **settings})
    DRIVER.prepare(where, scenario, Hooks(log=folder / "log", recorder=("record-hook",)))
    home = where.home / ".codex"
    return tomllib.loads((home / "config.toml").read_text(encoding="utf-8")), home / "hooks.json"


def argvs(version: str, name: str) -> list[tuple[str, ...]]:
    scenario = next(item for item in DRIVER.scenarios(version) if item.name == name)
    return [step.argv for step in scenario.steps if isinstance(step, Program)]


def test_the_model_is_reached_at_the_lab_and_nothing_is_sent_elsewhere(tmp_path: Path) -> None:
    config, _ = configured(tmp_path)
    assert config["model_provider"] == "lab"
    assert config["model_providers"]["lab"]["base_url"] == "http://127.0.0.1:9/v1"  # type: ignore[index]
    assert config["check_for_update_on_startup"] is False
    assert config["analytics"] == {"enabled": False}


def test_the_mcp_server_is_configured_under_every_name_asked_for(tmp_path: Path) -> None:
    config, _ = configured(tmp_path, further_servers=("my-srv",))
    server = {"command": "/home/dev/mcp", "args": ["--x"], "required": True}
    assert config["mcp_servers"] == {"lab": server, "my-srv": server}


def test_hooks_are_a_feature_to_switch_on_up_to_0_128(tmp_path: Path) -> None:
    assert configured(tmp_path / "a", "0.128.0")[0]["features"] == {"codex_hooks": True}
    assert configured(tmp_path / "b", "0.129.0")[0]["features"] == {}


def test_a_version_registers_only_the_events_it_knows(tmp_path: Path) -> None:
    _, hooks = configured(tmp_path, "0.117.0")
    registered = json.loads(hooks.read_text(encoding="utf-8"))["hooks"]
    assert set(registered) == {"SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"}
    (hook,) = registered["Stop"][0]["hooks"]
    assert (hook["type"], hook["timeout"]) == ("command", 20)
    assert hook["command"] == "record-hook Stop"


def test_a_scenario_may_leave_events_out(tmp_path: Path) -> None:
    _, hooks = configured(tmp_path, without_events=("PreModelRequest",))
    registered = json.loads(hooks.read_text(encoding="utf-8"))["hooks"]
    assert "PreModelRequest" not in registered
    assert "PostModelRequest" in registered


@pytest.mark.parametrize(
    ("declared", "hook_name"),
    [
        ("exec_command", "Bash"),
        ("apply_patch", "apply_patch"),
        ("mcp__lab.fail-tool", "mcp__lab__fail_tool"),
        ("mcp__lab__.echo_text", "mcp__lab__echo_text"),
        ("multi_agent_v1.spawn_agent", "spawn_agent"),
        ("multi_agent_v1.wait_agent", "multi_agent_v1wait_agent"),
        ("clock.sleep", "clocksleep"),
        ("functions.request_user_input", "request_user_input"),
    ],
)
def test_hooks_glue_a_namespace_to_a_name(declared: str, hook_name: str) -> None:
    assert DRIVER.hook_names(declared, "0.169.0") == {hook_name}


@pytest.mark.parametrize(
    ("version", "by_option", "by_host"),
    [("0.128.0", False, False), ("0.129.0", False, True), ("0.139.0", False, True), ("0.169.0", True, False)],
)
def test_hooks_are_trusted_in_the_way_the_version_honours(version: str, *, by_option: bool, by_host: bool) -> None:
    steps = argvs(version, "tools")
    assert ("--dangerously-bypass-hook-trust" in steps[-1]) == by_option
    assert any("hookconform_lab.platforms.codex.app_server" in argv for argv in steps) == by_host


@pytest.mark.parametrize(("version", "is_first"), [("0.128.0", False), ("0.129.0", True), ("0.142.0", False)])
def test_a_turn_trusts_its_hooks_first_where_no_option_does(version: str, *, is_first: bool) -> None:
    started = TURN(version).start(granted=True)
    assert (started.argv[0] == "bash") == is_first
    assert started.stdin == ('{"steps": [{"trust": true}]}' if is_first else "")
    assert started.argv[-1] == PROMPT


@pytest.mark.parametrize(
    ("version", "namespace", "name"),
    [
        ("0.116.0", None, "mcp__my_srv__echo_text"),
        ("0.121.0", "mcp__my_srv__", "echo_text"),
        ("0.134.0", "mcp__my_srv__", "echo_text"),
        ("0.135.0", "mcp__my_srv", "echo_text"),
    ],
)
def test_an_mcp_tool_is_called_as_the_version_declares_it(version: str, namespace: str | None, name: str) -> None:
    (made,) = mcp(version, "echo_text", "my_srv").calls
    assert (made.namespace, made.name) == (namespace, name)


def test_a_resumed_session_is_a_second_start_of_the_program() -> None:
    first, second = argvs("0.169.0", "resume")
    assert "resume" not in first
    assert second[-3:-1] == ("resume", "--last")


@pytest.mark.parametrize("below", ["vendor/x/bin", "vendor/x/codex"])
def test_the_native_program_is_found_where_old_and_new_packages_have_it(tmp_path: Path, below: str) -> None:
    program = tmp_path / "node_modules/@openai/codex-linux-x64" / below / "codex"
    program.parent.mkdir(parents=True)
    program.touch()
    assert DRIVER.executable(tmp_path, "0.169.0") == (str(program),)


def test_a_package_without_the_native_program_is_refused(tmp_path: Path) -> None:
    with pytest.raises(HookconformError) as caught:
        DRIVER.executable(tmp_path, "0.169.0")
    assert caught.value.code == "lab.install"
