"""OpenAI Codex CLI: how it is configured, trusted and started in the lab."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, ClassVar

from hookconform.ground.errors import HookconformError
from hookconform.ground.versions import at_least
from hookconform_lab.lab.driver import Driver, Hooks, NotDriven, Place
from hookconform_lab.lab.scenario import Scenario
from hookconform_lab.platforms.codex.names import NOT_DRIVEN_TOOLS, events_at
from hookconform_lab.platforms.codex.scenarios import scenarios_at

_KEY_VARIABLE = "HOOKCONFORM_MODEL_KEY"
_HOOK_SECONDS = 20


class Codex(Driver):
    """Hooks are commands in `~/.codex/hooks.json`; the model is reached as a provider of the configuration."""

    platform: ClassVar[str] = "codex"
    package: ClassVar[str] = "@openai/codex"
    env_prefixes: ClassVar[tuple[str, ...]] = ("CODEX", "OPENAI")

    def executable(self, install: Path, version: str) -> tuple[str, ...]:
        """Return the native program: the npm package's own launcher only adds a Node process to each start."""
        places = ("*/vendor/*/bin/codex", "*/vendor/*/codex/codex")
        found = [file for place in places for file in (install / "node_modules" / "@openai").glob(place)]
        if not found:
            raise HookconformError(
                "lab.install",
                f"No program for this machine in codex {version}.",
                where=str(install),
                hint="The npm package brings it as an optional dependency: install without --no-optional.",
            )
        return (str(found[0]),)

    def environment(self, place: Place, scenario: Scenario) -> dict[str, str]:  # noqa: ARG002 (same for all)
        """Return the dummy key the provider is told to use."""
        return {_KEY_VARIABLE: "dummy", "SHELL": "/bin/bash"}

    def events(self, version: str) -> tuple[str, ...]:
        """Return the events that version's hook configuration knows."""
        return events_at(version)

    def prepare(self, place: Place, scenario: Scenario, hooks: Hooks) -> None:
        """Write `config.toml` and `hooks.json` into the home's `.codex`; the setting `hooks_in` names another file."""
        folder = place.home / ".codex"
        folder.mkdir(exist_ok=True)
        left_out = scenario.settings.get("without_events", ())
        commands = {
            event: command
            for event, command in hooks.installed(self.events(place.version)).items()
            if event not in left_out
        }
        registered = Path(scenario.settings.get("hooks_in", folder / "hooks.json"))
        registered.parent.mkdir(parents=True, exist_ok=True)
        registered.write_text(json.dumps({"hooks": _hooks(commands)}, indent=1), encoding="utf-8")
        (folder / "config.toml").write_text(_configuration(place, scenario.settings), encoding="utf-8")

    def scenarios(self, version: str) -> list[Scenario]:
        """Return the runs for that version."""
        return scenarios_at(version)

    def family_of(self, model: str) -> str:
        """Return `code-mode` for the models whose tools are called from scripts, else `direct`."""
        return "code-mode" if model.startswith("gpt-6") else "direct"

    def not_driven(self, version: str) -> NotDriven:  # noqa: ARG002 (the same at all)
        """Return the tools whose calls fire no hook."""
        return NotDriven(tools=NOT_DRIVEN_TOOLS)

    def hook_names(self, declared: str, version: str) -> frozenset[str]:
        """Return how hooks name a declared tool; that of an MCP server is declared in the server's namespace."""
        namespace, _, name = declared.rpartition(".")
        if namespace.startswith("mcp__"):
            return frozenset({f"{namespace.rstrip('_')}__{name.replace('-', '_')}"})
        return super().hook_names(declared, version)


def _hooks(commands: dict[str, str]) -> dict[str, Any]:
    return {
        event: [{"hooks": [{"type": "command", "command": command, "timeout": _HOOK_SECONDS}]}]
        for event, command in commands.items()
    }


def _configuration(place: Place, settings: dict[str, Any]) -> str:
    """Return config.toml; a JSON string is a TOML basic string, so values are quoted with `json.dumps`.

    `settings`: `model`, `top` (top-level keys), `features`, `tables` (further TOML
    text), `further_servers` (names under which the MCP server is configured again).
    """
    servers = ("lab", *settings.get("further_servers", ()))
    features = {} if at_least(place.version, "0.129.0") else {"codex_hooks": True}
    lines = [
        f"model = {json.dumps(settings['model'])}",
        'model_provider = "lab"',
        "check_for_update_on_startup = false",
        *(f"{key} = {json.dumps(value)}" for key, value in settings.get("top", {}).items()),
        "[analytics]",
        "enabled = false",
        "[model_providers.lab]",
        'name = "lab"',
        f"base_url = {json.dumps(place.model_url + '/v1')}",
        'wire_api = "responses"',
        f"env_key = {json.dumps(_KEY_VARIABLE)}",
        "request_max_retries = 1",
        "stream_max_retries = 1",
        *(line for name in servers for line in _mcp_server(name, place.mcp_command)),
        "[features]",
        *(f"{key} = {json.dumps(value)}" for key, value in {**features, **settings.get("features", {})}.items()),
        *settings.get("tables", ()),
    ]
    return "\n".join(lines) + "\n"


def _mcp_server(name: str, command: tuple[str, ...]) -> tuple[str, ...]:
    # Else a first request may go out before the server has said which tools it has.
    return (
        f"[mcp_servers.{name}]",
        f"command = {json.dumps(command[0])}",
        f"args = {json.dumps(command[1:])}",
        "required = true",
    )


DRIVER = Codex()
