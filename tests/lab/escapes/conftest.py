"""A driver for `leaky_agent.py`, under Copilot CLI's name, so that no vendor's program is needed."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.lab.escapes.planted import PLANTED, STARTED

from hookconform_lab.lab.driver import Driver, Hooks, NotDriven, Place
from hookconform_lab.lab.scenario import Scenario
from hookconform_lab.lab.script import Reply, call
from hookconform_lab.lab.turn import Started, Turn

HOOK_FILES = ("{{home}}/agent.json",)
AGENT = Path(__file__).parents[2] / "support" / "leaky_agent.py"
_EVENTS = ("preToolUse", "postToolUse", "userPromptSubmitted", "sessionEnd")
_SHELL = {"asked": ["preToolUse"], "obeys": True, "makes": "file"}


class LeakyTurn(Turn):
    """Its shell tool makes the file that the command names last."""

    def start(self, *, granted: bool) -> Started:
        return STARTED

    def shell_call(self, command: str) -> Reply:
        return call("shell", files=[command.rpartition(" ")[2]], command=command)

    def write_call(self, path: str, text: str) -> Reply:
        return call("shell", files=[path])


@dataclass
class Leaky(Driver):
    """`dead`: it never calls a hook; `obeys` is False: no deny stops anything."""

    dead: bool = False
    obeys: bool = True
    more: dict[str, Any] = field(default_factory=dict[str, Any])

    platform = "copilot-cli"
    package = "leaky-agent"

    def executable(self, install: Path, version: str) -> tuple[str, ...]:
        return (sys.executable, str(AGENT))

    def environment(self, place: Place, scenario: Scenario) -> dict[str, str]:
        return {}

    def events(self, version: str) -> tuple[str, ...]:
        return _EVENTS

    def prepare(self, place: Place, scenario: Scenario, hooks: Hooks) -> None:
        plans = {"shell": _SHELL} | {name: plan for path in PLANTED for name, plan in path.plans().items()}
        tasks = {f"started-{path.name}": path.plan for path in PLANTED if path.nested == "start"}
        config = {
            "hooks": {event: [{"command": command}] for event, command in hooks.installed(_EVENTS).items()},
            "model": place.model_url,
            "plans": plans,
            "tasks": tasks,
            "dead": self.dead,
            "obeys": self.obeys,
            "unknown": "Tool '{name}' does not exist.",
        }
        (place.home / "agent.json").write_text(json.dumps(config))

    def scenarios(self, version: str) -> list[Scenario]:
        return []

    def not_driven(self, version: str) -> NotDriven:
        return NotDriven()
