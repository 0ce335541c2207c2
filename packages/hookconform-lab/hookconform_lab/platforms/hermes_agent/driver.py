"""Hermes Agent: how it is configured, kept offline and started in the lab; the runs are in `scenarios.py`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, ClassVar

import yaml

from hookconform.corpus.claims import load_platform
from hookconform_lab.lab.driver import Driver, Hooks, NotDriven, Place
from hookconform_lab.lab.place import search_path
from hookconform_lab.lab.scenario import Scenario
from hookconform_lab.platforms.hermes_agent.limits import undriven_at
from hookconform_lab.platforms.hermes_agent.scenarios import REQUEST_EVENTS, scenarios_at

HOME = ".hermes"
# Seconds.
_HOOK_TIMEOUT = 20
_BROWSER = """#!/bin/sh
[ "$1" = --version ] && exec echo 'agent-browser 0.0.0'
echo '{"success": false, "error": "there is no browser here"}'
exit 1
"""


class HermesAgent(Driver):
    """Hooks are commands in the user's `config.yaml`; the model speaks chat completions."""

    platform: ClassVar[str] = "hermes-agent"
    package: ClassVar[str] = "hermes-agent"
    from_pypi: ClassVar[bool] = True
    extras: ClassVar[str] = "[mcp]"
    env_prefixes: ClassVar[tuple[str, ...]] = ("HERMES_",)
    startup_seconds: ClassVar[float] = 30

    def executable(self, install: Path, version: str) -> tuple[str, ...]:  # noqa: ARG002 (the same at all)
        """Return the environment's Python with the program's module."""
        return (str(install / "bin" / "python"), "-m", "hermes_cli.main")

    def environment(self, place: Place, scenario: Scenario) -> dict[str, str]:  # noqa: ARG002 (same for all)
        """Return where its configuration stands, and a dummy key."""
        return {
            "HERMES_HOME": str(place.home / HOME),
            "OPENAI_API_KEY": "dummy",
            # A service for searches and pages, without which neither has a tool.
            "TAVILY_API_KEY": "dummy",
            "TAVILY_BASE_URL": place.model_url,
            "DO_NOT_TRACK": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PATH": os.pathsep.join([str(place.home / "bin"), search_path()]),
        }

    def events(self, version: str) -> tuple[str, ...]:
        """Return the events that the claims say that version accepts."""
        return load_platform(self.platform).events_at(version)

    def prepare(self, place: Place, scenario: Scenario, hooks: Hooks) -> None:
        """Write the home's `config.yaml`; the setting `bare`: the lab's tools alone are declared."""
        # Requests hold all that is declared to the model, so they have hooks only where the lab declares it.
        bare = bool(scenario.settings.get("bare"))
        events = self.events(place.version)
        registered = tuple(event for event in events if bare or event not in REQUEST_EVENTS)
        commands = hooks.installed(registered)
        model: dict[str, Any] = {"default": "scripted", "provider": "custom", "base_url": f"{place.model_url}/v1"}
        config = {
            "model": {**model, "api_key": "dummy", "context_length": 200_000},
            # A hook that nobody has agreed to is left out.
            "hooks_auto_accept": True,
            "hooks": {event: [{"command": line, "timeout": _HOOK_TIMEOUT}] for event, line in commands.items()},
            "mcp_servers": {"lab": _server(place.mcp_command, bare=bare)},
            "terminal": {"backend": "local", "cwd": str(place.workspace)},
            # It would fetch a program that checks commands.
            "security": {"tirith_enabled": False},
            # By default it first asks a model whether its user is to be asked.
            "approvals": {"mode": "manual", "destructive_slash_confirm": False},
            # It would itself tell a model that has changed code, and says it is done, to check it. Of its own accord
            # it ends a run after 90 requests.
            "agent": {"verify_on_stop": False, "max_turns": 1000},
            "updates": {"check": False},
            "telemetry": {"enabled": False},
        }
        folder = place.home / HOME
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "config.yaml").write_text(yaml.safe_dump(config, sort_keys=False), encoding="utf-8")
        # The program that it drives a browser with, and would fetch: without it each call waits for half a minute.
        browser = place.home / "bin" / "agent-browser"
        browser.parent.mkdir(exist_ok=True)
        browser.write_text(_BROWSER, encoding="utf-8")
        browser.chmod(0o755)
        (folder / ".env").write_text("OPENAI_API_KEY=dummy\n", encoding="utf-8")

    def served(self, place: Place) -> dict[str, Any]:  # noqa: ARG002 (the same for all)
        """Return what the service for searches and pages answers."""
        found = {"title": "Hooks", "url": "https://example.com/", "content": "About hooks.", "raw_content": "Hooks."}
        return {"POST /search": {"results": [found]}, "POST /extract": {"results": [found], "failed_results": []}}

    def scenarios(self, version: str) -> list[Scenario]:
        """Return the runs of that version."""
        return scenarios_at(version)

    def not_driven(self, version: str) -> NotDriven:
        """Return the tools and events that no run reaches, and why."""
        return undriven_at(version)


def _server(command: tuple[str, ...], *, bare: bool) -> dict[str, Any]:
    # What the program itself declares to read a server's resources and prompts.
    tools = {"resources": not bare, "prompts": not bare}
    return {"command": command[0], "args": list(command[1:]), "tools": tools}


DRIVER = HermesAgent()
