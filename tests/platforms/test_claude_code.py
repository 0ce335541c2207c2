import json
from pathlib import Path
from typing import Any

import pytest

from hookconform.ground.errors import HookconformError
from hookconform_lab.lab.driver import Hooks, Place
from hookconform_lab.lab.scenario import Scenario
from hookconform_lab.lab.script import Script
from hookconform_lab.platforms.claude_code.driver import ClaudeCode

DRIVER = ClaudeCode()
# The programs' own lists of events, read from the installed packages.
OWN_EVENTS = {
    "1.0.100": "PreToolUse PostToolUse Notification UserPromptSubmit SessionStart SessionEnd Stop SubagentStop"
    " PreCompact",
    "2.0.60": "PreToolUse PostToolUse PostToolUseFailure Notification UserPromptSubmit SessionStart SessionEnd Stop"
    " SubagentStart SubagentStop PreCompact PermissionRequest",
    "2.1.50": "PreToolUse PostToolUse PostToolUseFailure Notification UserPromptSubmit SessionStart SessionEnd Stop"
    " SubagentStart SubagentStop PreCompact PermissionRequest Setup TeammateIdle TaskCompleted ConfigChange"
    " WorktreeCreate WorktreeRemove",
    "2.1.141": "PreToolUse PostToolUse PostToolUseFailure PostToolBatch Notification UserPromptSubmit"
    " UserPromptExpansion SessionStart SessionEnd Stop StopFailure SubagentStart SubagentStop PreCompact PostCompact"
    " PermissionRequest PermissionDenied Setup TeammateIdle TaskCreated TaskCompleted Elicitation ElicitationResult"
    " ConfigChange WorktreeCreate WorktreeRemove InstructionsLoaded CwdChanged FileChanged",
    "2.1.329": "PreToolUse PostToolUse PostToolUseFailure PostToolBatch Notification UserPromptSubmit"
    " UserPromptExpansion SessionStart SessionEnd Stop StopFailure SubagentStart SubagentStop PreCompact PostCompact"
    " PreModelSwitch PostModelSwitch PermissionRequest PermissionDenied Setup TeammateIdle TaskCreated TaskCompleted"
    " Elicitation ElicitationResult ConfigChange WorktreeCreate WorktreeRemove InstructionsLoaded CwdChanged"
    " FileChanged DirectoryAdded MessageDisplay",
}


@pytest.fixture
def place(tmp_path: Path) -> Place:
    workspace = tmp_path / "home" / "project"
    workspace.mkdir(parents=True)
    return Place(
        "2.1.329", tmp_path, workspace, tmp_path / "home", tmp_path, "http://127.0.0.1:9", ("/home/dev/mcp", "-v")
    )


@pytest.fixture
def hooks(tmp_path: Path) -> Hooks:
    return Hooks(log=tmp_path / "log", recorder=("record-hook",))


def scenario(**settings: object) -> Scenario:
    return Scenario("s", "t", Script(), (), settings=settings)


def settings_of(place: Place) -> dict[str, Any]:
    return json.loads((place.workspace / ".claude" / "settings.json").read_text())


@pytest.mark.parametrize("version", OWN_EVENTS)
def test_exactly_the_events_that_the_program_lists_are_configured(version: str) -> None:
    # One name too many silences every hook of 1.0.100 and 2.1.50.
    assert set(DRIVER.events(version)) == set(OWN_EVENTS[version].split())


def test_every_event_gets_its_command(place: Place, hooks: Hooks) -> None:
    DRIVER.prepare(place, scenario(), hooks)
    written = settings_of(place)["hooks"]
    assert set(written) == set(OWN_EVENTS["2.1.329"].split())
    commands = {name: entry[0]["hooks"] for name, entry in written.items()}
    expected = hooks.installed(("PreToolUse",))["PreToolUse"]
    assert commands["PreToolUse"] == [{"type": "command", "command": expected, "timeout": 30}]
    assert written["FileChanged"][0]["matcher"] == "watched.txt"


def test_a_scenario_leaves_events_out_and_lets_the_hook_name_a_worktree(place: Place, hooks: Hooks) -> None:
    DRIVER.prepare(place, scenario(without_events=("Stop",), worktree="/home/dev/tree"), hooks)
    written = settings_of(place)["hooks"]
    assert "Stop" not in written
    [hook] = written["WorktreeCreate"][0]["hooks"]
    assert hook["command"].endswith(" && mkdir -p /home/dev/tree && echo /home/dev/tree")


def test_somebody_elses_hook_is_the_only_one_that_is_installed(place: Place, hooks: Hooks) -> None:
    theirs = Hooks(log=hooks.log, recorder=hooks.recorder, commands={"PreToolUse": "their-hook"})
    DRIVER.prepare(place, scenario(), theirs)
    hook = {"type": "command", "command": "their-hook", "timeout": 30}
    assert settings_of(place)["hooks"] == {"PreToolUse": [{"hooks": [hook]}]}


def test_the_mcp_server_and_the_answers_to_first_start_are_written(place: Place, hooks: Hooks) -> None:
    DRIVER.prepare(place, scenario(), hooks)
    servers = json.loads((place.home / ".mcp-lab.json").read_text())["mcpServers"]
    assert servers == {"lab": {"command": "/home/dev/mcp", "args": ["-v"]}}
    state = json.loads((place.home / ".claude.json").read_text())
    assert state["projects"][str(place.workspace)]["hasTrustDialogAccepted"] is True


def test_the_program_is_the_script_of_old_packages_and_the_native_one_of_new(tmp_path: Path) -> None:
    scope = tmp_path / "node_modules" / "@anthropic-ai"
    native = scope / "claude-code-linux-x64" / "claude"
    native.parent.mkdir(parents=True)
    native.touch()
    assert DRIVER.executable(tmp_path, "2.1.329") == (str(native),)
    (scope / "claude-code").mkdir()
    (scope / "claude-code" / "cli.js").touch()
    assert DRIVER.executable(tmp_path, "1.0.100") == ("node", str(scope / "claude-code" / "cli.js"))


def test_a_package_without_a_program_is_an_error_with_a_hint(tmp_path: Path) -> None:
    with pytest.raises(HookconformError) as caught:
        DRIVER.executable(tmp_path, "2.1.329")
    assert caught.value.code == "lab.install"
    assert caught.value.hint


def test_the_program_is_kept_on_loopback(place: Place) -> None:
    variables = DRIVER.environment(place, scenario())
    assert variables["ANTHROPIC_BASE_URL"] == place.model_url
    assert variables["ANTHROPIC_API_KEY"] == "dummy"
    assert {name for name in variables if name.startswith("DISABLE_")} == {
        "DISABLE_AUTOUPDATER",
        "DISABLE_ERROR_REPORTING",
        "DISABLE_TELEMETRY",
    }
