"""pip of the running Python, or of an environment kept for a Python without it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from hookconform.ground.errors import HookconformError
from hookconform_lab.programs import pip


def test_a_python_with_pip_uses_its_own(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    monkeypatch.setattr(pip, "has_pip", lambda: True)
    assert pip.pip_command() == (sys.executable, "-m", "pip")
    assert not cache.exists()


@pytest.mark.whole
def test_a_python_without_pip_gets_one_kept_in_the_cache(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    monkeypatch.setattr(pip, "has_pip", lambda: False)
    command = pip.pip_command()
    assert Path(command[0]).is_relative_to(cache)
    said = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True).stdout
    assert f"(python {sys.version_info.major}.{sys.version_info.minor})" in said
    # It is made once.
    monkeypatch.setattr(pip, "run_client", lambda *_, **__: pytest.fail("made again"))
    assert pip.pip_command() == command


@pytest.mark.whole
def test_what_was_left_by_a_killed_process_is_made_anew(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    monkeypatch.setattr(pip, "has_pip", lambda: False)
    half = cache / "pip" / f".{sys.version_info.major}.{sys.version_info.minor}.new" / "bin"
    half.mkdir(parents=True)
    (half / "python").write_text("half of it")
    subprocess.run([*pip.pip_command(), "--version"], capture_output=True, check=True)
    assert not half.exists()


def test_no_pip_anywhere_is_an_error_with_a_way_out(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    monkeypatch.setattr(pip, "has_pip", lambda: False)
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(HookconformError) as caught:
        pip.pip_command()
    assert caught.value.code == "program.pip"
    assert "uv pip install pip" in (caught.value.hint or "")
    assert list(cache.glob("pip/[!.]*")) == []
