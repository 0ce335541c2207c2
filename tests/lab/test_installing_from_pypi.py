"""A program from PyPI lies in an environment of its own, as wheels, and what PyPI lacks is said."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.support.fake_driver import FakeDriver

from hookconform.ground.cache import ENVIRONMENT_VARIABLE, cache_root
from hookconform.ground.errors import HookconformError
from hookconform_lab.lab import install, pypi
from hookconform_lab.programs import pip


@pytest.fixture
def ran(tmp_path: Path, driver: FakeDriver, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Make the driver one of PyPI, the cache a folder of its own, and every command one that is only noted."""
    del driver
    monkeypatch.setenv(ENVIRONMENT_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(FakeDriver, "from_pypi", True)
    monkeypatch.setattr(pip, "has_pip", lambda: True)
    monkeypatch.setattr(FakeDriver, "extras", "[mcp]")
    noted: list[list[str]] = []
    answering(monkeypatch, noted)
    return noted


def answering(
    monkeypatch: pytest.MonkeyPatch, noted: list[list[str]], code: int = 0, out: str = "", err: str = ""
) -> None:
    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        noted.append(command)
        return subprocess.CompletedProcess(command, code, out, err)

    monkeypatch.setattr(pypi.subprocess, "run", run)


def test_an_exact_version_is_installed_once_as_wheels_only(ran: list[list[str]], driver: FakeDriver) -> None:
    folder = install.install(driver, "1.2.3", lambda _: None)
    assert install.install(driver, "1.2.3", lambda _: None) == folder == cache_root() / "claude-code" / "1.2.3"
    made, installed = ran
    assert made[:3] == [sys.executable, "-m", "venv"]
    assert installed[0] == f"{made[3]}/bin/python"
    assert installed[-3:] == ["--only-binary", ":all:", "fake-agent[mcp]==1.2.3"]


def test_further_packages_are_installed_with_it(
    ran: list[list[str]], driver: FakeDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FakeDriver, "extra_packages", lambda _self, version: (f"fake-plugins==0.{version}",))
    install.install(driver, "1.2.3", lambda _: None)
    assert ran[1][-2:] == ["fake-agent[mcp]==1.2.3", "fake-plugins==0.1.2.3"]


def test_neither_node_nor_npm_is_asked_for(
    ran: list[list[str]], driver: FakeDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    del ran
    monkeypatch.setattr(install.shutil, "which", lambda name: None if name in {"node", "npm"} else f"/usr/bin/{name}")
    install.need_tools(driver)


@pytest.mark.parametrize(
    ("stderr", "code"),
    [
        ("ERROR: No matching distribution found for fake-agent==9.9.9", "lab.version-unknown"),
        ("ERROR: No matching distribution found for needed>=2", "lab.version-unknown"),
        ("ERROR: the network is down", "lab.pypi"),
        ("", "lab.pypi"),
    ],
)
def test_a_failed_installation_says_why_and_leaves_nothing(
    ran: list[list[str]], driver: FakeDriver, monkeypatch: pytest.MonkeyPatch, stderr: str, code: str
) -> None:
    answering(monkeypatch, ran, code=1, err=stderr)
    with pytest.raises(HookconformError) as caught:
        install.install(driver, "9.9.9", lambda _: None)
    assert caught.value.code == code
    assert caught.value.hint
    assert list(cache_root().glob("*/[!.]*")) == []


def test_releases_are_in_their_order_without_what_came_before_them(
    ran: list[list[str]], driver: FakeDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = "fake-agent (0.10.0)\nAvailable versions: 0.10.0, 0.10.0rc1, 0.9.1, 0.9.0\n"
    answering(monkeypatch, ran, out=listed)
    assert install.released_versions(driver) == ["0.9.0", "0.9.1", "0.10.0"]
    assert install.newest_version(driver) == "0.10.0"


def test_a_package_without_releases_is_an_error(
    ran: list[list[str]], driver: FakeDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, ran, out="nothing of the sort")
    with pytest.raises(HookconformError) as caught:
        install.released_versions(driver)
    assert caught.value.code == "lab.pypi"
