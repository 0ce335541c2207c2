"""`{program}` in a manifest is where the program beside it is installed; without it nothing starts."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from tests.support.fakes import MANIFEST, SERVE

from hookconform.attach.attaching import attach
from hookconform.attach.hook_command import hook_command
from hookconform.attach.manifest import load_manifest
from hookconform.attach.program import Program
from hookconform.ground.errors import HookconformError

from .conftest import PYPI, Write

KEYS = ("name", "version", "language", "platforms", "protocol", "capabilities", "tier")
HEAD = "".join(f"{key} = {json.dumps(MANIFEST[key])}\n" for key in KEYS)
HOOK = """command = ["{program}/bin/guard", "{event}"]
rules = "pack"
rules_path = "x.yaml"
env = { GUARD = "{program}" }
"""


def _install(program: Program) -> Path:
    folder = program.folder / "bin"
    folder.mkdir(parents=True)
    program.mark_installed()
    return folder


def test_a_served_program_is_started_from_its_folder(state: Write) -> None:
    program = state(PYPI)
    identity = json.dumps({key: MANIFEST[key] for key in KEYS})
    start = f"#!{sys.executable}\nimport sys\nsys.argv = ['', {identity!r}]\n{SERVE}"
    manifest = program.path.parent / "adapter.toml"
    manifest.write_text(HEAD + '[run]\ncommand = ["{program}/bin/guard"]\n')
    with pytest.raises(HookconformError) as caught:
        attach(load_manifest(manifest))
    assert caught.value.code == "program.not-installed"
    guard = _install(program) / "guard"
    guard.write_text(start)
    guard.chmod(0o755)
    session = attach(load_manifest(manifest))
    session.close()


def test_a_hook_program_gets_its_folder_in_command_and_environment(state: Write) -> None:
    program = state(PYPI)
    manifest = program.path.parent / "adapter.toml"
    manifest.write_text(HEAD.replace(json.dumps(MANIFEST["capabilities"]), '["decision"]') + f"[hook]\n{HOOK}")
    with pytest.raises(HookconformError) as caught:
        attach(load_manifest(manifest))
    assert caught.value.code == "program.not-installed"
    _install(program)
    argv, variables = hook_command(load_manifest(manifest), "gemini-cli", "BeforeTool", Path("x.yaml"))
    assert argv == [f"{program.folder}/bin/guard", "BeforeTool"]
    assert variables == {"GUARD": str(program.folder)}


def test_a_manifest_without_a_program_beside_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "adapter.toml").write_text(HEAD + '[run]\ncommand = ["{program}/bin/guard"]\n')
    with pytest.raises(HookconformError) as caught:
        attach(load_manifest(tmp_path / "adapter.toml"))
    assert caught.value.code == "program.unreadable"
