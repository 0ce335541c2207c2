import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the private folder of a throw-away home, in which no platform is installed."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    for name in (
        "CLAUDE_CONFIG_DIR",
        "COPILOT_HOME",
        "CODEX_HOME",
        "XDG_CONFIG_HOME",
        "HERMES_HOME",
        "KIMI_CODE_HOME",
        "PI_CODING_AGENT_DIR",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return home / "data" / "hookconform"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str, str], Path]:
    """Return a function that puts a program on PATH which reports a version."""

    def install(name: str, version: str) -> Path:
        path = tmp_path / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!{os.path.realpath(sys.executable)} -IS\nprint('{name} version {version} (build 7)')\n")
        path.chmod(0o755)
        return path

    return install
