"""Kimi Code: how it is configured, kept offline and started in the lab; the runs are in `scenarios.py`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, ClassVar

from hookconform.corpus.claims import load_platform
from hookconform_lab.lab.driver import Driver, Hooks, NotDriven, Place
from hookconform_lab.lab.node import node_program
from hookconform_lab.lab.scenario import Scenario
from hookconform_lab.platforms.kimi_code.limits import undriven_at
from hookconform_lab.platforms.kimi_code.scenarios import scenarios_at

HOME = ".kimi-code"
# Seconds.
_HOOK_TIMEOUT = 20
# What the vendor's services answer: without them no search is declared, and a fetch refuses addresses of this machine.
SERVED: dict[str, Any] = {
    "search": {"search_results": [{"title": "Page", "url": "https://example.com/", "snippet": "a page"}]},
    "fetch": {"title": "Page", "text": "A page."},
}


class KimiCode(Driver):
    """Hooks are tables of the user's `config.toml`; the model speaks chat completions."""

    platform: ClassVar[str] = "kimi-code"
    package: ClassVar[str] = "@moonshot-ai/kimi-code"
    env_prefixes: ClassVar[tuple[str, ...]] = ("KIMI_", "CLAUDE_")
    needs: ClassVar[dict[str, str]] = {"rg": "Kimi Code searches with it, and would fetch one of its own"}
    # It names 22.19 as the least.
    node: ClassVar[str] = "24.21.0"

    def executable(self, install: Path, version: str) -> tuple[str, ...]:  # noqa: ARG002 (the same at all)
        """Return its own Node.js with the bundle."""
        script = install / "node_modules" / "@moonshot-ai" / "kimi-code" / "dist" / "main.mjs"
        return (str(node_program(self.node)), str(script))

    def environment(self, place: Place, scenario: Scenario) -> dict[str, str]:  # noqa: ARG002 (same for all)
        """Return where its configuration stands, and what switches telemetry and updates off."""
        return {
            "KIMI_CODE_HOME": str(place.home / HOME),
            "KIMI_DISABLE_TELEMETRY": "1",
            "KIMI_CODE_NO_AUTO_UPDATE": "1",
            "DO_NOT_TRACK": "1",
        }

    def events(self, version: str) -> tuple[str, ...]:
        """Return the events that the claims say that version accepts: an unknown one voids all hooks."""
        return load_platform(self.platform).events_at(version)

    def prepare(self, place: Place, scenario: Scenario, hooks: Hooks) -> None:  # noqa: ARG002 (same for all)
        """Write the home's `config.toml` and `mcp.json`."""
        lines = ['default_model = "lab"', "telemetry = false"]
        lines += ["[providers.lab]", 'type = "openai"', f'base_url = "{place.model_url}/v1"', 'api_key = "dummy"']
        lines += ["[models.lab]", 'provider = "lab"', 'model = "scripted"', "max_context_size = 200000"]
        lines += ['capabilities = ["image_in"]']
        for service in SERVED:
            lines += [f"[services.moonshot_{service}]", 'api_key = "dummy"']
            lines += [f'base_url = "{place.model_url}/{service}"']
        for event, command in hooks.installed(self.events(place.version)).items():
            lines += ["[[hooks]]", f'event = "{event}"', f"command = {json.dumps(command)}"]
            lines += [f"timeout = {_HOOK_TIMEOUT}"]
        _write(place.home / HOME / "config.toml", "\n".join([*lines, ""]))
        server = {"command": place.mcp_command[0], "args": list(place.mcp_command[1:])}
        _write(place.home / HOME / "mcp.json", json.dumps({"mcpServers": {"lab": server}}, indent=1))

    def served(self, place: Place) -> dict[str, Any]:  # noqa: ARG002 (the same everywhere)
        """Return what the vendor's search and fetch answer."""
        return {f"POST /{service}": answer for service, answer in SERVED.items()}

    def scenarios(self, version: str) -> list[Scenario]:
        """Return the runs of that version."""
        return scenarios_at(version)

    def not_driven(self, version: str) -> NotDriven:
        """Return the tools and events that no run reaches, and why."""
        return undriven_at(version)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


DRIVER = KimiCode()
