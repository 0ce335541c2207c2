"""What hooks see of Code Puppy: they are registered in the user's file of hooks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from hookconform_lab.lab.escapes import otherwise
from hookconform_lab.lab.escapes.lacking import lacking
from hookconform_lab.lab.escapes.measuring import Escapes
from hookconform_lab.lab.escapes.trial import CARRIED, Trial
from hookconform_lab.lab.escapes.usual import delegated, makes, shell_trial, waiting
from hookconform_lab.lab.scenario import Key, Terminal
from hookconform_lab.lab.script import Reply, call
from hookconform_lab.lab.turn import PROMPT, Turn
from hookconform_lab.platforms.code_puppy.driver import HOME
from hookconform_lab.platforms.code_puppy.tools import shell_call, shell_name

# How many tokens the model of a run takes whose context grows too large.
_WINDOW = 24_000
_COMPACTING = {"compaction_strategy": "truncation", "compaction_threshold": "0.5", "protected_token_count": "1000"}


def _tools(turn: Turn) -> Iterator[Trial]:
    usual = turn.start(granted=True)
    yield otherwise.searched(usual, call("grep", search_string=otherwise.SEARCHED.removesuffix(".*"), directory="."))
    row = "shell-background"
    yield otherwise.backgrounded(turn, shell_call(turn.version, makes(row), background=True))
    agent = {"name": "lab-agent", "description": "A helper.", "system_prompt": "You help."}
    described = json.dumps({**agent, "tools": [shell_name(turn.version)]})
    for row, name, more in (
        ("subagent-typed", "lab-agent", {}),
        ("subagent-background", "code-puppy", {"background": True}),
    ):
        trial = delegated(shell_trial(row, turn), turn)
        start = call("invoke_agent", agent_name=name, prompt=f"[[{CARRIED}{row}]] do it", **more)
        replies = (start, *((waiting(turn, 8),) if more else ()))
        yield replace(trial, replies=replies, home_files={f"{HOME}/agents/lab-agent.json": described}, is_alone=True)


def _sessions(turn: Turn) -> Iterator[Trial]:
    yield otherwise.mentioned(turn)
    usual = turn.start(granted=True)
    small = replace(usual, settings={**usual.settings, **_COMPACTING, "context_length": _WINDOW})
    look = shell_call(turn.version, f": {CARRIED}full")
    full = Reply(calls=look.calls, total_tokens=_WINDOW - 500)
    yield otherwise.compacted(turn, look, look, full, full, started=small)
    yield otherwise.by_door("door-terminal", turn, _terminal(_prompting(60)))
    row = "user-shell"
    # What is typed after it is a command, not a prompt; the prompt behind it brings the control command.
    keys = (Key(">", f"!{makes(row)}", within=60, settle=4), Key("", "\r", settle=4), *_prompting(5))
    yield otherwise.at_the_door(row, turn, _terminal(keys))
    yield shell_trial("source-user", turn)


def _terminal(keys: tuple[Key, ...]) -> Terminal:
    return Terminal(("{{program}}", "-m", "lab", "-i"), keys, timeout=200, linger=30)


def _prompting(within: float) -> tuple[Key, ...]:
    return (
        Key(">", PROMPT, within=within, settle=4),
        Key("", "\r", settle=8),
        Key("scripted steps are done", "/exit", within=40, settle=2),
        Key("", "\r", settle=4),
    )


def _trials(turn: Turn) -> tuple[Trial, ...]:
    return (*_tools(turn), *_sessions(turn))


ESCAPES = Escapes(
    (f"{{{{home}}}}/{HOME}/hooks.json",),
    _trials,
    not_offered=lacking(
        "own-patch", "own-fetch", "own-notebook", "code-mode", "batch", "workflow", "mcp-resource", "shell-typed"
    ),
)
