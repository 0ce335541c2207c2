"""What hooks see of Grok Build: they are registered in a file of the user's or of the project's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hookconform_lab.lab.escapes import otherwise
from hookconform_lab.lab.escapes.composed import scopes
from hookconform_lab.lab.escapes.lacking import lacking
from hookconform_lab.lab.escapes.measuring import Escapes
from hookconform_lab.lab.escapes.trial import CARRIED, Trial, made, making
from hookconform_lab.lab.escapes.usual import delegated, makes, shell_trial, waiting
from hookconform_lab.lab.scenario import Key, Terminal
from hookconform_lab.lab.script import Call, Reply, call
from hookconform_lab.lab.turn import PROMPT, Turn
from hookconform_lab.platforms.grok_build.scenarios import MODEL
from hookconform_lab.platforms.grok_build.tools import shell_call

_USER, _PROJECT = "{{home}}/.grok/hooks/lab.json", "{{workspace}}/.grok/hooks/lab.json"
_FULL = Reply(calls=(Call("run_terminal_command", {"command": f": {CARRIED}full", "description": "d"}),))


def _tools(turn: Turn) -> Iterator[Trial]:
    usual = turn.start(granted=True)
    yield otherwise.searched(usual, call("grep", pattern=otherwise.SEARCHED))
    fetching = replace(
        usual, settings={"features": "web_fetch = true\n"}, environment={"GROK_WEB_FETCH_ALLOW_LOCAL": "1"}
    )
    yield otherwise.fetched(fetching, call("web_fetch", url=otherwise.PAGE))
    row = "own-patch"
    patching = next(each for each in turn.toolsets if each.toolset == "Codex's tools")
    patch = f"*** Begin Patch\n*** Add File: {made(row)}\n+done\n*** End Patch\n"
    # Its shell is another one.
    trial = making(row, patching.start(granted=True), patching.patch_call(patch))
    yield replace(trial, has_control=False)
    row = "shell-background"
    yield otherwise.backgrounded(turn, shell_call(makes(row), background=True))
    row = "subagent-background"
    trial = delegated(shell_trial(row, turn), turn)
    start = call("spawn_subagent", prompt=f"[[{CARRIED}{row}]] do it", description="Sub", background=True)
    yield replace(trial, replies=(start, waiting(turn, 8)), is_alone=True)


def _sessions(turn: Turn) -> Iterator[Trial]:
    first = turn.start(granted=True)
    again = otherwise.going_on(first)
    yield otherwise.mentioned(turn)
    named = replace(first, argv=(*first.argv, "--session-id", otherwise.SESSION))
    yield otherwise.resumed("session-resumed", turn, named, *again, "--resume", otherwise.SESSION)
    yield otherwise.resumed("session-continued", turn, first, *again, "-c")
    yield otherwise.compacted(turn, replace(_FULL, total_tokens=198_000))
    yield otherwise.reading_in_mode("mode-default", turn, "default", turn.start(granted=False))
    plan = replace(first, argv=(*turn.start(granted=False).argv, "--permission-mode", "plan"))
    yield otherwise.reading_in_mode("mode-plan", turn, "plan", plan)
    keys = (
        Key("", PROMPT, settle=8),
        Key("", "\r", settle=1.5),
        Key("scripted steps are done", "/quit", within=40, settle=3),
        Key("", "\r", settle=4),
    )
    terminal = Terminal(("{{program}}", "-m", MODEL, "--no-memory", "--always-approve"), keys, timeout=120)
    yield otherwise.by_door("door-terminal", turn, terminal)
    yield otherwise.by_protocol(turn, "agent", "-m", MODEL, "--always-approve", "stdio")


def _hooks(turn: Turn) -> Iterator[Trial]:
    yield shell_trial("source-user", turn)
    trusted = replace(turn.start(granted=True), argv=(*turn.start(granted=True).argv, "--trust"))
    project = otherwise.elsewhere("source-project", turn, hooks_in=_PROJECT)
    yield replace(project, started=replace(project.started, argv=trusted.argv))
    for trial in scopes(turn, project=_PROJECT, user=_USER, usual=_USER):
        yield replace(trial, started=replace(trial.started, argv=trusted.argv))


def _trials(turn: Turn) -> tuple[Trial, ...]:
    return (*_tools(turn), *_sessions(turn), *_hooks(turn))


ESCAPES = Escapes(
    (_USER,),
    _trials,
    not_offered=lacking("own-delete", "own-notebook", "code-mode", "batch", "mcp-resource", "shell-typed"),
)
