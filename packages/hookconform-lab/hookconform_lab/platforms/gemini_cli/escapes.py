"""What hooks see of Gemini CLI: where they are registered, and the rows that are its own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from hookconform_lab.lab.escapes import otherwise
from hookconform_lab.lab.escapes.measuring import Escapes
from hookconform_lab.lab.escapes.survival import changed
from hookconform_lab.lab.escapes.trial import CARRIED, Trial
from hookconform_lab.lab.escapes.usual import delegated, makes, shell_trial
from hookconform_lab.lab.scenario import Key, Terminal
from hookconform_lab.lab.script import call
from hookconform_lab.lab.turn import PROMPT
from hookconform_lab.platforms.gemini_cli.turn import TURN

_SESSION = "6f1b2f0e-5d0c-4b57-9a2e-0a4f6c2d9b11"
_HOME_SETTINGS = "{{home}}/.gemini/settings.json"
_EXTENSION = ".gemini/extensions/lab"
_AGENT = """---
name: typed
description: A helper.
tools:
  - run_shell_command
---
You help.
"""


class GeminiCliEscapes(Escapes):
    """Hooks are in the project's settings."""

    hook_files: ClassVar[tuple[str, ...]] = ("{{workspace}}/.gemini/settings.json",)
    before_model: ClassVar[tuple[str, ...]] = ("BeforeModel", "BeforeToolSelection")

    def trials(self, version: str) -> tuple[Trial, ...]:
        """Return its own rows."""
        return (*_tools(version), *_prompts(version), *_sessions(version), *_hooks(version))

    def not_offered(self, version: str) -> Mapping[str, str]:  # noqa: ARG002
        """Return what it does not have."""
        return {
            "own-patch": "no tool for patches",
            "own-delete": "no tool that deletes a file",
            "own-notebook": "no tool for notebooks",
            "own-memory": "no tool for memories since 0.44.0",
            "shell-typed": "no tool that types to a running command",
            "subagent-background": "sub-agents have no background",
            "subagent-own-mode": "an agent's definition has no permission mode",
            "code-mode": "no tool that runs a script of calls",
            "batch": "no tool that makes several calls",
            "workflow": "no workflows",
            "scheduled": "no timers",
            "user-skill": "commands within a skill are not run",
            "program-status-line": "no status line with a command",
            "program-formatter": "no formatters",
            "session-forked": "no forks of a session",
            "source-local": "no local settings",
            "flag-bare": "no flag that leaves out hooks",
        }

    def not_tried(self, version: str) -> Mapping[str, str]:  # noqa: ARG002
        """Return what cannot be reached here."""
        return {
            "own-fetch": "pages of this machine are refused, and others are fetched by the model's provider",
            "program-checkpoint": "it keeps checkpoints in files of its own, outside the workspace",
            "door-sdk": "the SDK is a package of its own",
        }


def _tools(version: str) -> Iterator[Trial]:
    usual = TURN.start(version, granted=True)
    word = "canary-own-search"
    search = call("grep_search", pattern=f"{word}.*")
    yield Trial(
        "own-search", (word,), usual, (search,), told=f"{word}-7c1", workspace_files={"searched.txt": f"{word}-7c1\n"}
    )
    row = "shell-background"
    background = call("run_shell_command", command=makes(row), is_background=True)
    wait = TURN.shell_call(version, f"sleep 2; : {CARRIED}wait", granted=True)
    yield replace(shell_trial(row, TURN, version), replies=(background, wait))
    # It reads only what the server lists.
    resource = call("read_mcp_resource", uri="lab://note")
    yield Trial("mcp-resource", ("lab://note",), usual, (resource,), told="a note")
    row = "subagent-typed"
    trial = shell_trial(row, TURN, version, TURN.start_with_agents(version))
    start = call("invoke_agent", agent_name="typed", prompt=f"work as {CARRIED}{row}")
    carried = delegated(row, TURN, version, trial.started, trial.replies)
    home_files = {".gemini/agents/typed.md": _AGENT}
    yield replace(carried, words=trial.words, files=trial.files, replies=(start,), home_files=home_files, is_alone=True)


def _prompts(version: str) -> Iterator[Trial]:
    yield otherwise.mentioned(TURN, version)
    yield otherwise.imported(TURN, version, "GEMINI.md")
    row = "user-command-shell"
    command = f'description = "lab"\nprompt = "The time is !{{{makes(row)}}}."\n'
    yield otherwise.inlined(row, TURN, version, "/inline", {".gemini/commands/inline.toml": command})
    row = "user-shell"
    # What is typed after it is a command, not a prompt; the prompt behind it brings the control command.
    keys = (
        Key("Type your message", "!", within=60, settle=3),
        Key("Type your shell command", makes(row), within=20, settle=1),
        Key("", "\r", settle=2),
        # Leaves the mode in which what is typed is a command.
        Key("", "\x1b", settle=6),
        Key("Type your message", PROMPT, within=20, settle=2),
        Key("", "\r", settle=1),
        *_leaving(),
    )
    yield replace(otherwise.by_door(row, TURN, version, _terminal(keys)), replies=())


def _terminal(keys: tuple[Key, ...]) -> Terminal:
    return Terminal(("{{program}}", "-m", "gemini-2.5-flash", "--approval-mode", "yolo"), keys, timeout=120)


def _leaving() -> tuple[Key, ...]:
    return Key("scripted steps are done", "/quit", within=30, settle=1), Key("", "\r", settle=1)


def _sessions(version: str) -> Iterator[Trial]:
    first = TURN.start(version, granted=True)
    named = replace(first, argv=(*first.argv, "--session-id", _SESSION))
    again = tuple("Go on." if word == PROMPT else word for word in first.argv)
    yield otherwise.resumed("session-resumed", TURN, version, named, *again, "--resume", _SESSION)
    yield otherwise.resumed("session-continued", TURN, version, first, *again, "--resume", "latest")
    for row, mode, name in (
        ("mode-plan", "plan", "plan"),
        ("mode-default", "default", "default"),
        ("mode-edits", "auto_edit", "accept-edits"),
    ):
        started = replace(first, argv=tuple(mode if word == "yolo" else word for word in first.argv))
        if row == "mode-edits":
            write = TURN.write_call(version, f"made-{row}.txt", "done\n")
            yield otherwise.in_mode(row, name, started, write)
        else:
            yield otherwise.reading_in_mode(row, TURN, version, name, started)
    keys = (Key("Type your message", PROMPT, within=40, settle=1), Key("", "\r"), *_leaving())
    yield otherwise.by_door("door-terminal", TURN, version, _terminal(keys))
    acp = otherwise.by_protocol(TURN, version, "--acp", "-m", "gemini-2.5-flash", "--approval-mode", "yolo")
    # There the control command is no more seen than the row's, and another event shows that hooks are called.
    yield replace(acp, has_control=False, alive="BeforeAgent")


def _hooks(version: str) -> Iterator[Trial]:
    yield shell_trial("source-project", TURN, version)
    yield otherwise.elsewhere("source-user", TURN, version, hooks_in=_HOME_SETTINGS)
    extension = otherwise.elsewhere(
        "source-plugin", TURN, version, hooks_in=f"{{{{home}}}}/{_EXTENSION}/hooks/hooks.json"
    )
    manifest = json.dumps({"name": "lab", "version": "1.0.0"})
    yield replace(extension, home_files={f"{_EXTENSION}/gemini-extension.json": manifest}, is_alone=True)
    disabled = changed(
        "settings-disabled",
        TURN,
        version,
        'printf \'{"hooksConfig": {"enabled": false}}\' > {{workspace}}/.gemini/settings.json',
    )
    started = disabled.started
    settings = {**started.settings, "hooks_in": _HOME_SETTINGS}
    yield replace(disabled, started=replace(started, settings=settings))


ESCAPES = GeminiCliEscapes()
