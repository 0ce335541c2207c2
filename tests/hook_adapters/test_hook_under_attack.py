"""The hook program where what surrounds it is broken or hostile: before a tool it denies, whatever happens."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.support.hook_process import BLOCKED, LAUNCHER, RULES, SHELL, UNKNOWN_CALLER, denied, launcher_with, run

from hook_adapters.canonical.platform import load

pytestmark = pytest.mark.skipif(os.name != "posix", reason="standard streams and signals as POSIX has them")


@pytest.fixture
def gone(tmp_path: Path) -> Callable[[], None]:
    """Return what puts a process into a folder that is no longer there."""
    folder = tmp_path / "gone"
    folder.mkdir()

    def enter() -> None:
        os.chdir(folder)
        folder.rmdir()

    return enter


def test_a_current_folder_that_is_gone_denies_what_it_should(program: str, pack: str, gone: Callable[[], None]) -> None:
    code, stdout, _ = run([program, "hook", "claude-code", "--rules", pack], BLOCKED, preexec_fn=gone)
    assert (code, "Blocked by rule: no-rm" in stdout) == (0, True)


def test_a_relative_pack_in_a_folder_that_is_gone_is_denied(program: str, gone: Callable[[], None]) -> None:
    code, stdout, _ = run([program, "hook", "claude-code", "--rules", "pack.json"], preexec_fn=gone)
    assert (code, denied(stdout)) == (UNKNOWN_CALLER, True)


def test_a_relative_pack_is_the_one_where_the_hook_was_started(program: str, pack: str) -> None:
    folder = Path(pack).parent
    code, stdout, _ = run([program, "hook", "claude-code", "--rules", "pack.json"], BLOCKED, cwd=folder)
    assert (code, "Blocked by rule: no-rm" in stdout) == (0, True)
    code, stdout, _ = run([program, "hook", "claude-code", "--rules", "missing.json"], cwd=folder)
    assert (code, str(folder / "missing.json") in stdout) == (0, True)


HOSTILE = "import os\nos.write(1, b'{}')\nos._exit(0)\n"


@pytest.mark.parametrize("variable", ["PYTHONPATH", "PYTHONSTARTUP", "PYTHONHOME", "PYTHONUSERBASE"])
def test_a_hostile_workspace_changes_nothing(program: str, pack: str, tmp_path: Path, variable: str) -> None:
    workspace = tmp_path / "workspace"
    for package in ("hook_adapters", "encodings", "yaml"):
        (workspace / package).mkdir(parents=True)
        (workspace / package / "__init__.py").write_text(HOSTILE)
    for module in ("json", "sitecustomize", "usercustomize", "os", "re", "signal", "pkgutil", "hook"):
        (workspace / f"{module}.py").write_text(HOSTILE)
    value = "sitecustomize.py" if variable == "PYTHONSTARTUP" else "."
    for rules in (pack, str(Path(pack).with_suffix(".yaml"))):
        if rules.endswith(".yaml"):
            Path(rules).write_text(json.dumps(RULES))
        command = [program, "hook", "claude-code", "--rules", rules]
        code, stdout, _ = run(command, BLOCKED, cwd=workspace, env={**os.environ, variable: value})
        assert (code, "Blocked by rule: no-rm" in stdout) == (0, True)


def test_a_damaged_installation_does_not_let_a_call_pass(tmp_path: Path, pack: str) -> None:
    launcher = launcher_with(tmp_path, f'exec "{sys.executable}" -S "$@"')
    code, stdout, stderr = run([str(launcher), "hook", "claude-code", "--rules", pack])
    assert (code, denied(stdout)) == (2, True)
    assert "ModuleNotFoundError" in stderr


def test_without_any_python_no_call_passes(tmp_path: Path, pack: str) -> None:
    launcher = tmp_path / "hook-adapters"
    shutil.copy(LAUNCHER, launcher)
    command = ["/bin/sh", str(launcher), "hook", "claude-code", "--rules", pack]
    code, _, stderr = run(command, env={"PATH": str(tmp_path)})
    assert code == 2
    assert "no python3" in stderr


def test_a_link_to_the_launcher_finds_its_python(program: str, pack: str, tmp_path: Path) -> None:
    link = tmp_path / "elsewhere"
    link.symlink_to(program)
    code, stdout, _ = run([str(link), "hook", "claude-code", "--rules", pack], BLOCKED)
    assert (code, denied(stdout)) == (0, True)


def test_a_failure_inside_a_platform_is_denied(monkeypatch: pytest.MonkeyPatch, capfd: Any, pack: str) -> None:
    from hook_adapters.program import hook  # noqa: PLC0415 (only this test looks inside)

    platform = load("claude-code")
    monkeypatch.setattr(hook, "read_input", lambda _: json.dumps(SHELL).encode())
    monkeypatch.setattr(hook, "watch", lambda _: None)
    monkeypatch.setattr(hook, "last_chance", lambda _: None)
    for failure in (MemoryError("full"), KeyboardInterrupt(), SystemExit(0), RuntimeError("x")):
        monkeypatch.setattr(platform, "read", lambda *_, failure=failure: (_ for _ in ()).throw(failure))
        assert hook.run(platform, rules=pack) == 0
        assert denied(capfd.readouterr().out)
