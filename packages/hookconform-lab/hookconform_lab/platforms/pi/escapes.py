"""What hooks see of pi: where they are registered, and the rows that are its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hookconform_lab.lab.escapes import otherwise
from hookconform_lab.lab.escapes.lacking import lacking
from hookconform_lab.lab.escapes.measuring import Escapes
from hookconform_lab.lab.escapes.trial import Trial, showing, shown
from hookconform_lab.lab.escapes.usual import makes, shell_trial
from hookconform_lab.lab.scenario import Key, Terminal
from hookconform_lab.lab.script import call
from hookconform_lab.lab.turn import PROMPT, Turn
from hookconform_lab.platforms.pi.scenarios import started


def _prompts(turn: Turn) -> Iterator[Trial]:
    usual = turn.start(granted=True)
    yield otherwise.searched(usual, call("grep", pattern=otherwise.SEARCHED))
    row = "user-file"
    # A mention is a word of the command line.
    mention = replace(usual, argv=started("-p", f"@{shown(row)}", PROMPT))
    yield replace(showing(row, mention), is_alone=True)
    row = "user-shell"
    # What is typed first is a command; the prompt behind it brings the control command.
    keys = (Key("", f"!{makes(row)}", settle=6), Key("", "\r", settle=1.5), *_prompting(3))
    yield otherwise.at_the_door(row, turn, Terminal(started(), keys, timeout=90))


def _prompting(settle: float) -> tuple[Key, ...]:
    return (
        Key("", PROMPT, settle=settle),
        Key("", "\r", settle=1.5),
        Key("scripted steps are done", "/quit", within=40, settle=2),
        Key("", "\r", settle=1.5),
        Key("", "\x04", settle=2, optional=True),
    )


def _sessions(turn: Turn) -> Iterator[Trial]:
    first = turn.start(granted=True)
    yield otherwise.resumed("session-continued", turn, first, *started("-c", "-p", "Go on."))
    # The only session is found by its file.
    file = '"$(ls ~/.pi/agent/sessions/*/*.jsonl | head -1)"'
    for row, flag in (("session-resumed", "--session"), ("session-forked", "--fork")):
        again = f'exec "$0" "$@" {flag} {file} -p "Go on."'
        yield otherwise.resumed(row, turn, first, "bash", "-c", again, *started())
    terminal = Terminal(started(), _prompting(6), timeout=90)
    yield otherwise.by_door("door-terminal", turn, terminal)


def _hooks(turn: Turn) -> Iterator[Trial]:
    yield shell_trial("source-user", turn)
    usual = turn.start(granted=True)
    yield otherwise.bare(turn, replace(usual, argv=started("--no-extensions", "-p", PROMPT)))


_NO_AGENTS, _NO_MODES, _NO_SERVERS = "no sub-agents", "no permission modes", "no MCP servers"


def _trials(turn: Turn) -> tuple[Trial, ...]:
    return (*_prompts(turn), *_sessions(turn), *_hooks(turn))


ESCAPES = Escapes(
    tuple(f"{{{{home}}}}/.pi/agent/extensions/{name}.js" for name in ("capture", "answering")),
    _trials,
    not_offered={
        **lacking(
            "own-patch",
            "own-fetch",
            "own-delete",
            "own-notebook",
            "own-memory",
            "code-mode",
            "batch",
            "workflow",
            "scheduled",
            "shell-background",
            "shell-typed",
            "user-command-shell",
            "user-skill",
            "user-import",
            "program-status-line",
            "program-formatter",
            "source-local",
        ),
        **dict.fromkeys(
            (
                "subagent-start",
                "subagent-shell",
                "subagent-write",
                "subagent-read",
                "subagent-typed",
                "subagent-background",
                "subagent-own-mode",
                "subagent-of-subagent",
                "source-agent",
            ),
            _NO_AGENTS,
        ),
        **dict.fromkeys(
            ("mcp-tool", "mcp-resource", "mcp-prompt", "mcp-elicitation", "mcp-sampling", "mcp-added"), _NO_SERVERS
        ),
        **dict.fromkeys(("mode-plan", "mode-edits", "mode-default"), _NO_MODES),
        "program-checkpoint": "no checkpoints",
    },
    before_model=("before_agent_start", "context", "before_provider_request"),
)
