"""Kilo Code: a plugin in the workspace records its hooks, which are functions called in process."""

from __future__ import annotations

from typing import ClassVar

from hookconform_lab.lab.driver import Hooks, NotDriven, Place
from hookconform_lab.lab.plugins.driver import MACHINE, PluginDriver
from hookconform_lab.lab.scenario import Scenario
from hookconform_lab.platforms.kilo_code.scenarios import scenarios_at

_SWITCHED_OFF = ("SESSION_INGEST", "CODEBASE_INDEXING", "PRESENCE")


class KiloCode(PluginDriver):
    """A relative of OpenCode with folders and variables of its own."""

    platform: ClassVar[str] = "kilo-code"
    # `@kilocode/cli` only starts this package; not each version of the one is there of the other.
    package: ClassVar[str] = f"@kilocode/cli-linux-{MACHINE}"
    env_prefixes: ClassVar[tuple[str, ...]] = ("KILO",)
    command = "kilo"
    file = "kilo.json"
    folder = ".kilo"
    user_folder = "kilo"
    library = "@kilocode/plugin"
    variables = "KILO"
    startup_seconds: ClassVar[float] = 120

    def environment(self, place: Place, scenario: Scenario) -> dict[str, str]:
        """Switch off what it would tell its vendor besides."""
        return {
            **super().environment(place, scenario),
            **{f"KILO_DISABLE_{name}": "1" for name in _SWITCHED_OFF},
            "KILO_TELEMETRY_LEVEL": "off",
            "DO_NOT_TRACK": "1",
        }

    def prepare(self, place: Place, scenario: Scenario, hooks: Hooks) -> None:
        """Write the configuration and one plugin, and make the folder without which it does not start."""
        super().prepare(place, scenario, hooks)
        (place.home / ".local" / "share" / "kilo" / "log").mkdir(parents=True)

    def scenarios(self, version: str) -> list[Scenario]:
        """Return the runs for that version."""
        return scenarios_at(version)

    def not_driven(self, version: str) -> NotDriven:
        """Return the hooks that this version never calls, or that no run reaches."""
        events = {**super().not_driven(version).events, "permission.ask": "typed and documented, but never called"}
        return NotDriven(events=events)


DRIVER = KiloCode()
