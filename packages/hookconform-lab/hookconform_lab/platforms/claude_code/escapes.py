"""What hooks see of Claude Code: where they are registered, and the rows that are its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from hookconform_lab.lab.escapes import otherwise
from hookconform_lab.lab.escapes.composed import scopes
from hookconform_lab.lab.escapes.lacking import lacking
from hookconform_lab.lab.escapes.measuring import Escapes
from hookconform_lab.lab.escapes.survival import changed
from hookconform_lab.lab.escapes.trial import CARRIED, Trial
from hookconform_lab.lab.escapes.usual import makes, shell_trial, waiting
from hookconform_lab.lab.scenario import Key, Program, Terminal
from hookconform_lab.lab.script import Call, Reply, call, text
from hookconform_lab.lab.turn import PROMPT, Started, Turn

_PROJECT = "{{workspace}}/.claude/settings.json"
_SKIP = "--dangerously-skip-permissions"
_OUTPUT = ("--output-format", "stream-json", "--verbose")
_FULL = Reply(calls=(Call("Bash", {"command": f": {CARRIED}full", "description": "d"}),), total_tokens=990_000)
_AGENT = """---
name: free
description: A helper.
permissionMode: bypassPermissions
---
You help.
"""
_INLINE = """---
description: lab
allowed-tools: Bash
---
The time is !`{command}`.
"""
_HOST = ("{{python}}", "-m", "hookconform_lab.platforms.claude_code.host", "{{program}}")


def _run(*flags: str, prompt: str = PROMPT) -> Started:
    return Started(("{{program}}", "-p", prompt, *flags, *_OUTPUT))


def _tools(turn: Turn) -> Iterator[Trial]:
    search = call("Grep", pattern=otherwise.SEARCHED, output_mode="content", path="{{workspace}}")
    yield otherwise.searched(_run(_SKIP, "--tools", "Grep,Bash"), search)
    cell = {"cell_type": "code", "id": "cell", "source": ["1"], "metadata": {}, "outputs": [], "execution_count": None}
    notebook = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    file = otherwise.NOTEBOOK
    edit = call("NotebookEdit", notebook_path=f"{{{{workspace}}}}/{file}", cell_id="cell", new_source=otherwise.SOURCE)
    editing = _run(_SKIP, "--tools", "NotebookEdit,Read,Bash", prompt=f"{PROMPT} @{file}")
    yield otherwise.edited_notebook(editing, edit, json.dumps(notebook))
    row = "shell-background"
    background = call("Bash", command=makes(row), description="probe", run_in_background=True)
    yield otherwise.backgrounded(turn, background)
    served = _run(_SKIP, "--mcp-config", "{{home}}/.mcp-lab.json")
    yield otherwise.resource_read(served, call("ReadMcpResourceTool", server="lab", uri=otherwise.RESOURCE))


def _sub_agents(turn: Turn) -> Iterator[Trial]:
    for row, more in (
        ("subagent-typed", {"subagent_type": "Explore"}),
        ("subagent-background", {"subagent_type": "general-purpose", "run_in_background": True}),
        ("subagent-own-mode", {"subagent_type": "free"}),
    ):
        name = f"{CARRIED}{row}"
        start = call("Agent", description="Sub", prompt=f"[[{name}]] do it", **more)
        trial = shell_trial(row, turn)
        trial = replace(
            trial,
            replies=(start, waiting(turn, 6)),
            conversations={name: trial.replies},
            ends={name: text("Done.")},
        )
        if row == "subagent-own-mode":
            usual = _run("--permission-mode", "default", "--allowedTools", "Agent,Bash(sleep:*),Bash(printf:*)")
            trial = replace(trial, started=usual, mode="default", workspace_files={".claude/agents/free.md": _AGENT})
        yield trial


def _prompts(turn: Turn) -> Iterator[Trial]:
    yield otherwise.mentioned(turn)
    yield otherwise.imported(turn, "CLAUDE.md")
    row = "user-command-shell"
    files = {".claude/commands/inline.md": _INLINE.format(command=makes(row))}
    yield otherwise.inlined(row, turn, "/inline", files)
    row = "user-skill"
    skill = _INLINE.format(command=makes(row)).replace("---\n", "---\nname: inline\n", 1)
    files = {".claude/skills/inline/SKILL.md": skill}
    yield otherwise.inlined(row, turn, "/inline", files)
    row = "user-shell"
    # What is typed after it is a command, not a prompt; the prompt behind it brings the control command.
    keys = (
        Key("Claude Code", f"!{makes(row)}", within=25, settle=3),
        Key("", "\r", settle=1.5),
        Key("", PROMPT, settle=4),
        Key("", "\r", settle=1.5),
        *_leaving(),
    )
    yield otherwise.at_the_door(row, turn, _terminal(keys))
    row = "program-status-line"
    line = {"statusLine": {"type": "command", "command": f"{makes(row)}; echo line"}}
    yield otherwise.at_the_door(row, turn, _terminal(_prompting()), settings=line)


def _terminal(keys: tuple[Key, ...]) -> Terminal:
    return Terminal(("{{program}}", _SKIP), keys, timeout=90)


def _prompting() -> tuple[Key, ...]:
    return Key("Claude Code", PROMPT, within=25, settle=3), Key("", "\r", settle=1.5), *_leaving()


def _leaving() -> tuple[Key, ...]:
    return Key("All scripted steps are done", "/exit", within=30, settle=1), Key("", "\r", settle=1.5)


def _sessions(turn: Turn) -> Iterator[Trial]:
    first = _run(_SKIP, "--session-id", otherwise.SESSION)
    again = ("{{program}}", "-p", "Go on.", _SKIP, *_OUTPUT)
    yield otherwise.resumed("session-resumed", turn, first, *again, "--resume", otherwise.SESSION)
    yield otherwise.resumed("session-continued", turn, _run(_SKIP), *again, "--continue")
    yield otherwise.resumed("session-forked", turn, _run(_SKIP), *again, "--continue", "--fork-session")
    yield otherwise.compacted(turn, _FULL, text("So far nothing."))
    yield otherwise.edits_accepted(turn, _run("--permission-mode", "acceptEdits"))
    for row, mode in (("mode-plan", "plan"), ("mode-default", "default")):
        yield otherwise.reading_in_mode(row, turn, mode, _run("--permission-mode", mode))
    yield otherwise.by_door("door-terminal", turn, _terminal(_prompting()))
    plan_text = json.dumps({"steps": [{"user": PROMPT}], "answers": {}})
    yield otherwise.by_door("door-sdk", turn, Program((*_HOST, _SKIP), stdin=plan_text))


def _hooks(turn: Turn) -> Iterator[Trial]:
    yield shell_trial("source-project", turn)
    yield otherwise.elsewhere("source-user", turn, hooks_in="{{home}}/.claude/settings.json")
    yield otherwise.elsewhere("source-local", turn, hooks_in="{{workspace}}/.claude/settings.local.json")
    user = "{{home}}/.claude/settings.json"
    yield from scopes(turn, project=_PROJECT, user=user, usual=_PROJECT)
    disabled = "printf '{\"disableAllHooks\": true}' > {{workspace}}/.claude/settings.local.json"
    yield changed("settings-disabled", turn, disabled)
    yield otherwise.bare(turn, _run(_SKIP, "--bare"))


def _trials(turn: Turn) -> tuple[Trial, ...]:
    return (*_tools(turn), *_sub_agents(turn), *_prompts(turn), *_sessions(turn), *_hooks(turn))


ESCAPES = Escapes(
    (_PROJECT,),
    _trials,
    not_offered={
        **lacking("own-patch", "own-delete", "shell-typed", "code-mode", "batch"),
        "own-memory": "no tool for memories; it writes them as files",
    },
    not_tried={
        **lacking("door-acp"),
        "program-checkpoint": "it keeps checkpoints only in the terminal, in files of its own",
    },
)
