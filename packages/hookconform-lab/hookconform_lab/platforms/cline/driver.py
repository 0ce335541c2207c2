"""Cline CLI: how it is installed, configured, kept offline and started in the lab."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, ClassVar

from hookconform.ground.errors import HookconformError
from hookconform_lab.lab.driver import Driver, Hooks, NotDriven, Place
from hookconform_lab.lab.scenario import Scenario
from hookconform_lab.platforms.cline.scenarios import MODEL, scenarios_at

# Names of the files in which hooks stand; the payload calls an event otherwise (`registered_as` of the claims).
EVENTS = (
    "TaskStart",
    "TaskResume",
    "TaskCancel",
    "TaskComplete",
    "TaskError",
    "PreToolUse",
    "PostToolUse",
    "UserPromptSubmit",
    "SessionShutdown",
)
_PROVIDER = "openai-compatible"
# Seconds; the lab's server starts more slowly than the few seconds that are the program's own choice.
_MCP_TIMEOUT = 60


class Cline(Driver):
    """Hooks are files of a folder, each called like its event; the model is reached by chat completions."""

    platform: ClassVar[str] = "cline"
    package: ClassVar[str] = "cline"
    env_prefixes: ClassVar[tuple[str, ...]] = ("CLINE_",)

    def executable(self, install: Path, version: str) -> tuple[str, ...]:
        """Return the native program: the npm package's own launcher only adds a Node process to each start."""
        found = sorted((install / "node_modules" / "@cline").glob("cli-*/bin/cline"))
        if not found:
            raise HookconformError(
                "lab.install",
                f"No program for this machine in cline {version}.",
                where=str(install),
                hint="The npm package brings it as an optional dependency: install without --no-optional.",
            )
        return (str(found[0]),)

    def environment(self, place: Place, scenario: Scenario) -> dict[str, str]:  # noqa: ARG002 (same for all)
        """Return what switches telemetry and updates off, and the user's name, which payloads tell."""
        return {"CLINE_TELEMETRY_DISABLED": "1", "CLINE_NO_AUTO_UPDATE": "1", "DO_NOT_TRACK": "1", "USER": "dev"}

    def events(self, version: str) -> tuple[str, ...]:  # noqa: ARG002 (the same at all)
        """Return the names of hook files, which have not changed."""
        return EVENTS

    def prepare(self, place: Place, scenario: Scenario, hooks: Hooks) -> None:
        """Write the workspace's hooks and, into the home, what `cline auth` would and the MCP server.

        The setting `model`, ours, names another model; `without_events` are events that get no hook, `hooks_in` is
        another folder for them.
        """
        left_out = scenario.settings.get("without_events", ())
        folder = Path(scenario.settings.get("hooks_in", place.workspace / ".cline" / "hooks"))
        folder.mkdir(parents=True, exist_ok=True)
        for event, command in hooks.installed(EVENTS).items():
            if event not in left_out:
                (folder / event).write_text(f"#!/bin/bash\nexec {command}\n", encoding="utf-8")
        model = scenario.settings.get("model", MODEL)
        provider = {
            "provider": _PROVIDER,
            "apiKey": "dummy",
            "model": model,
            "baseUrl": f"{place.model_url}/v1",
        }
        settings = place.home / ".cline" / "data" / "settings"
        entry = {"settings": provider, "updatedAt": "2026-01-01T00:00:00.000Z", "tokenSource": "manual"}
        providers = {"version": 1, "lastUsedProvider": _PROVIDER, "modes": {}, "providers": {_PROVIDER: entry}}
        server = {"command": place.mcp_command[0], "args": list(place.mcp_command[1:]), "timeout": _MCP_TIMEOUT}
        _write(settings / "providers.json", providers)
        _write(settings / "cline_mcp_settings.json", {"mcpServers": {"lab": server}})

    def scenarios(self, version: str) -> list[Scenario]:
        """Return the runs for that version."""
        return scenarios_at(version)

    def family_of(self, model: str) -> str:
        """Return `gpt` for the models that edit by patches, `claude` for all others."""
        return "gpt" if "gpt" in model else "claude"

    def not_driven(self, version: str) -> NotDriven:  # noqa: ARG002 (the same at all)
        """Return what no run reaches, and why."""
        return NotDriven(
            events={
                "TaskCancel": "a run that the user stops tells no reason, and without one it is no cancellation",
            }
        )

    def tool_of(self, row: dict[str, Any]) -> str | None:
        """Return the name that the call, or its result, has in a payload of this platform."""
        payload = self.payload_of(row)
        call = payload.get("tool_call", payload.get("tool_result"))
        name = call.get("name") if isinstance(call, dict) else None
        return name if isinstance(name, str) else None


def _write(path: Path, document: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=2), encoding="utf-8")


DRIVER = Cline()
