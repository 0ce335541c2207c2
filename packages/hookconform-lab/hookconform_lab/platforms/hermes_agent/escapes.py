"""What hooks see of Hermes Agent: they are registered in the user's configuration."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hookconform_lab.lab.escapes import otherwise
from hookconform_lab.lab.escapes.lacking import lacking
from hookconform_lab.lab.escapes.measuring import Escapes
from hookconform_lab.lab.escapes.trial import CARRIED, Trial, showing, shown
from hookconform_lab.lab.escapes.usual import delegated, makes, shell_trial, waiting
from hookconform_lab.lab.scenario import Key, Terminal
from hookconform_lab.lab.script import call
from hookconform_lab.lab.turn import PROMPT, Turn
from hookconform_lab.platforms.hermes_agent.driver import HOME
from hookconform_lab.platforms.hermes_agent.tools import mcp_name, shell_call

_PROCESS = r"{{last:(proc_[0-9a-f]+)}}"


def _tools(turn: Turn) -> Iterator[Trial]:
    usual = turn.start(granted=True)
    yield otherwise.searched(usual, call("search_files", pattern=otherwise.SEARCHED))
    resource = call(mcp_name(turn.version, "read_resource"), uri=otherwise.RESOURCE)
    yield otherwise.resource_read(usual, resource)
    row = "shell-background"
    yield otherwise.backgrounded(turn, shell_call(makes(row), background=True))
    row = "shell-typed"
    opened = shell_call(f": {CARRIED}shell; exec bash", background=True)
    typed = call("process", action="submit", session_id=_PROCESS, data=makes(row))
    yield replace(shell_trial(row, turn), replies=(opened, typed, waiting(turn, 2)), is_alone=True)
    row = "code-mode"
    # The script is what leads to the call; the command is put together in it.
    script = f"# {CARRIED}script\nfrom hermes_tools import terminal\nterminal('printf done > made-' + 'code-mode.txt')"
    yield replace(shell_trial(row, turn), replies=(call("execute_code", code=script),), is_alone=True)
    row = "subagent-background"
    trial = delegated(shell_trial(row, turn), turn)
    start = call("delegate_task", goal=f"[[{CARRIED}{row}]] do it", background=True)
    yield replace(trial, replies=(start, waiting(turn, 12)), is_alone=True)


def _sessions(turn: Turn) -> Iterator[Trial]:
    first = turn.start(granted=True)
    row = "user-file"
    yield showing(row, otherwise.prompted(turn, f"{PROMPT} @file:{shown(row)}"))
    yield otherwise.resumed("session-continued", turn, first, *otherwise.going_on(first), "--continue")
    yield otherwise.reading_in_mode("mode-default", turn, "default", turn.start(granted=False))
    keys = (
        Key("hermes", PROMPT, within=60, settle=4),
        Key("", "\r", settle=1.5),
        Key("scripted steps are done", "/quit", within=40, settle=3),
        Key("", "\r", settle=4),
    )
    terminal = Terminal(("{{program}}", "chat", "--yolo"), keys, timeout=160)
    yield otherwise.by_door("door-terminal", turn, terminal)
    yield shell_trial("source-user", turn)


def _trials(turn: Turn) -> tuple[Trial, ...]:
    return (*_tools(turn), *_sessions(turn))


ESCAPES = Escapes(
    (f"{{{{home}}}}/{HOME}/config.yaml",),
    _trials,
    not_offered={
        **lacking("own-delete", "own-notebook", "batch", "workflow"),
        "subagent-typed": "sub-agents have no types",
    },
    not_tried={"own-fetch": "a service of others fetches pages"},
)
