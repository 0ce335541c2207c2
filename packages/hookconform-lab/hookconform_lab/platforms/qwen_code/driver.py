"""Qwen Code: how it is configured, kept offline and started in the lab; the runs are in `scenarios.py`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, ClassVar

from hookconform.corpus.claims import load_platform
from hookconform_lab.lab.driver import Driver, Hooks, NotDriven, Place
from hookconform_lab.lab.node import node_program
from hookconform_lab.lab.scenario import Scenario
from hookconform_lab.platforms.qwen_code.limits import undriven_at
from hookconform_lab.platforms.qwen_code.scenarios import MODEL, scenarios_at

# Events whose groups are matched against a tool; the others take no matcher or another one.
MATCHED = ("PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest", "PermissionDenied")
# Milliseconds: a hook that Claude Code's unit (seconds) was meant for would be killed at once.
_HOOK_TIMEOUT = 20_000


class QwenCode(Driver):
    """Hooks are commands in the workspace's `.qwen/settings.json`; the model speaks chat completions."""

    platform: ClassVar[str] = "qwen-code"
    package: ClassVar[str] = "@qwen-code/qwen-code"
    env_prefixes: ClassVar[tuple[str, ...]] = ("QWEN_", "GEMINI_", "CLAUDE_")
    # It refuses to start on less than 22.
    node: ClassVar[str] = "24.21.0"

    def executable(self, install: Path, version: str) -> tuple[str, ...]:  # noqa: ARG002 (the same at all)
        """Return its own Node.js with the bundle."""
        script = install / "node_modules" / "@qwen-code" / "qwen-code" / "cli.js"
        return (str(node_program(self.node)), str(script))

    def environment(self, place: Place, scenario: Scenario) -> dict[str, str]:  # noqa: ARG002 (same for all)
        """Return the model's address and a dummy key; it must not start itself anew with more memory."""
        return {
            "OPENAI_API_KEY": "dummy",
            "OPENAI_BASE_URL": f"{place.model_url}/v1",
            "OPENAI_MODEL": MODEL,
            "QWEN_CODE_NO_RELAUNCH": "true",
        }

    def events(self, version: str) -> tuple[str, ...]:
        """Return the events that the claims say that version accepts."""
        return load_platform(self.platform).events_at(version)

    def prepare(self, place: Place, scenario: Scenario, hooks: Hooks) -> None:
        """Write the user's and the workspace's settings.json; `scenario.settings` is merged into the latter.

        The setting `hooks_in`, ours, is another file for the hooks.
        """
        settings = dict(scenario.settings)
        elsewhere = settings.pop("hooks_in", "")
        common = {
            "general": {"enableAutoUpdate": False, "disableAutoUpdate": True},
            "privacy": {"usageStatisticsEnabled": False},
            "telemetry": {"enabled": False},
            # After a turn it would ask the model once more, what to remember.
            "memory": {"enableManagedAutoMemory": False, "enableManagedAutoDream": False},
            "security": {"auth": {"selectedType": "openai"}, "folderTrust": {"enabled": False}},
        }
        server = {"command": place.mcp_command[0], "args": list(place.mcp_command[1:]), "trust": True}
        commands = hooks.installed(self.events(place.version))
        registered = {"hooks": {event: [_entry(event, line)] for event, line in commands.items()}}
        user = place.home / ".qwen" / "settings.json"
        if elsewhere and Path(elsewhere) != user:
            _write(Path(elsewhere), registered)
        project = {
            **common,
            **({} if elsewhere else registered),
            # Scripted calls repeat themselves.
            "model": {"name": MODEL, "skipLoopDetection": True},
            # grep_search is declared with other parameters where ripgrep is at hand.
            "tools": {
                "useRipgrep": False,
                "useBuiltinRipgrep": False,
                # Behind its pseudo-terminal the output of a quick command is lost now and then.
                "shell": {"enableInteractiveShell": False},
                "computerUse": {"enabled": False},
            },
        }
        # A terminal asks before it trusts a server that the workspace names.
        _write(user, {**common, **(registered if Path(elsewhere) == user else {}), "mcpServers": {"lab": server}})
        _write(place.workspace / ".qwen" / "settings.json", merged(project, settings))

    def scenarios(self, version: str) -> list[Scenario]:
        """Return the runs of that version."""
        return scenarios_at(version)

    def not_driven(self, version: str) -> NotDriven:
        """Return the tools and events that no run reaches, and why."""
        return undriven_at(version)


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
    return {**({"matcher": "*"} if event in MATCHED else {}), "hooks": [hook]}


def _write(path: Path, document: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=2), encoding="utf-8")


DRIVER = QwenCode()
