"""GitHub Copilot in VS Code: how it is installed, configured, kept offline and driven in the lab."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from hookconform.ground.versions import at_least
from hookconform_lab.lab.driver import Driver, Hooks, NotDriven, Place
from hookconform_lab.lab.node import node_program
from hookconform_lab.lab.scenario import Scenario
from hookconform_lab.platforms.vscode_copilot import account, host
from hookconform_lab.platforms.vscode_copilot.build import NODE, build, code_server_of
from hookconform_lab.platforms.vscode_copilot.names import events_at, undriven_at
from hookconform_lab.platforms.vscode_copilot.scenarios import scenarios_at

_HOOK_SECONDS = 20
# Known to bring the agent, and the first after those of 1.117.
_FIRST_PACKAGE = "4.133.0"
# Packages whose last number is not that of the editor.
_OTHERWISE = {"4.136.2": "1.136.1"}
_HERE = Path(__file__).parent
# The editor takes what a command prints last, without a line's end, for a part of the prompt.
_SHELL_START = "PROMPT_COMMAND=echo\n"
_EXTENSION = {
    "name": "driven",
    "publisher": "lab",
    "version": "0.0.1",
    "engines": {"vscode": "^1.100.0"},
    "main": "./driven_window.js",
    "activationEvents": ["onStartupFinished"],
    "contributes": {},
    "extensionKind": ["workspace"],
}
_SETTINGS: dict[str, Any] = {
    "chat.useHooks": True,
    "chat.hookFilesLocations": {".github/hooks": True},
    "chat.agent.maxRequests": 500,
    "chat.autoReply": True,
    "chat.mcp.access": "all",
    "chat.mcp.autostart": "newAndOutdated",
    "github.copilot.chat.githubMcpServer.enabled": False,
    "telemetry.telemetryLevel": "off",
    "update.mode": "none",
    "extensions.autoCheckUpdates": False,
    "security.workspace.trust.enabled": False,
    "workbench.enableExperiments": False,
    "workbench.startupEditor": "none",
}
_GRANTED: dict[str, Any] = {
    "chat.permissions.default": "autoApprove",
    "chat.tools.global.autoApprove": True,
    "chat.tools.edits.autoApprove": {"**/*": True},
    "chat.tools.terminal.autoApprove": {"/.*/": True},
    "chat.tools.terminal.enableAutoApprove": True,
    "chat.tools.terminal.ignoreDefaultAutoApproveRules": True,
    "chat.tools.urls.autoApprove": {"*": True},
}


class VsCodeCopilot(Driver):
    """The agent that the editor brings. Hooks are commands in the workspace's `.github/hooks`.

    The npm package code-server holds VS Code's server and its window's pages; a headless Chromium shows the window.
    Its version 4.X.Y holds VS Code 1.X.Y, with few exceptions.
    """

    platform: ClassVar[str] = "vscode-copilot"
    package: ClassVar[str] = "code-server"
    env_prefixes: ClassVar[tuple[str, ...]] = ("COPILOT", "VSCODE_", "CLAUDE_", "GITHUB_COPILOT")
    needs: ClassVar[dict[str, str]] = {
        "chromium": "the editor's window is a page that it shows",
        "g++": "the editor's native packages are compiled",
        "make": "the editor's native packages are compiled",
    }
    node: ClassVar[str] = NODE
    startup_seconds: ClassVar[float] = 120

    def package_version(self, version: str) -> str:
        """Return the version of code-server that holds this VS Code."""
        package = next((package for package, held in _OTHERWISE.items() if held == version), None)
        # What is no version of the editor is asked of npm as it is, which then says so.
        return package or (f"4.{version.removeprefix('1.')}" if version.startswith("1.") else version)

    def program_version(self, package_version: str) -> str | None:
        """Return the VS Code that this version of code-server holds, None for those from before it had the agent."""
        if not at_least(package_version, _FIRST_PACKAGE):
            return None
        return _OTHERWISE.get(package_version) or f"1.{package_version.removeprefix('4.')}"

    def finish_install(self, folder: Path, version: str, say: Callable[[str], None]) -> None:
        """Install and compile what VS Code needs beside its package."""
        build(folder, version, say)

    def executable(self, install: Path, version: str) -> tuple[str, ...]:  # noqa: ARG002 (the same at all)
        """Return the host that starts the editor and carries out a plan."""
        return (sys.executable, "-I", str(host.__file__), str(node_program(NODE)), str(code_server_of(install)))

    def environment(self, place: Place, scenario: Scenario) -> dict[str, str]:  # noqa: ARG002 (same for all)
        """Return what lets the agent run without an account."""
        return {**account.environment(place.model_url), "USER": "dev"}

    def served(self, place: Place) -> dict[str, Any]:
        """Return what the agent asks of its vendor's services."""
        return account.served(place.model_url)

    def events(self, version: str) -> tuple[str, ...]:
        """Return the events that version is known to have."""
        return events_at(version)

    def prepare(self, place: Place, scenario: Scenario, hooks: Hooks) -> None:
        """Write the settings, the hooks, the MCP server, and the extension that carries out the plan.

        `scenario.settings`: `events` limits those that get a hook, `asks` leaves the editor to ask before a tool runs,
        `settings` are further ones of the editor's.
        """
        asked = scenario.settings
        granted = {} if asked.get("asks") else _GRANTED
        settings = {**_SETTINGS, **granted, **account.settings(place.model_url), **asked.get("settings", {})}
        for scope in ("User", "Machine"):
            _write(place.home / host.DATA / scope / "settings.json", settings)
        events = tuple(asked.get("events", self.events(place.version)))
        entries = {
            event: [{"type": "command", "command": command, "timeout": _HOOK_SECONDS}]
            for event, command in hooks.installed(events).items()
        }
        _write(place.workspace / ".github" / "hooks" / "lab.json", {"version": 1, "hooks": entries})
        command, *arguments = place.mcp_command
        server = {"type": "stdio", "command": command, "args": arguments}
        _write(place.home / host.DATA / "User" / "mcp.json", {"servers": {"lab": server}, "inputs": []})
        (place.home / ".bashrc").write_text(_SHELL_START, encoding="utf-8")
        self._install_extension(place.home / host.EXTENSIONS)

    def scenarios(self, version: str) -> list[Scenario]:
        """Return the runs for that version."""
        return scenarios_at(version)

    def not_driven(self, version: str) -> NotDriven:
        """Return the tools and events that cannot be reached offline."""
        return undriven_at(version)

    def family_of(self, model: str) -> str:
        """Return `gpt` (edits by patches) or `claude` (replaces strings)."""
        return "gpt" if model.startswith("gpt") else "claude"

    def _install_extension(self, folder: Path) -> None:
        there = folder / host.DRIVEN
        _write(there / "package.json", _EXTENSION)
        (there / "driven_window.js").write_bytes((_HERE / "driven_window.js").read_bytes())
        entry = {
            "identifier": {"id": "lab.driven"},
            "version": _EXTENSION["version"],
            "location": {"$mid": 1, "path": str(there), "scheme": "file"},
            "relativeLocation": host.DRIVEN,
            "metadata": {},
        }
        _write(folder / "extensions.json", [entry])


def _write(path: Path, value: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=1), encoding="utf-8")


DRIVER = VsCodeCopilot()
