"""What hooks see of Letta Code: where they are registered, and the rows that are its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hookconform_lab.lab.escapes import otherwise
from hookconform_lab.lab.escapes.composed import scopes
from hookconform_lab.lab.escapes.lacking import lacking
from hookconform_lab.lab.escapes.measuring import Escapes
from hookconform_lab.lab.escapes.survival import changed
from hookconform_lab.lab.escapes.trial import CARRIED, Trial
from hookconform_lab.lab.escapes.usual import delegated, makes, shell_trial, waiting
from hookconform_lab.lab.scenario import Key, Terminal
from hookconform_lab.lab.script import call
from hookconform_lab.lab.turn import PROMPT, Started, Turn
from hookconform_lab.platforms.letta_code.driver import SETTINGS
from hookconform_lab.platforms.letta_code.scenarios import READY, flags, headless
from hookconform_lab.platforms.letta_code.tools import agent_call, shell_call

_SESSION = r"{{int:session ID (\d+)}}"
_AGENT = "---\nname: typed\ndescription: A helper.\ntools: all\nmodel: inherit\n---\nYou help.\n"


def _started(turn: Turn, *more: str, granted: bool = True) -> Started:
    usual = turn.start(granted=granted)
    return replace(usual, argv=(*usual.argv, *more))


def _shells(turn: Turn) -> Iterator[Trial]:
    row = "shell-background"
    background = shell_call(makes(row), run_in_background=True)
    yield otherwise.backgrounded(turn, background)
    row = "shell-typed"
    opened = call("exec_command", cmd=f": {CARRIED}shell; exec bash", description="wait", yield_time_ms=500, tty=True)
    typed = call("write_stdin", session_id=_SESSION, chars=f"{makes(row)}\n", yield_time_ms=2500)
    # In the set of tools that has it the usual shell is not there.
    trial = shell_trial(row, turn, _started(turn, "--toolset", "codex"))
    yield replace(trial, replies=(opened, typed), has_control=False)


def _sub_agents(turn: Turn) -> Iterator[Trial]:
    for row, kind in (("subagent-typed", "typed"), ("subagent-background", "general-purpose")):
        trial = delegated(shell_trial(row, turn), turn)
        more = {"run_in_background": True} if row == "subagent-background" else {}
        start = agent_call(f"[[{CARRIED}{row}]] do it", subagent_type=kind, **more)
        yield replace(
            trial,
            replies=(start, waiting(turn, 15)),
            workspace_files={".letta/agents/typed.md": _AGENT},
            is_alone=True,
        )


def _prompts(turn: Turn) -> Iterator[Trial]:
    yield otherwise.mentioned(turn)
    row = "user-shell"
    # What is typed after it is a command, not a prompt; the prompt behind it brings the control command.
    keys = (
        Key(READY, "!", within=40, settle=3),
        Key("", makes(row), settle=1),
        Key("", "\r", settle=1.5),
        Key("", "\x1b", settle=4),
        *_prompting("", 2),
    )
    yield otherwise.at_the_door(row, turn, _terminal(keys))


def _terminal(keys: tuple[Key, ...]) -> Terminal:
    return Terminal(("{{program}}", *flags(granted=True), "--new-agent"), keys, timeout=120)


def _prompting(wait_for: str, settle: float) -> tuple[Key, ...]:
    return (
        Key(wait_for, PROMPT, within=40, settle=settle),
        Key("", "\r", settle=1.5),
        Key("scripted steps are done", "/exit", within=40, settle=3),
        Key("", "\r", settle=1.5),
    )


def _sessions(turn: Turn) -> Iterator[Trial]:
    first = _started(turn)
    yield otherwise.resumed("session-continued", turn, first, *headless("Go on.").argv)
    yield otherwise.reading_in_mode("mode-default", turn, "default", _started(turn, granted=False))
    edits = otherwise.reworded(_started(turn, granted=False), "standard", "acceptEdits")
    yield otherwise.edits_accepted(turn, edits)
    yield otherwise.by_door("door-terminal", turn, _terminal(_prompting(READY, 3)))


def _hooks(turn: Turn) -> Iterator[Trial]:
    yield shell_trial("source-user", turn)
    yield otherwise.elsewhere("source-project", turn, hooks_in=f"{{{{workspace}}}}/{SETTINGS}")
    project, user = f"{{{{workspace}}}}/{SETTINGS}", f"{{{{home}}}}/{SETTINGS}"
    yield from scopes(turn, project=project, user=user, usual=user)
    local = "{{workspace}}/.letta/settings.local.json"
    yield otherwise.elsewhere("source-local", turn, hooks_in=local)
    disabled = f'mkdir -p {{{{workspace}}}}/.letta; printf \'{{"hooks": {{"disabled": true}}}}\' > {local}'
    yield changed("settings-disabled", turn, disabled)


def _trials(turn: Turn) -> tuple[Trial, ...]:
    return (*_shells(turn), *_sub_agents(turn), *_prompts(turn), *_sessions(turn), *_hooks(turn))


_NO_SERVERS = "its model has no tools of MCP servers; a command of its own calls them"

ESCAPES = Escapes(
    (f"{{{{home}}}}/{SETTINGS}",),
    _trials,
    not_offered={
        **lacking(
            "own-delete",
            "own-notebook",
            "batch",
            "mcp-resource",
            "user-command-shell",
            "user-skill",
            "program-formatter",
            "session-forked",
            "flag-bare",
        ),
        "own-search": "files are searched by shell commands",
        "own-fetch": "pages are fetched by shell commands",
        "code-mode": "no tool that runs a script of calls beside workflows",
        "mcp-tool": _NO_SERVERS,
        "mode-plan": "no plan mode since 0.32",
    },
    not_tried={
        **lacking("door-sdk", "door-acp"),
        **dict.fromkeys(("mcp-prompt", "mcp-elicitation", "mcp-sampling"), _NO_SERVERS),
        "workflow": "what it needs for workflows is not on npm",
    },
)
