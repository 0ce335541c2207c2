"""A place in use: what its host is asked for a call and for its setup, and what a report shows of the command."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.support import fakes
from tests.support.hooks import guard, hook_manifest

from hookconform.attach.calls import Call, RulePack
from hookconform.attach.hook_check import PLUGIN_HOSTS
from hookconform.attach.manifest import Manifest
from hookconform.attach.place import workplace
from hookconform.attach.place.workplace import Workplace
from hookconform.ground.errors import HookconformError

PACK = ('rules = "pack"', 'rules_path = "policy/rules.json"')
POLICIES = ("[hook.policies]", 'no-shell = "no-shell"', 'no-read = { from = "no-read", to = "{home}/.tiny" }')
TWO = '["gemini-cli", "claude-code"]'


class Asked:
    """Stands for a host: notes what it is asked, and answers as it was told."""

    def __init__(self, **answer: Any) -> None:
        self.requests: list[dict[str, Any]] = []
        self.seen: list[list[str]] = []
        self._answer = answer or {"exit_code": 0, "stdout": "", "stderr": ""}

    def run(self, request: dict[str, Any]) -> dict[str, Any]:
        self.requests.append(request)
        self.seen.append(sorted(path.name for path in Path(request["folder"]).rglob("*")))
        return self._answer


def call(**params: Any) -> Call:
    known = {"platform": "gemini-cli", "platform_version": "0.61.0", "registered_event": "BeforeTool", "payload": "{}"}
    return Call("decide", known | {"policy": "no-shell"} | params, "a case", "decide", fakes.PACK)


def placed(manifest: Manifest, folder: Path, **answer: Any) -> tuple[Workplace, Asked]:
    host: Any = Asked(**answer)
    return Workplace(manifest, folder / "place", host), host


def test_a_host_is_asked_for_the_command_in_the_project_with_the_payload_of_the_place(tmp_path: Path) -> None:
    shell = 'command = ["sh", "{event}", "{policy}", "{rules}", "{home}"]'
    manifest = hook_manifest(tmp_path, guard(), *PACK, 'env = { MINE = "{event}" }', command=shell)
    place, host = placed(manifest, tmp_path)
    here = tmp_path / "place"
    request = place.request(call(payload='{"cwd": "/home/dev/project"}', folder="sub", files={"a.txt": "text"}))
    argv = ["sh", "BeforeTool", "no-shell", f"{here}/project/policy/rules.json", f"{here}/home"]
    assert (request["argv"], request["folder"]) == (argv, f"{here}/project")
    assert request["payload"] == f'{{"cwd": "{here}/project"}}'
    assert (request["environment"]["MINE"], request["environment"]["HOME"]) == ("BeforeTool", f"{here}/home")
    assert json.loads((here / "project/policy/rules.json").read_text()) == fakes.PACK.parsed
    assert (here / "project/sub/a.txt").read_text() == "text"
    assert host.requests == []
    assert place.request(call(registered_event=None))["argv"][1] == ""


def test_folders_of_rules_become_those_of_the_place(tmp_path: Path) -> None:
    place, _ = placed(hook_manifest(tmp_path, guard(), *PACK), tmp_path)
    matchers = {"directories": ["/home/dev/.ssh", "/home/dev/project/keys", "/home/device", "**/.ssh"]}
    rules = RulePack({"rules": [{"name": "a", "matchers": matchers, "actions": {"block": True}}]})
    place.request(call()._replace(rules=rules))
    here = tmp_path / "place"
    [rule] = json.loads((here / "project/policy/rules.json").read_text())["rules"]
    assert rule["matchers"]["directories"] == [f"{here}/home/.ssh", f"{here}/project/keys", "/home/device", "**/.ssh"]


def test_setup_is_run_in_the_project_with_the_policy_in_it_once_a_platform_and_policy(tmp_path: Path) -> None:
    setup = 'setup = ["{python}", "{policy}", "{platform}"]'
    env = 'env = { MINE = "at {event}." }'
    place, host = placed(hook_manifest(tmp_path, guard(), setup, env, *POLICIES, platforms=TWO), tmp_path)
    for platform, version in (("gemini-cli", "0.61.0"), ("claude-code", "2.1.0")):
        for policy in ("no-shell", "no-read", "no-shell", None):
            place.request(call(platform=platform, platform_version=version, policy=policy))
    assert [request["argv"][1:] for request in host.requests] == [
        ["no-shell", "gemini-cli"], ["no-read", "gemini-cli"], ["no-shell", "claude-code"], ["no-read", "claude-code"],
    ]  # fmt: skip
    assert host.seen == [["policy.txt"], [], ["policy.txt"], []]
    first = host.requests[0]
    assert (first["folder"], first["payload"], first["deadline"]) == (f"{tmp_path}/place/project", "", 60.0)
    # A setup is for every event.
    assert first["environment"]["MINE"] == "at ."
    assert first["environment"]["HOME"] == f"{tmp_path}/place/home"
    assert "GEMINI_PROJECT_DIR" in first["environment"]
    assert "GEMINI_PROJECT_DIR" not in host.requests[2]["environment"]


def test_a_setup_that_fails_is_an_error_that_names_no_place(tmp_path: Path) -> None:
    manifest = hook_manifest(tmp_path, guard(), 'setup = ["sh", "{home}", "{policy}"]', *POLICIES)
    place, _ = placed(manifest, tmp_path, exit_code=7, stdout=f"in {tmp_path}/place/project", stderr="bad")
    with pytest.raises(HookconformError) as caught:
        place.request(call())
    assert (caught.value.code, caught.value.what) == ("adapter.setup", "A command of `setup` failed: exit code 7.")
    assert caught.value.where == f"{tmp_path}/adapter.toml: sh {{home}} no-shell"
    assert caught.value.shown == ("in {project}", "bad")
    assert caught.value.hint == ("It runs in the project's folder. It must end with exit code 0 in at most 60 s.")


def test_a_script_that_setup_did_not_make_is_one_error(tmp_path: Path) -> None:
    command = 'command = ["sh", "{folder}/build/hook.sh"]'
    manifest = hook_manifest(tmp_path, guard(), 'setup = ["true"]', *POLICIES, command=command)
    place, _ = placed(manifest, tmp_path)
    with pytest.raises(HookconformError, match=r"no script '.*/build/hook\.sh'") as caught:
        place.request(call())
    assert (caught.value.code, caught.value.where) == ("adapter.program", f"{tmp_path}/adapter.toml")


def test_without_a_path_for_rules_none_are_written(tmp_path: Path) -> None:
    place, _ = placed(hook_manifest(tmp_path, guard(), *POLICIES), tmp_path)
    place.request(call())
    assert sorted(path.name for path in (tmp_path / "place" / "project").iterdir()) == ["policy.txt"]


def test_a_plugin_is_called_by_its_platforms_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = ("[hook.platforms.opencode]", 'plugin = "{project}/own.js"', 'env = { MINE = "{event} {policy}" }')
    manifest = hook_manifest(tmp_path, guard(), *POLICIES, *table, platforms='["opencode", "gemini-cli"]')
    asked: list[tuple[str, str]] = []

    def part(platform: str, name: str) -> Any:
        asked.append((platform, name))
        return SimpleNamespace(command=lambda plugin: ["host", plugin])

    monkeypatch.setattr(workplace, "part", part)
    place, _ = placed(manifest, tmp_path)
    request = place.request(call(platform="opencode", registered_event="tool.execute.before"))
    assert request["argv"] == ["host", tmp_path / "place/project/own.js"]
    assert request["environment"]["MINE"] == "tool.execute.before no-shell"
    assert asked == [(PLUGIN_HOSTS, "opencode")]
    assert place.shown(call(platform="opencode")) == "plugin {project}/own.js"
    assert place.shown(call()) == "{python} -I -S {folder}/hook.py"


def test_a_report_shows_event_and_policy_and_hides_where_it_was(tmp_path: Path) -> None:
    shell = 'command = ["sh", "{project}", "{event}", "{policy}"]'
    place, _ = placed(hook_manifest(tmp_path, guard(), *POLICIES, command=shell), tmp_path)
    assert place.shown(call(policy="no-read")) == "sh {project} BeforeTool no-read"
    assert place.shown(call(policy=None, registered_event=None)) == "sh {project} '' no-shell"
    assert place.hidden(f"{tmp_path}/place/home {tmp_path}") == f"{{home}} {tmp_path}"
