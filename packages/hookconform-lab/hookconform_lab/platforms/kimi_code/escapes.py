"""What hooks see of Kimi Code: they are registered in the user's configuration."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hookconform_lab.lab.escapes import otherwise
from hookconform_lab.lab.escapes.lacking import lacking
from hookconform_lab.lab.escapes.measuring import Escapes
from hookconform_lab.lab.escapes.trial import CARRIED, Trial
from hookconform_lab.lab.escapes.usual import delegated, makes, shell_trial, waiting
from hookconform_lab.lab.scenario import Key, Terminal
from hookconform_lab.lab.script import Call, Reply, call, text
from hookconform_lab.lab.turn import PROMPT, Turn
from hookconform_lab.platforms.kimi_code.driver import HOME
from hookconform_lab.platforms.kimi_code.tools import shell_call

_FULL = Reply(calls=(Call("Bash", {"command": f": {CARRIED}full"}),), total_tokens=198_000)


def _tools(turn: Turn) -> Iterator[Trial]:
    search = call("Grep", pattern=otherwise.SEARCHED, output_mode="content")
    yield otherwise.searched(turn.start(granted=True), search)
    row = "shell-background"
    background = shell_call(makes(row), description="probe", run_in_background=True)
    yield otherwise.backgrounded(turn, background)
    for row, kind, more in (
        ("subagent-typed", "explore", {}),
        ("subagent-background", "coder", {"run_in_background": True}),
    ):
        trial = delegated(shell_trial(row, turn), turn)
        start = call("Agent", prompt=f"[[{CARRIED}{row}]] do it", description="Sub", subagent_type=kind, **more)
        yield replace(trial, replies=(start, *((waiting(turn, 8),) if more else ())), is_alone=True)


def _sessions(turn: Turn) -> Iterator[Trial]:
    first = turn.start(granted=True)
    again = otherwise.going_on(first)
    yield otherwise.mentioned(turn)
    yield otherwise.resumed("session-continued", turn, first, *again, "--continue")
    yield otherwise.compacted(turn, _FULL, text("So far nothing."))
    yield otherwise.by_door("door-terminal", turn, _terminal(_prompting(40)))
    row = "user-shell"
    # What is typed after it is a command, not a prompt; the prompt behind it brings the control command.
    keys = (
        Key("context:", "!", within=40, settle=3),
        Key("", makes(row), settle=1),
        Key("", "\r", settle=1.5),
        Key("", "\x1b", settle=4),
        *_prompting(5),
    )
    yield otherwise.at_the_door(row, turn, _terminal(keys))
    yield otherwise.by_protocol(turn, "acp")
    yield shell_trial("source-user", turn)


def _terminal(keys: tuple[Key, ...]) -> Terminal:
    trust = Key("Trust this folder", "\r", within=15, settle=1, optional=True)
    return Terminal(("{{program}}", "--auto"), (trust, *keys), timeout=120)


def _prompting(within: float) -> tuple[Key, ...]:
    return (
        Key("context:", PROMPT, within=within, settle=3),
        Key("", "\r", settle=1.5),
        Key("scripted steps are done", "/exit", within=40, settle=3),
        Key("", "\r", settle=1.5),
    )


def _trials(turn: Turn) -> tuple[Trial, ...]:
    return (*_tools(turn), *_sessions(turn))


ESCAPES = Escapes(
    (f"{{{{home}}}}/{HOME}/config.toml",),
    _trials,
    not_offered={
        **lacking("own-patch", "own-delete", "own-notebook", "own-memory", "shell-typed", "code-mode", "batch"),
        **lacking("workflow", "mcp-resource"),
    },
    not_tried={
        "own-fetch": "a service of the vendor fetches pages",
        "mode-plan": "a run of one prompt has no plan mode",
        "mode-default": "a run of one prompt decides for itself what it would ask about",
    },
)
