"""The parts of VS Code's driver that need no editor: what is installed, written, planned and asked for."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest

from hookconform.ground.errors import HookconformError
from hookconform_lab.lab import install
from hookconform_lab.lab.driver import Hooks, Place
from hookconform_lab.lab.node import node_program
from hookconform_lab.lab.scenario import Program, Scenario
from hookconform_lab.lab.script import Script
from hookconform_lab.platforms.vscode_copilot import build, host
from hookconform_lab.platforms.vscode_copilot.driver import DRIVER
from hookconform_lab.platforms.vscode_copilot.turn import TURN

VERSION = "1.139.1"


@pytest.fixture
def place(tmp_path: Path) -> Place:
    workspace = tmp_path / "home" / "dev" / "project"
    workspace.mkdir(parents=True)
    return Place(
        version=VERSION,
        install=tmp_path / "install",
        workspace=workspace,
        home=workspace.parent,
        temporary=tmp_path / "tmp",
        model_url="http://127.0.0.1:4321",
        mcp_command=("/home/dev/tools/mcp-server",),
    )


def prepared(place: Place, **settings: object) -> dict[str, object]:
    hooks = Hooks(log=place.home / "log", recorder=("record",))
    DRIVER.prepare(place, Scenario("x", "x", Script(), (), settings=settings), hooks)
    return json.loads((place.home / host.DATA / "User" / "settings.json").read_text())


@pytest.mark.parametrize(
    ("package", "version"), [("4.139.1", "1.139.1"), ("4.133.0", "1.133.0"), ("4.136.2", "1.136.1")]
)
def test_a_version_of_the_package_holds_the_version_of_the_editor(package: str, version: str) -> None:
    assert DRIVER.program_version(package) == version
    assert DRIVER.package_version(version) == package


@pytest.mark.parametrize("package", ["3.9.3", "4.0.2", "4.117.0"])
def test_packages_from_before_the_agent_hold_no_version(package: str) -> None:
    assert DRIVER.program_version(package) is None


def test_every_event_gets_a_hook_that_the_editor_reads(place: Place) -> None:
    prepared(place)
    written = json.loads((place.workspace / ".github" / "hooks" / "lab.json").read_text())
    assert tuple(written["hooks"]) == DRIVER.events(VERSION)
    assert written["hooks"]["PreToolUse"] == [{"type": "command", "command": "record PreToolUse", "timeout": 20}]


def test_a_run_that_asks_grants_nothing(place: Place) -> None:
    granting = {key for key, value in prepared(place).items() if "pprove" in key and value}
    assert "chat.tools.global.autoApprove" in granting
    assert not {key for key in prepared(place, asks=True) if "pprove" in key}


def test_everything_the_agent_asks_for_stays_on_loopback(place: Place) -> None:
    token = json.loads(
        base64.b64decode(DRIVER.environment(place, Scenario("x", "x", Script(), ()))["VSCODE_COPILOT_CHAT_TOKEN"])
    )
    assert set(token["endpoints"].values()) == {place.model_url}
    assert token["token"] == "dummy"
    settings = prepared(place)
    for key in ("overrideCapiUrl", "overrideProxyUrl"):
        assert settings[f"github.copilot.advanced.debug.{key}"] == place.model_url
    offered = [model["id"] for model in DRIVER.served(place)["GET /models"]["data"]]
    plans = [TURN(VERSION).start(granted=True), TURN(VERSION).start_with_edits(())]
    assert {step["model"] for plan in plans for step in json.loads(plan.stdin)} == set(offered)


def test_the_extension_is_installed_with_the_entry_that_makes_the_editor_load_it(place: Place) -> None:
    prepared(place)
    folder = place.home / host.EXTENSIONS / host.DRIVEN
    package = json.loads((folder / "package.json").read_text())
    assert (folder / package["main"]).is_file()
    (entry,) = json.loads((folder.parent / "extensions.json").read_text())
    assert entry["location"]["path"] == str(folder)
    assert entry["identifier"]["id"] == f"{package['publisher']}.{package['name']}"


def test_a_run_that_needs_a_server_starts_it_before_it_asks() -> None:
    steps = json.loads(TURN(VERSION).start_with_mcp().stdin)
    assert [next(iter(step)) for step in steps] == ["server", "ask"]
    assert steps[0]["server"] == TURN(VERSION).mcp_call({}).calls[0].name


def test_the_steps_of_every_plan_are_those_the_window_knows() -> None:
    known = {"ask", "server", "command"}
    for scenario in DRIVER.scenarios(VERSION):
        for step in scenario.steps:
            assert isinstance(step, Program)
            assert all(next(iter(planned)) in known for planned in json.loads(step.stdin))


def test_patches_name_whole_paths() -> None:
    reply = TURN(VERSION).patch_call("*** Begin Patch\n*** Add File: a.txt\n+x\n*** End Patch\n")
    assert "*** Add File: {{workspace}}/a.txt\n" in reply.calls[0].args["input"]


def editor(folder: Path, version: str, *, agent: bool = True) -> Path:
    """Make what npm leaves of an installation, as far as it is looked at."""
    there = build.code_server_of(folder) / "lib" / "vscode"
    (there / "extensions").mkdir(parents=True)
    (there / "package.json").write_text(json.dumps({"version": version}))
    if agent:
        (there / "extensions" / "copilot").mkdir()
        (there / "extensions" / "copilot" / "package.json").write_text("{}")
    return there


def test_native_packages_are_built_with_the_node_that_runs_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[tuple[tuple[str, ...], Path, dict[str, str]]] = []
    monkeypatch.setattr(build, "npm", lambda *words, folder, variables: calls.append((words, folder, variables)))
    there = editor(tmp_path, VERSION)
    build.build(tmp_path, VERSION, lambda _: None)
    assert [(words[0], folder) for words, folder, _ in calls] == [
        ("install", there),
        ("install", there / "extensions"),
        ("rebuild", there),
    ]
    assert all(set(install.INSTALL_FLAGS) <= set(words) for words, _, _ in calls if words[0] == "install")
    for _, _, variables in calls:
        assert variables["PATH"].startswith(f"{node_program(build.NODE).parent}:")
        assert Path(variables["npm_config_nodedir"]) in node_program(build.NODE).parents


@pytest.mark.parametrize(
    ("version", "agent", "said"), [("1.138.0", True, "1.138.0, not 1.139.1"), (VERSION, False, "not bring the agent")]
)
def test_another_editor_than_was_asked_for_is_refused(tmp_path: Path, version: str, agent: bool, said: str) -> None:
    editor(tmp_path, version, agent=agent)
    with pytest.raises(HookconformError, match=said) as caught:
        build.build(tmp_path, VERSION, lambda _: None)
    assert caught.value.code == "lab.install"


def test_a_machine_without_a_browser_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(HookconformError, match=r"chromium \(the editor's window") as caught:
        install.need_tools(DRIVER)
    assert caught.value.code == "lab.tool-missing"


def test_what_the_window_is_still_writing_is_not_read(tmp_path: Path) -> None:
    assert host.said(tmp_path) == []
    (tmp_path / "said.jsonl").write_text('{"ready": 1}\n{"ended": tr')
    assert host.said(tmp_path) == [{"ready": 1}]


class Ended:
    """A program of which only is asked whether it still runs."""

    def __init__(self, code: int | None) -> None:
        self._code = code

    def poll(self) -> int | None:
        return self._code


@pytest.mark.parametrize(
    ("lines", "codes", "well"),
    [
        ('{"ended": true}\n', (None, None), True),
        ('{"ended": false, "problem": "never: models"}\n', (None, None), False),
        ('{"ready": 1}\n', (None, 1), False),
        ("", (0, None), False),
    ],
)
def test_a_plan_ends_well_only_if_the_window_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: str, codes: tuple[int | None, ...], well: bool
) -> None:
    monkeypatch.setattr(host.time, "sleep", lambda _: None)
    (tmp_path / "said.jsonl").write_text(lines)
    assert host.follow(tmp_path, [Ended(code) for code in codes]) is well  # type: ignore[list-item]
