"""A plugin of OpenCode is called as the program calls it, and what it does becomes steps."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from hookconform.attach.plugin_hosts.opencode import answer, command
from hookconform.effects import effect
from hookconform.effects.effect import Answer

pytestmark = [pytest.mark.whole, pytest.mark.needs("node")]
BEFORE = "tool.execute.before"


def asked(folder: Path, body: str, *, hook: str = BEFORE, name: str = "index.js") -> Answer | str:
    """Return what a plugin with this hook function does with a call of the shell."""
    source = f"export const Guard = async (given) => ({{ {json.dumps(hook)}: async (input, output) => {{ {body} }} }})"
    return of_plugin(folder, source, name)


def of_plugin(folder: Path, source: str, name: str = "index.js") -> Answer | str:
    (folder / name).write_text(source, encoding="utf-8")
    record: dict[str, Any] = {
        "hook": BEFORE,
        "input": {"tool": "bash", "callID": "1"},
        "output": {"args": {"command": "ls"}},
    }
    done = subprocess.run(
        command(folder / name), input=json.dumps(record), capture_output=True, text=True, check=False, cwd=folder
    )
    return answer(Answer(done.returncode, done.stdout, done.stderr))


@pytest.mark.parametrize(
    ("body", "steps"),
    [
        ("", ()),
        ("throw new Error('no')", ({"throw": "no", "as": "error"},)),
        ("throw { reason: 'no' }", ({"throw": {"reason": "no"}, "as": "value"},)),
        ("throw undefined", ({"throw": None, "as": "value"},)),
        ("output.args.command = 'true'", ({"set": "args.command", "value": "true"},)),
        ("output.args.more = 1; delete output.args.command",
         ({"set": "args.more", "value": 1}, {"delete": "args.command"})),
        ("output.args = { command: 'true' }", ({"set": "args", "value": {"command": "true"}},)),
        ("console.log('{\"steps\": [1]}'); return { throw: 'no' }", ()),
        ("Promise.reject(new Error('late'))", ()),
        ("await given.client.session.prompt({}); await given.$`ls`", ()),
        ("if (given.directory !== process.cwd() || input.tool !== 'bash') throw new Error('other')", ()),
    ],
)  # fmt: skip
def test_what_a_plugin_does_becomes_steps(tmp_path: Path, body: str, steps: tuple[dict[str, Any], ...]) -> None:
    assert asked(tmp_path, body) == Answer(plugin=steps)


def test_a_hook_that_the_plugin_does_not_have_does_nothing(tmp_path: Path) -> None:
    assert asked(tmp_path, "throw new Error('no')", hook="tool.execute.after") == Answer(plugin=())


def test_every_exported_function_is_a_plugin(tmp_path: Path) -> None:
    throws = f"async () => ({{ {json.dumps(BEFORE)}: async () => {{ throw new Error('%s') }} }})"
    source = (
        f"export const A = async () => {{}}\nexport const B = {throws % 'b'}\nexport default B\nexport const name = 1"
    )
    assert of_plugin(tmp_path, source) == Answer(plugin=({"throw": "b", "as": "error"},))


def test_a_plugin_is_an_es_module_whatever_package_stands_above_it(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"type": "commonjs"}')
    assert asked(tmp_path, "throw new Error('no')") == Answer(plugin=({"throw": "no", "as": "error"},))
    assert asked(tmp_path, "", name="index.mjs") == Answer(plugin=())


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("export const A = ", "the plugin cannot be called"),
        ("export const A = 1", "exports no function"),
        ("export const A = async () => { throw new Error('no configuration') }", "no configuration"),
        ("process.exit(0)", "ended the process that called it"),
    ],
)
def test_a_plugin_that_cannot_be_loaded_is_said(tmp_path: Path, source: str, says: str) -> None:
    found = of_plugin(tmp_path, source)
    assert isinstance(found, str)
    assert says in found


@pytest.mark.parametrize(
    ("steps", "tool", "changed"),
    [
        (({"throw": "no", "as": "error"},), "stopped", "original"),
        (({"set": "args.filePath", "value": "x"},), "ran", "changed"),
        (({"delete": "args.path"},), "ran", "changed"),
        (({"set": "args.description", "value": "x"},), "ran", "original"),
        (({"set": "args", "value": {}},), "ran", "original"),
    ],
)
def test_steps_have_the_effect_that_was_measured(steps: tuple[dict[str, Any], ...], tool: str, changed: str) -> None:
    found = effect("opencode", "1.18.33", "PreToolUse", BEFORE, Answer(plugin=steps))
    assert (found.tool, found.input) == (tool, changed)
