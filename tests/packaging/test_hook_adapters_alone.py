"""The wheel of hook-adapters stands alone: no hookconform, no PyYAML, nothing but Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hookconform.corpus.locate import data_root

pytestmark = pytest.mark.slow

RULES = [{"name": "no-rm", "matchers": {"command_match": "^rm"}, "actions": {"block": True}}]
CALL = {"hook_event_name": "BeforeTool", "tool_name": "run_shell_command", "tool_input": {"command": "rm x"}}


def call(*command: str | Path, cwd: Path, text: str = "") -> str:
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "PYTEST", "HOOKCONFORM"))}
    argv = [str(part) for part in command]
    done = subprocess.run(argv, cwd=cwd, env=clean, input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of programs of a fresh environment that holds the wheel and nothing else."""
    folder = tmp_path_factory.mktemp("alone")
    call(
        sys.executable,
        "-m",
        "build",
        "--wheel",
        "--outdir",
        folder,
        data_root() / "packages" / "hook-adapters",
        cwd=folder,
    )
    call(sys.executable, "-m", "venv", folder / "venv", cwd=folder)
    found = folder / "venv" / "bin"
    call(found / "python", "-m", "pip", "install", "-q", "--no-index", *folder.glob("*.whl"), cwd=folder)
    return found


def test_nothing_else_is_installed(programs: Path, tmp_path: Path) -> None:
    listed = json.loads(call(programs / "python", "-m", "pip", "list", "--format", "json", cwd=tmp_path))
    assert {item["name"] for item in listed} <= {"hook-adapters", "pip", "setuptools"}


def test_the_hook_answers(programs: Path, tmp_path: Path) -> None:
    (tmp_path / "pack.json").write_text(json.dumps(RULES))
    command = (programs / "hook-adapters", "hook", "gemini-cli", "--rules", tmp_path / "pack.json")
    answer = json.loads(call(*command, cwd=tmp_path, text=json.dumps(CALL)))
    assert answer == {"decision": "deny", "reason": "Blocked by rule: no-rm."}


def test_a_pack_in_yaml_says_what_to_install(programs: Path, tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(json.dumps(RULES))
    command = (programs / "hook-adapters", "hook", "gemini-cli", "--rules", tmp_path / "pack.yaml")
    answer = json.loads(call(*command, cwd=tmp_path, text=json.dumps(CALL)))
    assert answer["decision"] == "deny"
    assert "install hook-adapters[yaml]" in answer["reason"]


def test_the_workspace_changes_nothing(programs: Path, tmp_path: Path) -> None:
    (tmp_path / "pack.json").write_text(json.dumps(RULES))
    (tmp_path / "json.py").write_text("raise SystemExit(0)\n")
    (tmp_path / "sitecustomize.py").write_text("raise SystemExit(0)\n")
    command = ("/usr/bin/env", "PYTHONPATH=.", programs / "hook-adapters", "hook", "gemini-cli", "--rules", "pack.json")
    assert json.loads(call(*command, cwd=tmp_path, text=json.dumps(CALL)))["decision"] == "deny"


def test_the_library_and_its_types_are_there(programs: Path, tmp_path: Path) -> None:
    script = (
        "import hook_adapters, pathlib; "
        "print(len(hook_adapters.platforms()), hook_adapters.CanonicalEvent.__name__, "
        "(pathlib.Path(hook_adapters.__file__).parent / 'py.typed').is_file())"
    )
    count, name, typed = call(programs / "python", "-c", script, cwd=tmp_path).split()
    assert (int(count) >= 8, name, typed) == (True, "CanonicalEvent", "True")
