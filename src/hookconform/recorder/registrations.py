"""How each platform is told about a hook: file, form of an entry, and what the user has to do besides."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from hookconform.ground.errors import HookconformError

Scope = Literal["project", "user"]
# Longest time a hook may take. Some platforms count seconds; Gemini CLI counts milliseconds.
_SECONDS = 10
_TOOL_EVENTS = frozenset(
    {"PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest", "BeforeTool", "AfterTool"}
)


@dataclass(frozen=True, slots=True)
class Registration:
    """One platform's way of registering hooks.

    `project_file` is below the project; `user_file` below the folder named by the environment variable
    `home_variable`, if it is set, else below `user_folder` in the home folder. `entry(event, command)` is one element
    of the list below `hooks.<event>`; `preamble` holds keys a new file must begin with. `entry` is None for a
    platform whose hooks are plugin files. `advice` says what must be so for the hooks to run.
    """

    platform: str
    project_file: str
    user_folder: str
    user_file: str
    home_variable: str
    entry: Callable[[str, str], dict[str, Any]] | None
    preamble: tuple[tuple[str, Any], ...] = ()
    advice: str = ""

    def file(self, scope: Scope, project: Path) -> Path:
        """Return the settings file of a scope."""
        if scope == "project":
            return project / self.project_file
        named = os.environ.get(self.home_variable)
        return (Path(named) if named else Path.home() / self.user_folder) / self.user_file


def _grouped(event: str, command: str) -> dict[str, Any]:
    matcher = {"matcher": "*"} if event in _TOOL_EVENTS else {}
    return {**matcher, "hooks": [{"type": "command", "command": command, "timeout": _SECONDS}]}


def _grouped_without_matcher(event: str, command: str) -> dict[str, Any]:  # noqa: ARG001 (the table's form)
    # Codex reads a matcher as a regular expression, in which a lone asterisk is an error.
    return {"hooks": [{"type": "command", "command": command, "timeout": _SECONDS}]}


def _gemini(event: str, command: str) -> dict[str, Any]:
    matcher = {"matcher": "*"} if event in _TOOL_EVENTS else {}
    hook = {"type": "command", "name": f"hookconform-{event}", "command": command, "timeout": _SECONDS * 1000}
    return {**matcher, "hooks": [hook]}


def _copilot(event: str, command: str) -> dict[str, Any]:  # noqa: ARG001
    return {"type": "command", "bash": command, "timeoutSec": _SECONDS}


def _vscode(event: str, command: str) -> dict[str, Any]:  # noqa: ARG001
    return {"type": "command", "command": command, "timeout": _SECONDS}


def _cursor(event: str, command: str) -> dict[str, Any]:  # noqa: ARG001
    return {"command": command, "timeout": _SECONDS}


_TABLE = (
    Registration(
        platform="claude-code",
        project_file=".claude/settings.json",
        user_folder=".claude",
        user_file="settings.json",
        home_variable="CLAUDE_CONFIG_DIR",
        entry=_grouped,
        advice="Hooks of a project run once you have trusted its folder in Claude Code.",
    ),
    Registration(
        platform="gemini-cli",
        project_file=".gemini/settings.json",
        user_folder=".gemini",
        user_file="settings.json",
        home_variable="",
        entry=_gemini,
        advice="Gemini CLI runs a project's hooks only in a trusted folder; the option --skip-trust does not count.",
    ),
    Registration(
        platform="copilot-cli",
        project_file=".github/hooks/hookconform.json",
        user_folder=".copilot",
        user_file="hooks/hookconform.json",
        home_variable="COPILOT_HOME",
        entry=_copilot,
        preamble=(("version", 1),),
        advice="Copilot CLI runs a project's hooks only in a trusted folder.",
    ),
    Registration(
        platform="vscode-copilot",
        project_file=".github/hooks/hookconform-vscode.json",
        user_folder=".copilot",
        user_file="hooks/hookconform-vscode.json",
        home_variable="",
        entry=_vscode,
        advice="VS Code runs hooks only in a trusted workspace.",
    ),
    Registration(
        platform="opencode",
        project_file=".opencode/plugins/hookconform-recorder.js",
        user_folder=".config",
        user_file="opencode/plugins/hookconform-recorder.js",
        home_variable="XDG_CONFIG_HOME",
        entry=None,
        advice="OpenCode loads plugins when it starts: start it anew.",
    ),
    Registration(
        platform="codex",
        project_file=".codex/hooks.json",
        user_folder=".codex",
        user_file="hooks.json",
        home_variable="CODEX_HOME",
        entry=_grouped_without_matcher,
        advice=(
            "From 0.130 on Codex silently skips hooks you have not reviewed: start codex, type /hooks and trust them. "
            "A project's hooks run only in a trusted project."
        ),
    ),
    Registration(
        platform="cursor",
        project_file=".cursor/hooks.json",
        user_folder=".cursor",
        user_file="hooks.json",
        home_variable="",
        entry=_cursor,
        preamble=(("version", 1),),
        advice="Cursor runs a project's hooks only in a trusted workspace.",
    ),
)
REGISTRATIONS = {registration.platform: registration for registration in _TABLE}


def registration_of(platform: str) -> Registration:
    """Return a platform's registration; raises `HookconformError` (`record.platform`) if there is none."""
    if platform not in REGISTRATIONS:
        raise HookconformError(
            "record.platform",
            f"There is no recorder for {platform!r}.",
            hint=f"Platforms: {', '.join(REGISTRATIONS)}.",
        )
    return REGISTRATIONS[platform]
