"""What hooks see of Gemini CLI: where they are registered, and the rows that are its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hookconform_lab.lab.escapes import otherwise
from hookconform_lab.lab.escapes.composed import scopes
from hookconform_lab.lab.escapes.lacking import lacking
from hookconform_lab.lab.escapes.measuring import Escapes
from hookconform_lab.lab.escapes.survival import changed
from hookconform_lab.lab.escapes.trial import CARRIED, Trial
from hookconform_lab.lab.escapes.usual import delegated, makes, shell_trial
from hookconform_lab.lab.scenario import Key, Terminal
from hookconform_lab.lab.script import call
from hookconform_lab.lab.turn import PROMPT, Turn

_PROJECT = "{{workspace}}/.gemini/settings.json"
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


def _tools(turn: Turn) -> Iterator[Trial]:
    usual = turn.start(granted=True)
    yield otherwise.searched(usual, call("grep_search", pattern=otherwise.SEARCHED))
    background = call("run_shell_command", command=makes("shell-background"), is_background=True)
    yield otherwise.backgrounded(turn, background)
    # It reads only what the server lists.
    resource = call("read_mcp_resource", uri="lab://note")
    yield Trial("mcp-resource", ("lab://note",), usual, (resource,), told="a note")
    row = "subagent-typed"
    trial = delegated(shell_trial(row, turn, turn.start_with_agents()), turn)
    start = call("invoke_agent", agent_name="typed", prompt=f"work as {CARRIED}{row}")
    yield replace(trial, replies=(start,), home_files={".gemini/agents/typed.md": _AGENT}, is_alone=True)


def _prompts(turn: Turn) -> Iterator[Trial]:
    yield otherwise.mentioned(turn)
    yield otherwise.imported(turn, "GEMINI.md")
    row = "user-command-shell"
    command = f'description = "lab"\nprompt = "The time is !{{{makes(row)}}}."\n'
    yield otherwise.inlined(row, turn, "/inline", {".gemini/commands/inline.toml": command})
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
    yield otherwise.at_the_door(row, turn, _terminal(keys))


def _terminal(keys: tuple[Key, ...]) -> Terminal:
    return Terminal(("{{program}}", "-m", "gemini-2.5-flash", "--approval-mode", "yolo"), keys, timeout=120)


def _leaving() -> tuple[Key, ...]:
    return Key("scripted steps are done", "/quit", within=30, settle=1), Key("", "\r", settle=1)


def _sessions(turn: Turn) -> Iterator[Trial]:
    first = turn.start(granted=True)
    named = replace(first, argv=(*first.argv, "--session-id", otherwise.SESSION))
    again = otherwise.going_on(first)
    yield otherwise.resumed("session-resumed", turn, named, *again, "--resume", otherwise.SESSION)
    yield otherwise.resumed("session-continued", turn, first, *again, "--resume", "latest")
    for row, mode in (("mode-plan", "plan"), ("mode-default", "default")):
        yield otherwise.reading_in_mode(row, turn, mode, otherwise.reworded(first, "yolo", mode))
    yield otherwise.edits_accepted(turn, otherwise.reworded(first, "yolo", "auto_edit"))
    keys = (Key("Type your message", PROMPT, within=40, settle=1), Key("", "\r"), *_leaving())
    yield otherwise.by_door("door-terminal", turn, _terminal(keys))
    acp = otherwise.by_protocol(turn, "--acp", "-m", "gemini-2.5-flash", "--approval-mode", "yolo")
    # There the control command is no more seen than the row's, and another event shows that hooks are called.
    yield replace(acp, has_control=False, alive="BeforeAgent")


def _hooks(turn: Turn) -> Iterator[Trial]:
    yield shell_trial("source-project", turn)
    yield otherwise.elsewhere("source-user", turn, hooks_in=_HOME_SETTINGS)
    yield from scopes(turn, project=_PROJECT, user=_HOME_SETTINGS, usual=_PROJECT)
    manifest = {f"{_EXTENSION}/gemini-extension.json": {}}
    yield otherwise.packaged(turn, manifest, f"{_EXTENSION}/hooks/hooks.json")
    disabled = 'printf \'{"hooksConfig": {"enabled": false}}\' > {{workspace}}/.gemini/settings.json'
    yield changed("settings-disabled", turn, disabled, hooks_in=_HOME_SETTINGS)


def _trials(turn: Turn) -> tuple[Trial, ...]:
    return (*_tools(turn), *_prompts(turn), *_sessions(turn), *_hooks(turn))


ESCAPES = Escapes(
    (_PROJECT,),
    _trials,
    not_offered={
        **lacking(
            "own-patch",
            "own-delete",
            "own-notebook",
            "shell-typed",
            "subagent-own-mode",
            "code-mode",
            "batch",
            "workflow",
            "scheduled",
            "user-skill",
            "program-status-line",
            "program-formatter",
            "source-local",
            "flag-bare",
        ),
        "own-memory": "no tool for memories since 0.44.0",
        "subagent-background": "sub-agents have no background",
        "session-forked": "no forks of a session",
    },
    not_tried={
        **lacking("door-sdk"),
        "own-fetch": "pages of this machine are refused, and others are fetched by the model's provider",
        "program-checkpoint": "it keeps checkpoints in files of its own, outside the workspace",
    },
    before_model=("BeforeModel", "BeforeToolSelection"),
)
