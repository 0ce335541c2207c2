"""A driver for `fake_agent.py`, so that the lab is tested without any vendor's program."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path

from hookconform.corpus.claims import load_platform, platform_ids
from hookconform_lab.lab.driver import Driver, Hooks, NotDriven, Place
from hookconform_lab.lab.scenario import Program, Scenario
from hookconform_lab.lab.script import Script, call

AGENT = Path(__file__).with_name("fake_agent.py")
HOOKED = ("SessionStart", "PreToolUse", "PostToolUse", "SessionEnd", "Notification")
CALLS = (call("echo", text="hi {{home}}"), call("echo", text="a", loud=True), call("boom"))


@dataclass
class FakeDriver(Driver):
    """`names` renames tools in payloads, `more_tools` are declared besides: what drift is made of."""

    names: dict[str, str] = field(default_factory=dict[str, str])
    more_tools: list[str] = field(default_factory=list[str])
    hooked: tuple[str, ...] = HOOKED

    # What the fake agent sends is read by the claims of the first platform that has its events.
    platform = next(name for name in platform_ids() if {*HOOKED} <= load_platform(name).events.keys())
    package = "fake-agent"
    env_prefixes = ("FAKE_",)

    def executable(self, install: Path, version: str) -> tuple[str, ...]:
        return (sys.executable, str(AGENT))

    def environment(self, place: Place, scenario: Scenario) -> dict[str, str]:
        return {"FAKE_AGENT": "yes"}

    def events(self, version: str) -> tuple[str, ...]:
        return self.hooked

    def prepare(self, place: Place, scenario: Scenario, hooks: Hooks) -> None:
        config = {
            "hooks": hooks.installed(self.hooked),
            "model": place.model_url,
            "names": self.names,
            "more_tools": self.more_tools,
        }
        (place.home / "agent.json").write_text(json.dumps(config))

    def scenarios(self, version: str) -> list[Scenario]:
        return [
            Scenario(
                name="tools",
                title="three calls",
                script=Script({"main": CALLS}),
                steps=(Program(("{{program}}", "go"), timeout=30),),
                expects=("SessionStart", "PreToolUse"),
            )
        ]

    def not_driven(self, version: str) -> NotDriven:
        return NotDriven(events={"Notification": "needs a terminal"})
