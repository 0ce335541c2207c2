"""How OpenCode is configured in the lab, what its recording plugin writes, and how rows are made of that."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from hookconform.ground.errors import HookconformError
from hookconform_lab.lab.driver import HookCall, Hooks, Place
from hookconform_lab.lab.scenario import Scenario
from hookconform_lab.lab.script import Script
from hookconform_lab.platforms.opencode.driver import OpenCode
from hookconform_lab.platforms.opencode.names import has

DRIVER = OpenCode()


def prepared(
    folder: Path, version: str = "1.18.33", *, commands: dict[str, str] | None = None, **settings: object
) -> Path:
    """Configure a workspace and return it."""
    workspace = folder / "home" / "project"
    workspace.mkdir(parents=True)
    place = Place(version, folder, workspace, folder / "home", folder, "http://127.0.0.1:9", ("/home/dev/mcp",))
    scenario = Scenario("s", "t", Script(), (), settings=settings)
    DRIVER.prepare(place, scenario, Hooks(log=folder / "log", recorder=("record-hook",), commands=commands))
    return workspace


def test_the_model_is_reached_at_the_lab_and_nothing_is_sent_elsewhere(tmp_path: Path) -> None:
    configuration = json.loads((prepared(tmp_path) / "opencode.json").read_text(encoding="utf-8"))
    assert configuration["provider"]["lab"]["options"]["baseURL"] == "http://127.0.0.1:9/v1"
    assert (configuration["autoupdate"], configuration["share"]) == (False, "disabled")
    assert configuration["permission"] == {"*": "allow"}


def test_a_scenario_may_ask_for_permissions_servers_and_further_keys(tmp_path: Path) -> None:
    workspace = prepared(
        tmp_path, permission={"bash": "ask"}, further_servers=("my-srv.two",), configuration={"experimental": {"x": 1}}
    )
    configuration = json.loads((workspace / "opencode.json").read_text(encoding="utf-8"))
    assert configuration["permission"] == {"bash": "ask"}
    assert configuration["mcp"]["my-srv.two"] == configuration["mcp"]["lab"]
    assert configuration["experimental"] == {"x": 1}


def test_both_configuration_folders_look_as_if_the_plugin_library_were_installed(tmp_path: Path) -> None:
    workspace = prepared(tmp_path)
    for folder in (workspace / ".opencode", workspace.parent / ".config" / "opencode"):
        assert (folder / "node_modules").is_dir()
        lock = json.loads((folder / "package-lock.json").read_text(encoding="utf-8"))
        assert "@opencode-ai/plugin" in lock["packages"][""]["dependencies"]


@pytest.mark.parametrize(
    ("version", "kept"),
    [
        ("1.0.98", {"node_modules", "package.json", "version"}),
        ("1.0.142", None),
        ("1.1.34", {"models.json", "version"}),
        ("1.1.53", None),
    ],
)
def test_old_versions_find_in_their_cache_what_they_would_download(
    tmp_path: Path, version: str, kept: set[str] | None
) -> None:
    cache = prepared(tmp_path, version).parent / ".cache" / "opencode"
    assert ({path.name for path in cache.iterdir()} if cache.exists() else None) == kept
    assert any("openai-compatible" in one for one in DRIVER.extra_packages(version)) is (version == "1.0.98")


@pytest.mark.parametrize(
    ("commands", "plugins"),
    [(None, ["hookconform-capture.js"]), ({"tool.execute.before": "policy"}, ["hook-bridge.js"]), ({}, [])],
)
def test_one_plugin_records_or_hands_over_to_a_command_or_none_is_there(
    tmp_path: Path, commands: dict[str, str] | None, plugins: list[str]
) -> None:
    folder = prepared(tmp_path, commands=commands) / ".opencode" / "plugin"
    assert [path.name for path in folder.iterdir()] == plugins


def test_several_commands_are_refused_since_the_bridge_runs_one(tmp_path: Path) -> None:
    with pytest.raises(HookconformError) as caught:
        prepared(tmp_path, commands={"tool.execute.before": "one", "chat.message": "two"})
    assert caught.value.code == "lab.bridge"


def test_a_tool_belongs_to_the_versions_that_declare_it() -> None:
    # Declarations recorded at these versions.
    assert [version for version in ("1.0.152", "1.1.65", "1.14.41") if has("batch", version)] == ["1.0.152", "1.1.65"]
    assert [version for version in ("1.1.65", "1.14.41", "1.18.33") if has("execute", version)] == ["1.18.33"]


def test_a_hook_that_a_version_never_calls_is_explained() -> None:
    assert "permission.ask" in DRIVER.not_driven("1.18.33").events
    assert "permission.ask" not in DRIVER.not_driven("1.0.152").events
    assert "dispose" in DRIVER.not_driven("1.14.41").events


def test_a_row_holds_the_native_call_with_absent_arguments_absent() -> None:
    line = {"hook": "dispose", "directory": "/home/dev/project", "env_names": ["OPENCODE", "PATH"]}
    row = DRIVER.row_of(HookCall(line, Scenario("s", "t", Script(), ())))
    assert row == {"hook_env_names": ["OPENCODE"], "hook": "dispose", "directory": "/home/dev/project"}
    assert DRIVER.tool_of(row) is None
    assert DRIVER.tool_of({"hook": "tool.execute.before", "input": {"tool": "bash"}}) == "bash"


CALL_HOOKS = """
import { HookconformCapture } from %s
const hooks = await HookconformCapture({ directory: "/w" })
const output = { args: { command: "ls" } }
await hooks["tool.execute.before"]({ tool: "bash" }, output)
output.args.command = "changed later"
for (const id of ["one", "two"]) await hooks["tool.definition"]({ toolID: id }, { description: "x".repeat(61) })
for (const type of ["session.idle", "session.idle", "message.updated", "message.updated"])
  await hooks.event({ event: { type } })
const cycle = { big: 1n }
cycle.self = cycle
await hooks["chat.message"](cycle, {})
await hooks.dispose()
"""


@pytest.fixture
def recorded(tmp_path: Path) -> list[dict[str, Any]]:
    """Return what the recording plugin wrote of some calls, without the names of the environment."""
    workspace = prepared(tmp_path)
    (workspace / ".opencode" / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    plugin = workspace / ".opencode" / "plugin" / "hookconform-capture.js"
    program = tmp_path / "calls.mjs"
    program.write_text(CALL_HOOKS % json.dumps(plugin.as_uri()), encoding="utf-8")
    node = shutil.which("node")
    assert node is not None
    subprocess.run([node, str(program)], check=True, timeout=60)
    lines = [json.loads(line) for line in (tmp_path / "log").read_text(encoding="utf-8").splitlines()]
    assert all(line.pop("directory") == "/w" and line.pop("env_names") for line in lines)
    return lines


@pytest.mark.needs("node")
def test_a_call_is_recorded_as_it_was_at_the_call(recorded: list[dict[str, Any]]) -> None:
    assert recorded[0] == {
        "hook": "tool.execute.before",
        "input": {"tool": "bash"},
        "output": {"args": {"command": "ls"}},
    }


@pytest.mark.needs("node")
def test_hooks_that_repeat_for_every_token_or_tool_are_recorded_once(recorded: list[dict[str, Any]]) -> None:
    kinds = [line["input"]["event"]["type"] if line["hook"] == "event" else line["hook"] for line in recorded]
    assert kinds == [
        "tool.execute.before",
        "tool.definition",
        "session.idle",
        "session.idle",
        "message.updated",
        "chat.message",
        "dispose",
    ]


@pytest.mark.needs("node")
def test_descriptions_of_tools_are_cut_out(recorded: list[dict[str, Any]]) -> None:
    assert recorded[1]["output"] == {"description": "<elided: 61 characters of platform text>"}


@pytest.mark.needs("node")
def test_values_json_cannot_hold_do_not_lose_the_call(recorded: list[dict[str, Any]]) -> None:
    assert recorded[5]["input"] == {"big": "1", "self": "[circular]"}
