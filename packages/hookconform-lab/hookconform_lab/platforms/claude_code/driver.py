"""Claude Code: how it is configured, kept offline and started in the lab."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from hookconform.ground.errors import HookconformError
from hookconform_lab.lab.driver import Driver, Hooks, NotDriven, Place
from hookconform_lab.lab.scenario import Scenario
from hookconform_lab.platforms.claude_code.events import events_at
from hookconform_lab.platforms.claude_code.limits import undriven_at
from hookconform_lab.platforms.claude_code.scenarios import scenarios_at
from hookconform_lab.platforms.claude_code.switches import REMEMBERED, STATE

_HOOK_SECONDS = 30
_KEY = "dummy"
_QUIET = {"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_TELEMETRY": "1"}
_MCP_FILE = ".mcp-lab.json"
_SOURCE_ROOT = Path(__file__).resolve().parents[3]


class ClaudeCode(Driver):
    """Hooks are commands in the workspace's `.claude/settings.json`; the model is the Anthropic API."""

    platform: ClassVar[str] = "claude-code"
    package: ClassVar[str] = "@anthropic-ai/claude-code"
    env_prefixes: ClassVar[tuple[str, ...]] = ("CLAUDE", "ANTHROPIC")

    def executable(self, install: Path, version: str) -> tuple[str, ...]:
        """Return the native program, or `node cli.js` for the versions that are JavaScript."""
        scope = install / "node_modules" / "@anthropic-ai"
        script = scope / "claude-code" / "cli.js"
        native = sorted(scope.glob("claude-code-*/claude"))
        if script.is_file():
            return ("node", str(script))
        if not native:
            raise HookconformError(
                "lab.install",
                f"No program for this machine in claude-code {version}.",
                where=str(install),
                hint="The npm package brings it as an optional dependency: install without --no-optional.",
            )
        return (str(native[0]),)

    def environment(self, place: Place, scenario: Scenario) -> dict[str, str]:
        """Return the model's address, a dummy key, and everything that goes online switched off.

        The program reads the switches that it keeps of its vendor's server only while it may ask that server for them.
        """
        quiet = {} if "switches" in scenario.settings else _QUIET
        return {
            "ANTHROPIC_BASE_URL": place.model_url,
            "ANTHROPIC_API_KEY": _KEY,
            **quiet,
            "DISABLE_AUTOUPDATER": "1",
            "DISABLE_ERROR_REPORTING": "1",
            # It refuses to skip permissions as root unless it is told that it is in a sandbox.
            "IS_SANDBOX": "1",
        }

    def events(self, version: str) -> tuple[str, ...]:
        """Return the events that version's settings may name."""
        return events_at(version)

    def prepare(self, place: Place, scenario: Scenario, hooks: Hooks) -> None:
        """Write the workspace's settings, the MCP configuration and the answers to first-start questions.

        `scenario.settings`: `without_events`, `worktree` (folder the worktree hook names), `questions` (add
        the MCP server that asks the user), `settings` (further keys of settings.json), `hooks_in` (another file for the
        hooks), `switches` (what the program is to remember of those of its vendor's server).
        """
        asked = scenario.settings
        commands = hooks.installed(self.events(place.version))
        if "worktree" in asked and "WorktreeCreate" in commands:
            # This hook replaces the program's own way to make a worktree: its output is the new path.
            commands["WorktreeCreate"] += f" && mkdir -p {asked['worktree']} && echo {asked['worktree']}"
        entries = {
            event: [_entry(event, command)]
            for event, command in commands.items()
            if event not in asked.get("without_events", ())
        }
        registered = {"hooks": entries}
        if "hooks_in" in asked:
            _write(Path(asked["hooks_in"]), registered)
            registered = {}
        _write(place.workspace / ".claude" / "settings.json", {**registered, **asked.get("settings", {})})
        _write(place.home / _MCP_FILE, {"mcpServers": _servers(place, questions=bool(asked.get("questions")))})
        _write(place.home / STATE, _first_start(place, asked.get("switches", {})))

    def scenarios(self, version: str) -> list[Scenario]:
        """Return the runs for that version."""
        return scenarios_at(version)

    def family_of(self, model: str) -> str:  # noqa: ARG002 (all models are given the same tools)
        """Return `claude`."""
        return "claude"

    def not_driven(self, version: str) -> NotDriven:
        """Return the tools and events that cannot be reached offline."""
        return undriven_at(version)


def _entry(event: str, command: str) -> dict[str, Any]:
    entry: dict[str, Any] = {"hooks": [{"type": "command", "command": command, "timeout": _HOOK_SECONDS}]}
    if event == "FileChanged":
        # Here the matcher is the list of file names to watch.
        entry["matcher"] = "watched.txt"
    return entry


def _servers(place: Place, *, questions: bool) -> dict[str, Any]:
    command, *arguments = place.mcp_command
    servers: dict[str, Any] = {"lab": {"command": command, "args": arguments}}
    if questions:
        servers["ask"] = {
            "command": sys.executable,
            "args": ["-m", "hookconform_lab.platforms.claude_code.questions"],
            "env": {"PYTHONPATH": str(_SOURCE_ROOT)},
        }
    return servers


def _first_start(place: Place, switches: Mapping[str, Any]) -> dict[str, Any]:
    """Return the program's state as after a first start in which every question was answered with yes."""
    return {
        "hasCompletedOnboarding": True,
        "theme": "dark",
        "bypassPermissionsModeAccepted": True,
        "customApiKeyResponses": {"approved": [_KEY], "rejected": []},
        **({REMEMBERED: dict(switches)} if switches else {}),
        "projects": {
            str(place.workspace): {
                "hasTrustDialogAccepted": True,
                "hasCompletedProjectOnboarding": True,
                "allowedTools": [],
            }
        },
    }


def _write(path: Path, value: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=1), encoding="utf-8")


DRIVER = ClaudeCode()
