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
from hookconform_lab.lab.turn import PROMPT
from hookconform_lab.platforms.grok_build.scenarios import MODEL
from hookconform_lab.platforms.grok_build.tools import shell_call
from hookconform_lab.platforms.grok_build.turn import TURN

_USER, _PROJECT = "{{home}}/.grok/hooks/lab.json", "{{workspace}}/.grok/hooks/lab.json"
_FULL = Reply(calls=(Call("run_terminal_command", {"command": f": {CARRIED}full", "description": "d"}),))


def _tools(version: str) -> Iterator[Trial]:
    usual = TURN.start(version, granted=True)
    yield otherwise.searched(usual, call("grep", pattern=otherwise.SEARCHED))
    fetching = replace(
        usual, settings={"features": "web_fetch = true\n"}, environment={"GROK_WEB_FETCH_ALLOW_LOCAL": "1"}
    )
    yield otherwise.fetched(fetching, call("web_fetch", url=otherwise.PAGE))
    row = "own-patch"
    patching = next(turn for turn in TURN.toolsets if turn.toolset == "Codex's tools")
    patch = f"*** Begin Patch\n*** Add File: {made(row)}\n+done\n*** End Patch\n"
    # Its shell is another one.
    trial = making(row, patching.start(version, granted=True), patching.patch_call(version, patch))
    yield replace(trial, has_control=False)
    row = "shell-background"
    yield otherwise.backgrounded(TURN, version, shell_call(makes(row), background=True))
    row = "subagent-background"
    trial = delegated(shell_trial(row, TURN, version), TURN, version)
    start = call("spawn_subagent", prompt=f"[[{CARRIED}{row}]] do it", description="Sub", background=True)
    yield replace(trial, replies=(start, waiting(TURN, version, 8)), is_alone=True)


def _sessions(version: str) -> Iterator[Trial]:
    first = TURN.start(version, granted=True)
    again = otherwise.going_on(first)
    yield otherwise.mentioned(TURN, version)
    named = replace(first, argv=(*first.argv, "--session-id", otherwise.SESSION))
    yield otherwise.resumed("session-resumed", TURN, version, named, *again, "--resume", otherwise.SESSION)
    yield otherwise.resumed("session-continued", TURN, version, first, *again, "-c")
    yield otherwise.compacted(TURN, version, replace(_FULL, total_tokens=198_000))
    yield otherwise.reading_in_mode("mode-default", TURN, version, "default", TURN.start(version, granted=False))
    plan = replace(first, argv=(*TURN.start(version, granted=False).argv, "--permission-mode", "plan"))
    yield otherwise.reading_in_mode("mode-plan", TURN, version, "plan", plan)
    keys = (
        Key("", PROMPT, settle=8),
        Key("", "\r", settle=1.5),
        Key("scripted steps are done", "/quit", within=40, settle=3),
        Key("", "\r", settle=4),
    )
    terminal = Terminal(("{{program}}", "-m", MODEL, "--no-memory", "--always-approve"), keys, timeout=120)
    yield otherwise.by_door("door-terminal", TURN, version, terminal)
    yield otherwise.by_protocol(TURN, version, "agent", "-m", MODEL, "--always-approve", "stdio")


def _hooks(version: str) -> Iterator[Trial]:
    yield shell_trial("source-user", TURN, version)
    trusted = replace(TURN.start(version, granted=True), argv=(*TURN.start(version, granted=True).argv, "--trust"))
    project = otherwise.elsewhere("source-project", TURN, version, hooks_in=_PROJECT)
    yield replace(project, started=replace(project.started, argv=trusted.argv))
    for trial in scopes(TURN, version, project=_PROJECT, user=_USER, usual=_USER):
        yield replace(trial, started=replace(trial.started, argv=trusted.argv))


def _trials(version: str) -> tuple[Trial, ...]:
    return (*_tools(version), *_sessions(version), *_hooks(version))


ESCAPES = Escapes(
    (_USER,),
    _trials,
    not_offered=lacking("own-delete", "own-notebook", "code-mode", "batch", "mcp-resource", "shell-typed"),
)
