"""The variables of a hook: its platform's, a home that is the place's, and nothing of whoever runs the suite."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace

import pytest

from hookconform.attach.place import environment as module
from hookconform.attach.place.environment import environment, search_path
from hookconform.attach.place.folders import Place

PLACE = Place(Path("/p"))


@pytest.fixture(autouse=True)
def own(monkeypatch: pytest.MonkeyPatch) -> None:
    run_with(monkeypatch, {"PATH": "/bin", "KEPT": "yes", "XDG_RUNTIME_DIR": "/run", "GEMINI_API_KEY": "x"})


def run_with(monkeypatch: pytest.MonkeyPatch, variables: Mapping[str, str], system: str = "posix") -> None:
    """Have the suite run with these variables, on this system as Python calls it."""
    its = SimpleNamespace(name=system, environ=variables, pathsep=":", defpath="/default")
    monkeypatch.setattr(module, "os", its)


def test_the_environment_of_a_hook_is_its_places_and_its_platforms() -> None:
    assert environment(PLACE, "gemini-cli", "0.61.0", {"KEPT": "mine", "ADDED": "too", "HOME": "/h"}) == {
        "KEPT": "mine",
        "ADDED": "too",
        "HOME": "/h",
        "PATH": f"{Path(sys.executable).parent}:/bin",
        "USERPROFILE": "/p/home",
        "XDG_CONFIG_HOME": "/p/home/.config",
        "XDG_CACHE_HOME": "/p/home/.cache",
        "XDG_DATA_HOME": "/p/home/.local/share",
        "XDG_STATE_HOME": "/p/home/.local/state",
        "GEMINI_PROJECT_DIR": "/p/project",
        "CLAUDE_PROJECT_DIR": "/p/project",
    }


def test_what_the_manifest_does_not_add_is_the_suites_own() -> None:
    found = environment(PLACE, "gemini-cli", None, {})
    assert (found["KEPT"], found["HOME"]) == ("yes", "/p/home")


def test_on_windows_the_folders_of_programs_are_the_places_too(monkeypatch: pytest.MonkeyPatch) -> None:
    before = environment(PLACE, "gemini-cli", None, {})
    run_with(monkeypatch, module.os.environ, "nt")
    more = environment(PLACE, "gemini-cli", None, {}).items() - before.items()
    assert dict(more) == {"APPDATA": "/p/home/AppData/Roaming", "LOCALAPPDATA": "/p/home/AppData/Local"}


def test_without_a_path_programs_are_looked_for_where_the_system_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    run_with(monkeypatch, {})
    assert search_path() == f"{Path(sys.executable).parent}:/default"


@pytest.mark.parametrize(("version", "more"), [("1.2.3", {"COPILOT_CLI_BINARY_VERSION": "1.2.3"}), (None, {})])
def test_a_platform_that_tells_its_version_does_so_where_it_is_known(version: str | None, more: dict[str, str]) -> None:
    found = environment(PLACE, "copilot-cli", version, {})
    assert {name: value for name, value in found.items() if "VERSION" in name} == more
    assert found["COPILOT_CLI"] == "1"


def test_a_platform_whose_program_nobody_has_sets_nothing() -> None:
    assert not [name for name in environment(PLACE, "copilot-cloud-agent", "1", {}) if name.endswith("_DIR")]
