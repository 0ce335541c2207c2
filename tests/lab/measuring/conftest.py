"""A driver for `obedient_agent.py`, under Copilot CLI's name, so that no vendor's program is needed."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from hookconform_lab.lab import enforce, measuring_paths, spelled_attempts
from hookconform_lab.lab import measuring as responses
from hookconform_lab.lab.driver import Driver, Hooks, NotDriven, Place
from hookconform_lab.lab.scenario import Scenario

AGENT = Path(__file__).parents[2] / "support" / "obedient_agent.py"


@dataclass
class Obedient(Driver):
    """`obeys`: it asks its hook; `able`: its shell tool works at all; `trims` and `hasty`: see `obedient_agent.py`."""

    obeys: bool = True
    able: bool = True
    trims: bool = False
    hasty: bool = False

    platform = "copilot-cli"
    package = "obedient-agent"

    def executable(self, install: Path, version: str) -> tuple[str, ...]:
        return (sys.executable, str(AGENT))

    def environment(self, place: Place, scenario: Scenario) -> dict[str, str]:
        return {}

    def events(self, version: str) -> tuple[str, ...]:
        return ("preToolUse",)

    def prepare(self, place: Place, scenario: Scenario, hooks: Hooks) -> None:
        config = {
            "hooks": hooks.installed(("preToolUse",)),
            "model": place.model_url,
            "obeys": self.obeys,
            "able": self.able,
            "trims": self.trims,
            "hasty": self.hasty,
            "patches": scenario.settings.get("wire_api") == "responses",
        }
        (place.home / "agent.json").write_text(json.dumps(config))

    def scenarios(self, version: str) -> list[Scenario]:
        return []

    def not_driven(self, version: str) -> NotDriven:
        return NotDriven()


@pytest.fixture
def obedient(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> type[Obedient]:
    """The driver's class, with nothing left to install, and no path measured."""
    monkeypatch.setattr(spelled_attempts, "measured_versions", lambda _: ())
    for module in (responses, enforce, measuring_paths):
        monkeypatch.setattr(module, "install", lambda *_: tmp_path)
        monkeypatch.setattr(module, "need_tools", lambda _: None)
    return Obedient
