"""What hooks see of Cline: where they are registered, and the rows that are its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hookconform_lab.lab.escapes import otherwise
from hookconform_lab.lab.escapes.beside import Beside
from hookconform_lab.lab.escapes.composed import COMPOSED, scopes
from hookconform_lab.lab.escapes.lacking import lacking
from hookconform_lab.lab.escapes.measuring import Escapes
from hookconform_lab.lab.escapes.trial import CARRIED, Trial
from hookconform_lab.lab.escapes.usual import delegated, shell_trial, waiting
from hookconform_lab.lab.scenario import Key, Terminal
from hookconform_lab.lab.script import call
from hookconform_lab.lab.turn import PROMPT, Turn
from hookconform_lab.platforms.cline.driver import EVENTS

_RUN = r'{{last:"runId\W+([\w-]+)}}'
# The only session is found by its file; else its runs happen in a daemon that was started before.
_AGAIN = 'exec "$0" --json --auto-approve true --id "$(ls "$HOME/.cline/data/sessions" | head -1)" "Go on please."'
_LOCAL = {"CLINE_SESSION_BACKEND_MODE": "local"}


def _tools(turn: Turn) -> Iterator[Trial]:
    usual = turn.start(granted=True)
    yield otherwise.searched(usual, call("search_codebase", queries=[otherwise.SEARCHED]))
    fetch = call("fetch_web_content", requests=[{"url": otherwise.PAGE, "prompt": "the title"}])
    yield otherwise.fetched(usual, fetch)
    yield otherwise.mentioned(turn)


def _mates(turn: Turn) -> Iterator[Trial]:
    for row, mode in (("subagent-typed", "sync"), ("subagent-background", "async")):
        trial = delegated(shell_trial(row, turn), turn)
        mate = call("team_spawn_teammate", agentId=f"{CARRIED}mate", rolePrompt="You help.")
        task = f"[[{CARRIED}{row}]] do the work"
        work = call("team_run_task", agentId=f"{CARRIED}mate", task=task, runMode=mode)
        wait = (waiting(turn, 6),) if mode == "async" else ()
        yield replace(trial, replies=(mate, work, *wait))


def _sessions(turn: Turn) -> Iterator[Trial]:
    first = replace(turn.start(granted=True), environment=_LOCAL)
    yield otherwise.resumed("session-resumed", turn, first, "bash", "-c", _AGAIN, "{{program}}")
    plan = replace(first, argv=(*first.argv[:-1], "--plan", PROMPT), environment={})
    yield otherwise.reading_in_mode("mode-plan", turn, "plan", plan)
    default = turn.start(granted=False)
    yield otherwise.reading_in_mode("mode-default", turn, "default", default)
    keys = (
        # An advertisement may lie over the prompt; any key closes it.
        Key("Auto-approve", " ", within=40, settle=3),
        Key("", PROMPT, settle=1),
        Key("", "\r", settle=1),
        Key("steps are done", "/quit", within=40, settle=2),
        Key("", "\r", settle=1),
    )
    terminal = Terminal(("{{program}}", "--tui"), keys, timeout=100)
    yield otherwise.by_door("door-terminal", turn, terminal)
    yield otherwise.by_protocol(turn, "--acp", "--auto-approve", "true")


def _hooks(turn: Turn) -> Iterator[Trial]:
    yield shell_trial("source-project", turn)
    project, user = "{{workspace}}/.cline/hooks", "{{home}}/.cline/hooks"
    yield otherwise.elsewhere("source-user", turn, hooks_in=user)
    for trial in scopes(turn, project=project, user=user, usual=project):
        # In a folder an event has one program, of its name.
        file = f"{project if trial.row == 'scopes-user-denies' else user}/PreToolUse"
        yield replace(trial, beside=Beside(file=file))


def _trials(turn: Turn) -> tuple[Trial, ...]:
    return (*_tools(turn), *_mates(turn), *_sessions(turn), *_hooks(turn))


ESCAPES = Escapes(
    tuple(f"{{{{workspace}}}}/.cline/hooks/{event}" for event in EVENTS),
    _trials,
    not_offered={
        **lacking(
            "own-notebook",
            "own-memory",
            "shell-background",
            "shell-typed",
            "code-mode",
            "batch",
            "mcp-resource",
            "user-import",
            "user-command-shell",
            "user-skill",
            "program-status-line",
            "program-formatter",
            "session-forked",
            "mode-edits",
            "source-local",
            "source-agent",
            "flag-bare",
        ),
        **dict.fromkeys((*COMPOSED, "load-many-hooks"), "a folder of hooks has one program of an event"),
        "own-delete": "files are deleted by patches",
        "subagent-own-mode": "a sub-agent has no permission mode",
        "workflow": "no workflows of calls",
        "session-continued": "a session is named to be resumed",
    },
    not_tried={
        **lacking("door-sdk"),
        "program-checkpoint": "it keeps checkpoints in a repository of its own, outside the workspace",
    },
)
