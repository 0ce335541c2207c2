"""Gemini CLI: events, configuration and where its program lies; the runs are in `scenarios.py`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hookconform.ground.versions import within
from hookconform_lab.lab.driver import Driver, Hooks, NotDriven, Place
from hookconform_lab.lab.scenario import Scenario
from hookconform_lab.platforms.gemini_cli import scenarios as gemini_cli_scenarios

TOOL_EVENTS = ("BeforeTool", "AfterTool")
MODEL_EVENTS = ("BeforeModel", "AfterModel", "BeforeToolSelection")
EVENTS = (
    "SessionStart",
    "SessionEnd",
    "BeforeAgent",
    "AfterAgent",
    *MODEL_EVENTS,
    *TOOL_EVENTS,
    "PreCompress",
    "Notification",
)
# Milliseconds: a hook that Claude Code's unit (seconds) was meant for would be killed at once.
_HOOK_TIMEOUT = 20_000


class GeminiCli(Driver):
    """Google's Gemini CLI, a Node program since its first version."""

    platform = "gemini-cli"
    package = "@google/gemini-cli"
    env_prefixes = ("GEMINI_", "CLAUDE_", "GOOGLE_")
    machine_enums = frozenset({("activate_skill", "name")})

    def executable(self, install: Path, version: str) -> tuple[str, ...]:  # noqa: ARG002 (the layout tells)
        """Return node with the bundle, or with the entry module of versions that were not bundled."""
        package = install / "node_modules" / "@google" / "gemini-cli"
        bundle = package / "bundle" / "gemini.js"
        return ("node", str(bundle if bundle.is_file() else package / "dist" / "index.js"))

    def environment(self, place: Place, scenario: Scenario) -> dict[str, str]:  # noqa: ARG002 (same for all)
        """Return the model's address, a dummy key, and trust in the workspace."""
        return {
            "GOOGLE_GEMINI_BASE_URL": place.model_url,
            "GEMINI_API_KEY": "dummy",
            "GEMINI_CLI_NO_RELAUNCH": "true",
            # Without it a headless run of newer versions silently ignores the project's hooks.
            "GEMINI_CLI_TRUST_WORKSPACE": "true",
        }

    def events(self, version: str) -> tuple[str, ...]:  # noqa: ARG002 (the same since hooks exist)
        """Return every event; the names have not changed since hooks are on by default (0.24)."""
        return EVENTS

    def prepare(self, place: Place, scenario: Scenario, hooks: Hooks) -> None:
        """Write the user's and the project's settings.json; `scenario.settings` is merged into the latter.

        Two settings are ours: `events` limits the events that get a hook in this scenario, `hooks_in` is another file
        for the hooks.
        """
        settings = dict(scenario.settings)
        events = tuple(settings.pop("events", EVENTS))
        elsewhere = settings.pop("hooks_in", "")
        common = {
            "general": {
                "enableAutoUpdate": False,
                "disableAutoUpdate": True,
                "disableUpdateNag": True,
                "enableAutoUpdateNotification": False,
            },
            "privacy": {"usageStatisticsEnabled": False},
            "telemetry": {"enabled": False},
            "security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": False}},
        }
        server = {"command": place.mcp_command[0], "args": list(place.mcp_command[1:]), "trust": True}
        registered = {"hooks": {event: [_entry(event, line)] for event, line in hooks.installed(events).items()}}
        user = place.home / ".gemini" / "settings.json"
        if elsewhere and Path(elsewhere) != user:
            _write(Path(elsewhere), registered)
        project = {
            **common,
            **({} if elsewhere else registered),
            "hooksConfig": {"enabled": True},
            # grep_search is declared with other parameters where ripgrep is at hand.
            "tools": {"enableHooks": True, "useRipgrep": False},
            # Scripted calls repeat themselves.
            "model": {"disableLoopDetection": True},
            "mcpServers": {"lab": server},
        }
        _write(user, {**common, **(registered if Path(elsewhere) == user else {})})
        _write(place.workspace / ".gemini" / "settings.json", merged(project, settings))

    def scenarios(self, version: str) -> list[Scenario]:
        """Return the runs; tools are called by the names this version has for them."""
        return gemini_cli_scenarios.scenarios(version)

    def family_of(self, model: str) -> str:
        """Return `gemini-3` for the models that keep no list of todos, else `gemini-2`."""
        return "gemini-3" if model.startswith("gemini-3") else "gemini-2"

    def not_driven(self, version: str) -> NotDriven:
        """Return what no scenario reaches: plan mode where only a terminal offers it."""
        reasons: dict[str, str] = {}
        if within(version, since="0.33.0", before="0.40.0"):
            reasons["enter_plan_mode"] = "declared behind a terminal only at this version"
        if within(version, since="0.28.0", before="0.33.0"):
            reasons["exit_plan_mode"] = "wants a plan file in a folder this version does not name"
        if within(version, since="0.28.0", before="0.29.0"):
            reasons["ask_user"] = "declared without a terminal, where nobody answers"
        if within(version, since="0.36.0", before="0.37.0"):
            reasons["exit_plan_mode"] = "wants a plan file, which no run of this version writes"
        return NotDriven(tools=reasons)


def merged(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Return `base` with `changes` merged in, object by object; None takes a key away."""
    result = dict(base)
    for key, value in changes.items():
        there = result.get(key)
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merged(there, value) if isinstance(value, dict) and isinstance(there, dict) else value
    return result


def _entry(event: str, command: str) -> dict[str, Any]:
    hook = {"type": "command", "name": f"lab-{event}", "command": command, "timeout": _HOOK_TIMEOUT}
    return {**({"matcher": "*"} if event in TOOL_EVENTS else {}), "hooks": [hook]}


def _write(path: Path, document: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=2), encoding="utf-8")


DRIVER = GeminiCli()
