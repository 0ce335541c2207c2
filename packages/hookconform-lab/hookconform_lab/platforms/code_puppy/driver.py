"""Code Puppy: how it is configured, kept offline and started in the lab; the runs are in `scenarios.py`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, ClassVar

from hookconform.corpus.claims import load_platform
from hookconform_lab.lab.driver import Driver, Hooks, NotDriven, Place
from hookconform_lab.lab.scenario import Scenario
from hookconform_lab.platforms.code_puppy.limits import undriven_at
from hookconform_lab.platforms.code_puppy.scenarios import BOUND, scenarios_at

HOME = ".code_puppy"
# What each recorded version was recorded with; earlier ones have their plugins within.
_PLUGINS = {"0.0.850": "0.0.61", "0.0.946": "0.0.100"}
# Milliseconds: what Claude Code's unit (seconds) was meant for would be taken for no hook at all.
_HOOK_TIMEOUT = 20_000
_SETTINGS = {
    "puppy_name": "lab",
    "owner_name": "dev",
    "model": "lab",
    "auto_save_session": "false",
    # It would repeat a request that failed, with pauses.
    "retry_main_max_attempts": "1",
    "retry_subagent_max_attempts": "1",
}


class CodePuppy(Driver):
    """Hooks are commands in the user's `hooks.json`; the model speaks chat completions."""

    platform: ClassVar[str] = "code-puppy"
    package: ClassVar[str] = "code-puppy"
    from_pypi: ClassVar[bool] = True
    env_prefixes: ClassVar[tuple[str, ...]] = ("CLAUDE_", "CODE_PUPPY_", "PUPPY_")
    startup_seconds: ClassVar[float] = 30

    def executable(self, install: Path, version: str) -> tuple[str, ...]:  # noqa: ARG002 (the same at all)
        """Return the environment's Python with the program's module."""
        return (str(install / "bin" / "python"), "-m", "code_puppy")

    def extra_packages(self, version: str) -> tuple[str, ...]:
        """Return its plugins, one of which calls hooks: the program itself takes the newest that fits."""
        plugins = _PLUGINS.get(version)
        return () if plugins is None else (f"code-puppy-core-plugins=={plugins}",)

    def environment(self, place: Place, scenario: Scenario) -> dict[str, str]:  # noqa: ARG002 (same for all)
        """Return what switches updates and telemetry off."""
        return {"NO_VERSION_UPDATE": "1", "DO_NOT_TRACK": "1", "PYTHONDONTWRITEBYTECODE": "1"}

    def events(self, version: str) -> tuple[str, ...]:
        """Return the events that the claims say that version accepts."""
        return load_platform(self.platform).events_at(version)

    def prepare(self, place: Place, scenario: Scenario, hooks: Hooks) -> None:
        """Write the home's files; `scenario.settings` are lines of `puppy.cfg`, and the model's `context_length`."""
        folder = place.home / HOME
        commands = hooks.installed(self.events(place.version))
        _write(folder / "hooks.json", {event: [_entry(line)] for event, line in commands.items()})
        settings = dict(scenario.settings)
        model = {"type": "custom_openai", "name": "scripted", "context_length": settings.pop("context_length", 200_000)}
        endpoint = {"url": f"{place.model_url}/v1", "api_key": "dummy"}
        _write(folder / "extra_models.json", {"lab": {**model, "custom_endpoint": endpoint}})
        server = {"type": "stdio", "command": place.mcp_command[0], "args": list(place.mcp_command[1:])}
        _write(folder / "mcp_servers.json", {"mcp_servers": {"lab": {**server, "enabled": True}}})
        # Later versions give a server's tools to the agents alone that it is bound to.
        bound = {agent: {"lab": {"auto_start": True}} for agent in BOUND}
        _write(folder / "mcp_agent_bindings.json", {"bindings": bound})
        lines = {**_SETTINGS, "yolo_mode": "true", **settings}
        text = "\n".join(["[puppy]", *(f"{key} = {value}" for key, value in lines.items()), ""])
        (folder / "puppy.cfg").write_text(text, encoding="utf-8")

    def scenarios(self, version: str) -> list[Scenario]:
        """Return the runs of that version."""
        return scenarios_at(version)

    def not_driven(self, version: str) -> NotDriven:
        """Return the tools and events that no run reaches, and why."""
        return undriven_at(version)


def _entry(command: str) -> dict[str, Any]:
    return {"matcher": "*", "hooks": [{"type": "command", "command": command, "timeout": _HOOK_TIMEOUT}]}


def _write(path: Path, document: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=1), encoding="utf-8")


DRIVER = CodePuppy()
