import json
from pathlib import Path

import pytest

from hookconform.ground.errors import HookconformError
from hookconform_lab.lab.driver import HookCall, Hooks, Place
from hookconform_lab.lab.scenario import Scenario
from hookconform_lab.lab.script import Script
from hookconform_lab.platforms.copilot_cli.driver import CopilotCli

DRIVER = CopilotCli()


@pytest.fixture
def place(tmp_path: Path) -> Place:
    workspace = tmp_path / "home" / "project"
    workspace.mkdir(parents=True)
    return Place("1.0.102", tmp_path, workspace, tmp_path / "home", tmp_path, "http://127.0.0.1:9", ("/home/dev/mcp",))


@pytest.fixture
def hooks(tmp_path: Path) -> Hooks:
    return Hooks(log=tmp_path / "log", recorder=("record-hook",))


def scenario(**settings: str) -> Scenario:
    return Scenario("s", "t", Script(), (), settings=settings, row={"model_id": "claude-sonnet-4.5"})


def test_both_casings_of_every_event_are_registered_each_in_its_own_file(place: Place, hooks: Hooks) -> None:
    DRIVER.prepare(place, scenario(), hooks)
    folder = place.workspace / ".github" / "hooks"
    camel = json.loads((folder / "camel.json").read_text())
    pascal = json.loads((folder / "pascal.json").read_text())
    assert camel["version"] == pascal["version"] == 1
    assert {"preToolUse", "agentStop", "userPromptTransformed"} <= camel["hooks"].keys()
    assert {"PreToolUse", "Stop"} <= pascal["hooks"].keys()
    assert len(camel["hooks"]) == 15
    assert len(pascal["hooks"]) == 14


def test_a_version_registers_only_what_it_reads() -> None:
    # The key tables in the packages of these versions.
    assert "SubagentStart" not in DRIVER.events("1.0.34")
    assert "subagentStart" in DRIVER.events("1.0.20")
    assert "preMcpToolCall" not in DRIVER.events("1.0.34")
    assert "PreMcpToolCall" in DRIVER.events("1.0.59")


@pytest.mark.parametrize(("version", "accepted"), [("1.0.20", True), ("1.0.34", False), ("1.0.59", True)])
def test_keys_that_would_silence_the_whole_file_are_left_out(version: str, *, accepted: bool) -> None:
    # Measured: at 1.0.34 either key makes the program drop every hook of the file.
    assert ("PermissionRequest" in DRIVER.events(version)) is accepted
    assert ("Notification" in DRIVER.events(version)) is accepted
    assert "permissionRequest" in DRIVER.events(version)


def test_somebody_elses_hook_is_the_only_one_that_is_installed(place: Place, hooks: Hooks) -> None:
    theirs = Hooks(log=hooks.log, recorder=hooks.recorder, commands={"PreToolUse": "their-hook"})
    DRIVER.prepare(place, scenario(), theirs)
    folder = place.workspace / ".github" / "hooks"
    assert [path.name for path in folder.iterdir()] == ["pascal.json"]
    hook = {"type": "command", "bash": "their-hook", "timeoutSec": 20}
    assert json.loads((folder / "pascal.json").read_text())["hooks"] == {"PreToolUse": [hook]}


@pytest.mark.parametrize(("event", "style"), [("preToolUse", "camel"), ("PreToolUse", "pascal")])
def test_a_row_says_how_its_hook_was_registered_and_for_which_model(event: str, style: str) -> None:
    line = {"registered_event": event, "payload_text": "{}", "env_names": ["COPILOT_CLI", "PATH"]}
    assert DRIVER.row_of(HookCall(line, scenario())) == {
        "registered_event": event,
        "config_style": style,
        "model_id": "claude-sonnet-4.5",
        "hook_env_names": ["COPILOT_CLI"],
        "payload_text": "{}",
    }


@pytest.mark.parametrize(
    ("declared", "version", "names"),
    [
        ("bash", "1.0.59", {"bash"}),
        ("bash", "1.0.62", {"bash", "Bash"}),
        ("rg", "1.0.102", {"rg", "Grep"}),
        ("task", "1.0.102", {"task", "Agent"}),
        ("lab.lab-echo_text", "1.0.102", {"lab-echo_text"}),
    ],
)
def test_hooks_name_a_tool_by_the_casing_of_their_registration(declared: str, version: str, names: set[str]) -> None:
    assert DRIVER.hook_names(declared, version) == names


def test_the_model_chooses_the_tools_that_are_called() -> None:
    scenarios = {item.name: item for item in DRIVER.scenarios("1.0.102")}
    called = {
        name: {call.name for reply in scenarios[name].script.conversations["main"] for call in reply.calls}
        for name in ("claude-model", "gpt-model")
    }
    assert {"create", "edit", "grep"} <= called["claude-model"]
    assert {"apply_patch", "rg"} <= called["gpt-model"]
    assert not called["gpt-model"] & {"create", "edit", "grep"}
    assert not called["claude-model"] & {"apply_patch", "rg"}


def test_the_program_is_kept_on_loopback(place: Place) -> None:
    variables = DRIVER.environment(place, scenario(model="gpt-5.4", wire_api="responses"))
    assert variables["COPILOT_PROVIDER_BASE_URL"] == f"{place.model_url}/v1"
    assert variables["COPILOT_OFFLINE"] == "true"
    assert variables["COPILOT_AUTO_UPDATE"] == "false"
    assert (variables["COPILOT_MODEL"], variables["COPILOT_PROVIDER_WIRE_API"]) == ("gpt-5.4", "responses")


def test_a_package_without_a_program_is_an_error_with_a_hint(tmp_path: Path) -> None:
    with pytest.raises(HookconformError) as caught:
        DRIVER.executable(tmp_path, "1.0.102")
    assert caught.value.code == "lab.install"
    assert caught.value.hint
