"""What Kilo Code's instrument installs, drives and predicts, without the program."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hookconform.corpus.locate import corpus_root
from hookconform.effects.effect import Answer, Effect
from hookconform.effects.platforms.kilo_code import effect
from hookconform.ground.errors import HookconformError
from hookconform_lab.lab.driver import Hooks, Place
from hookconform_lab.lab.functions import bridge_file
from hookconform_lab.platforms.kilo_code.driver import DRIVER
from hookconform_lab.platforms.kilo_code.turn import TURN

CORPUS = corpus_root() / "platforms" / "kilo-code"
VERSIONS = sorted(path.stem for path in (CORPUS / "declared").iterdir())
NEWEST = "7.7.9"
BEFORE = "tool.execute.before"
MODEL = "http://127.0.0.1:1"


def prepared(tmp_path: Path, **hooks: Any) -> Path:
    """Return the home in which a scenario was configured, with the workspace in it."""
    home = tmp_path / "home"
    (home / "project").mkdir(parents=True)
    place = Place(NEWEST, tmp_path, home / "project", home, tmp_path, MODEL, ("mcp",))
    DRIVER.prepare(place, DRIVER.scenarios(NEWEST)[0], Hooks(log=tmp_path / "log", recorder=("record",), **hooks))
    return home


def predicted(*steps: dict[str, Any], event: str = BEFORE) -> Effect:
    return effect(NEWEST, event, event, Answer(plugin=steps))


def test_its_own_folders_hold_the_configuration_and_the_plugin(tmp_path: Path) -> None:
    home = prepared(tmp_path)
    configuration = json.loads((home / "project" / "kilo.json").read_text())
    assert configuration["provider"]["lab"]["options"]["baseURL"] == f"{MODEL}/v1"
    assert [path.name for path in (home / "project" / ".kilo" / "plugin").iterdir()] == ["hookconform-capture.js"]
    assert (home / ".local" / "share" / "kilo" / "log").is_dir()
    for folder in (home / "project" / ".kilo", home / ".config" / "kilo"):
        wanted = json.loads((folder / "package-lock.json").read_text())["packages"][""]["dependencies"]
        assert wanted == {"@kilocode/plugin": "*"}


@pytest.mark.parametrize(
    ("hooks", "plugins"),
    [
        ({"commands": {BEFORE: "policy"}}, ["hook-bridge.js"]),
        ({"commands": {}}, []),
        ({"steps": ({"hook": BEFORE, "contains": ["x"], "steps": []},)}, ["answering.js"]),
    ],
)
def test_commands_and_steps_are_installed_in_its_place(tmp_path: Path, hooks: Any, plugins: list[str]) -> None:
    folder = prepared(tmp_path, **hooks) / "project" / ".kilo" / "plugin"
    assert [path.name for path in folder.iterdir()] == plugins


def test_several_commands_are_refused(tmp_path: Path) -> None:
    with pytest.raises(HookconformError) as caught:
        prepared(tmp_path, commands={BEFORE: "one", "chat.message": "two"})
    assert caught.value.code == "lab.bridge"


def test_nothing_is_sent_to_its_vendor(tmp_path: Path) -> None:
    place = Place(NEWEST, tmp_path, tmp_path, tmp_path, tmp_path, MODEL, ("mcp",))
    variables = DRIVER.environment(place, DRIVER.scenarios(NEWEST)[0])
    assert variables["KILO_TELEMETRY_LEVEL"] == "off"
    switched_off = ("AUTOUPDATE", "MODELS_FETCH", "SHARE", "SESSION_INGEST", "CODEBASE_INDEXING", "PRESENCE")
    assert all(variables[f"KILO_DISABLE_{name}"] == "1" for name in switched_off)


@pytest.mark.parametrize(("version", "program"), [("7.0.33", "{{python}}"), (NEWEST, "{{program}}")])
def test_a_version_whose_run_does_not_end_is_driven_by_its_server(version: str, program: str) -> None:
    [tools] = [run for run in DRIVER.scenarios(version) if run.name == "tools"]
    assert tools.steps[0].argv[0] == program


def test_the_bridge_is_that_of_opencode() -> None:
    def code(platform: str) -> list[str]:
        lines = bridge_file(platform).read_text().splitlines()
        return [line for line in lines if not line.strip().startswith("//")]

    assert code("kilo-code") == code("opencode")


def test_only_a_throw_stops_a_tool() -> None:
    assert predicted({"throw": "no", "as": "error"}).told == {"no"}
    assert predicted({"throw": {"reason": "no", "decision": "deny"}, "as": "value"}).told == {"no"}
    for step in ({"return": {"decision": "deny"}}, {"throw": "no", "as": "detached"}, {"set": "error", "value": "no"}):
        assert predicted(step).tool == "ran"


def test_arguments_count_where_they_are_changed_in_place() -> None:
    changed = predicted({"set": "args.command", "value": "true"})
    assert (changed.input, changed.arguments) == ("changed", {"command": "true"})
    assert predicted({"set": "args", "value": {"command": "true"}}).input == "original"
    assert predicted({"set": "args.command", "value": 1}).tool == "stopped"


def test_a_command_that_gives_no_answer_refuses() -> None:
    decision = Answer(stdout='{"decision": "deny"}')
    for answer in (Answer(exit_code=1), Answer(late=True), Answer(stdout="words"), decision):
        assert effect(NEWEST, "PreToolUse", BEFORE, answer).tool == "stopped"
        assert effect(NEWEST, "UserPromptSubmit", "chat.message", answer).turn == "ended"
    assert effect(NEWEST, "PreToolUse", BEFORE, Answer()).tool == "ran"


def test_a_throw_after_a_tool_hides_its_output() -> None:
    thrown = predicted({"throw": "no", "as": "error"}, event="tool.execute.after")
    assert (thrown.tool, thrown.output, thrown.told) == ("ran", "hidden", {"no"})


def test_its_model_can_patch() -> None:
    started = TURN(NEWEST).start_with_patches()
    assert started is not None
    assert started.settings["configuration"] == {"model": "lab/gpt-5-scripted"}


@pytest.mark.parametrize("argument", ["timeout", "limit", "offset", "todos", "uri"])
def test_a_limit_or_a_list_in_place_changes_the_call(argument: str) -> None:
    assert predicted({"set": f"args.{argument}", "value": 1}).input == "changed"


def test_an_unknown_argument_in_place_changes_nothing() -> None:
    assert predicted({"set": "args.extra", "value": 1}).input == "original"
