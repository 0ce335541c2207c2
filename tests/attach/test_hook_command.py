"""How a hook program is started: placeholders filled in for the machine, and left open in what a report shows."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
import yaml
from tests.support.hooks import guard, hook_manifest
from tests.support.miniature import PLATFORM

from hookconform.attach.calls import RulePack
from hookconform.attach.hook_command import hook_command, placeholders, shown, write_rules
from hookconform.ground.strict_yaml import load_yaml

RULES = {"version": "1.0", "rules": [{"name": "zwölf", "event": "PreToolUse", "tools": ["Bash"], "action": "block"}]}


def command_of(folder: Path, command: list[str], **words: str) -> tuple[list[str], dict[str, str]]:
    (folder / "pack.yaml").write_text("rules: []\n", encoding="utf-8")
    shell = f"command = {json.dumps(['{python}', '{folder}/hook.py'])}"
    here = [f"[hook.platforms.{PLATFORM}]", f"command = {json.dumps(command)}", 'env = { RULES = "{rules}" }']
    manifest = hook_manifest(folder, guard(), 'rules = "pack"', 'rules_path = "pack.yaml"', *here, command=shell)
    return hook_command(manifest, PLATFORM, "BeforeTool", Path("/r/pack.yaml"), words or None)


def test_every_placeholder_is_filled_in(tmp_path: Path) -> None:
    parts = ["{python}", "{folder}/hook.py", "{rules}", "{platform}", "{event}"]
    argv, variables = command_of(tmp_path, parts, **{"{project}": "/p"})
    assert argv == [sys.executable, str(tmp_path / "hook.py"), "/r/pack.yaml", PLATFORM, "BeforeTool"]
    assert variables == {"RULES": "/r/pack.yaml"}


@pytest.mark.parametrize(
    ("program", "started"),
    [("sh", "sh"), ("/bin/sh", "/bin/sh"), ("bin/hook", "{}/bin/hook"), ("./bin/hook", "{}/bin/hook")],
)
def test_a_program_named_by_a_relative_path_lies_in_the_folder_of_the_manifest(
    tmp_path: Path, program: str, started: str
) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "hook").touch(mode=0o755)
    argv, _ = command_of(tmp_path, [program, "a/b"])
    assert (Path(argv[0]), argv[1]) == (Path(started.format(tmp_path)), "a/b")


def test_nothing_of_the_machine_is_shown() -> None:
    words = {"{platform}": "gemini-cli", "{event}": "BeforeTool", "{own}": "1"}
    places = dict.fromkeys(("{project}", "{home}", "{folder}", "{program}", "{python}"), "/of/this/machine")
    parts = (*places, "{rules}", "{platform}", "{event}:{own}", "two words", "")
    text = shown(parts, words | places | {"{rules}": "/of/this/machine"})
    assert text == f"{' '.join(places)} {{rules}} gemini-cli BeforeTool:1 'two words' ''"


def test_all_that_stands_for_a_place_is_left_open(tmp_path: Path) -> None:
    manifest = hook_manifest(tmp_path, guard())
    known = placeholders(manifest, PLATFORM, Path("/r"))
    left = {name for name in known if shown((name,), known) == name}
    assert left == known.keys() - {"{platform}"}


@pytest.mark.parametrize("name", ["pack.json", "pack.yaml", "pack"])
def test_rules_are_written_in_the_form_that_the_name_says(tmp_path: Path, name: str) -> None:
    path = tmp_path / "new" / "folder" / name
    write_rules(RulePack(RULES), path)
    text = path.read_text(encoding="utf-8")
    assert load_yaml(path) == RULES
    assert yaml.safe_load(text) == RULES
    assert text.startswith("{") == (name == "pack.json")
    if name == "pack.json":
        assert json.loads(text) == RULES
    else:
        assert text.startswith("version:")
        assert "zwölf" in text
