"""A home whose name is no UTF-8 text: what cannot be named in a settings file is refused before anything is written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hookconform.ground.errors import HookconformError
from hookconform_lab.recorder.installing import install, uninstall
from hookconform_lab.recorder.own_files import HookFiles
from hookconform_lab.recorder.registrations import Scope, recorded_platforms, registration_of

pytestmark = pytest.mark.usefixtures("project")
PLATFORMS = [(name, registration_of(name).scopes[-1]) for name in recorded_platforms()]


@pytest.mark.parametrize(("platform", "scope"), PLATFORMS)
def test_a_recorder_that_cannot_be_named_is_not_installed(
    private: Path, monkeypatch: pytest.MonkeyPatch, platform: str, scope: Scope
) -> None:
    home = Path(f"{private.parents[1]}-\udcff")
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    if isinstance(registration_of(platform), HookFiles):
        # Its files are read by a shell, for which a name is bytes.
        assert install(platform, scope, Path.cwd())
        return
    with pytest.raises(HookconformError) as caught:
        install(platform, scope, Path.cwd())
    assert caught.value.code == "record.not-text"
    assert "XDG_DATA_HOME" in caught.value.hint
    assert {path.name for path in home.iterdir()} == {"data"}
    assert not list((home / "data" / "hookconform" / "installed").glob("*.json"))


@pytest.mark.parametrize("platform", ["gemini-cli", "kimi-code", "hermes-agent", "pi"])
def test_with_another_folder_for_data_it_is_installed_all_the_same(
    private: Path, monkeypatch: pytest.MonkeyPatch, platform: str
) -> None:
    home = Path(f"{private.parents[1]}-\udcff")
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    (installation,) = install(platform, "user", Path.cwd())
    assert Path(installation.file).is_relative_to(home)
    assert list(uninstall(platform, "user", Path.cwd()).values()) == ["removed"]
    assert list(home.iterdir()) == []


def test_the_error_is_shown_on_a_terminal_that_knows_utf_8_alone(private: Path) -> None:
    home = os.fsencode(f"{private.parents[1]}-\udcff")
    environment = {**os.environb, b"HOME": home, b"XDG_DATA_HOME": home + b"/data", b"PYTHONIOENCODING": b"utf-8"}
    line = [sys.executable, "-m", "hookconform", "record", "install", "gemini-cli"]
    done = subprocess.run(line, env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"error[record.not-text]: ")
    assert b"Traceback" not in done.stderr
