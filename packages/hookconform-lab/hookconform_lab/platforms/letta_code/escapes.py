"""What hooks see of Letta Code: where they are registered, and the rows that are its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from hookconform_lab.lab.escapes import otherwise
from hookconform_lab.lab.escapes.measuring import Escapes
from hookconform_lab.lab.escapes.survival import changed
from hookconform_lab.lab.escapes.trial import CARRIED, Trial, made
from hookconform_lab.lab.escapes.usual import delegated, makes, shell_trial
from hookconform_lab.lab.scenario import Key, Terminal
from hookconform_lab.lab.script import call
from hookconform_lab.lab.turn import PROMPT, Started
from hookconform_lab.platforms.letta_code.driver import SETTINGS
from hookconform_lab.platforms.letta_code.scenarios import READY, flags, headless
from hookconform_lab.platforms.letta_code.tools import agent_call, shell_call
from hookconform_lab.platforms.letta_code.turn import TURN

_SESSION = r"{{int:session ID (\d+)}}"
_AGENT = "---\nname: typed\ndescription: A helper.\ntools: all\nmodel: inherit\n---\nYou help.\n"


class LettaCodeEscapes(Escapes):
    """Hooks are in the user's settings."""

    hook_files: ClassVar[tuple[str, ...]] = (f"{{{{home}}}}/{SETTINGS}",)

    def trials(self, version: str) -> tuple[Trial, ...]:
        """Return its own rows."""
        return (*_shells(version), *_sub_agents(version), *_prompts(version), *_sessions(version), *_hooks(version))

    def not_offered(self, version: str) -> Mapping[str, str]:  # noqa: ARG002
        """Return what it does not have."""
        return {
            "own-search": "files are searched by shell commands",
            "own-fetch": "pages are fetched by shell commands",
            "own-delete": "no tool that deletes a file",
            "own-notebook": "no tool for notebooks",
            "code-mode": "no tool that runs a script of calls beside workflows",
            "batch": "no tool that makes several calls",
            "mcp-tool": "its model has no tools of MCP servers; a command of its own calls them",
            "mcp-resource": "no tool that reads a server's resource",
            "user-command-shell": "commands within a prompt are not run",
            "user-skill": "commands within a skill are not run",
            "program-formatter": "no formatters",
            "session-forked": "no flag that makes a fork",
            "mode-plan": "no plan mode since 0.32",
            "flag-bare": "no flag that leaves out hooks",
        }

    def not_tried(self, version: str) -> Mapping[str, str]:  # noqa: ARG002
        """Return what cannot be reached here."""
        return {
            "workflow": "what it needs for workflows is not on npm",
            "door-sdk": "the SDK is a package of its own",
            "door-acp": "a program of its own speaks the protocol",
        }


def _started(*more: str, granted: bool = True) -> Started:
    usual = TURN.start("", granted=granted)
    return replace(usual, argv=(*usual.argv, *more))


def _shells(version: str) -> Iterator[Trial]:
    row = "shell-background"
    background = shell_call(makes(row), run_in_background=True)
    wait = shell_call(f"sleep 2; : {CARRIED}wait")
    yield replace(shell_trial(row, TURN, version), replies=(background, wait))
    row = "shell-typed"
    opened = call("exec_command", cmd=f": {CARRIED}shell; exec bash", description="wait", yield_time_ms=500, tty=True)
    typed = call("write_stdin", session_id=_SESSION, chars=f"{makes(row)}\n", yield_time_ms=2500)
    # In the set of tools that has it the usual shell is not there.
    trial = shell_trial(row, TURN, version, _started("--toolset", "codex"))
    yield replace(trial, replies=(opened, typed), has_control=False)


def _sub_agents(version: str) -> Iterator[Trial]:
    for row, kind in (("subagent-typed", "typed"), ("subagent-background", "general-purpose")):
        plain = shell_trial(row, TURN, version)
        trial = delegated(row, TURN, version, plain.started, plain.replies)
        more = {"run_in_background": True} if row == "subagent-background" else {}
        start = agent_call(f"[[{CARRIED}{row}]] do it", subagent_type=kind, **more)
        yield replace(
            trial,
            words=plain.words,
            files=plain.files,
            replies=(start, shell_call(f"sleep 15; : {CARRIED}wait")),
            workspace_files={".letta/agents/typed.md": _AGENT},
            is_alone=True,
        )


def _prompts(version: str) -> Iterator[Trial]:
    yield otherwise.mentioned(TURN, version)
    row = "user-shell"
    # What is typed after it is a command, not a prompt; the prompt behind it brings the control command.
    keys = (
        Key(READY, "!", within=40, settle=3),
        Key("", makes(row), settle=1),
        Key("", "\r", settle=1.5),
        Key("", "\x1b", settle=4),
        *_prompting("", 2),
    )
    yield replace(otherwise.by_door(row, TURN, version, _terminal(keys)), replies=())


def _terminal(keys: tuple[Key, ...]) -> Terminal:
    return Terminal(("{{program}}", *flags(granted=True), "--new-agent"), keys, timeout=120)


def _prompting(wait_for: str, settle: float) -> tuple[Key, ...]:
    return (
        Key(wait_for, PROMPT, within=40, settle=settle),
        Key("", "\r", settle=1.5),
        Key("scripted steps are done", "/exit", within=40, settle=3),
        Key("", "\r", settle=1.5),
    )


def _sessions(version: str) -> Iterator[Trial]:
    first = _started()
    yield otherwise.resumed("session-continued", TURN, version, first, *headless("Go on.").argv)
    yield otherwise.reading_in_mode("mode-default", TURN, version, "default", _started(granted=False))
    usual = _started(granted=False)
    edits = replace(usual, argv=tuple("acceptEdits" if word == "standard" else word for word in usual.argv))
    write = TURN.write_call(version, made("mode-edits"), "done\n")
    yield otherwise.in_mode("mode-edits", "accept-edits", edits, write)
    yield otherwise.by_door("door-terminal", TURN, version, _terminal(_prompting(READY, 3)))


def _hooks(version: str) -> Iterator[Trial]:
    yield shell_trial("source-user", TURN, version)
    yield otherwise.elsewhere("source-project", TURN, version, hooks_in=f"{{{{workspace}}}}/{SETTINGS}")
    local = "{{workspace}}/.letta/settings.local.json"
    yield otherwise.elsewhere("source-local", TURN, version, hooks_in=local)
    disabled = f'mkdir -p {{{{workspace}}}}/.letta; printf \'{{"hooks": {{"disabled": true}}}}\' > {local}'
    yield changed("settings-disabled", TURN, version, disabled)


ESCAPES = LettaCodeEscapes()
