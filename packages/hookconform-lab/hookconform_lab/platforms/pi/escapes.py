"""What hooks see of pi: where they are registered, and the rows that are its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from hookconform_lab.lab.escapes import otherwise
from hookconform_lab.lab.escapes.measuring import Escapes
from hookconform_lab.lab.escapes.trial import Trial
from hookconform_lab.lab.escapes.usual import makes, shell_trial
from hookconform_lab.lab.scenario import Key, Terminal
from hookconform_lab.lab.script import call
from hookconform_lab.lab.turn import PROMPT
from hookconform_lab.platforms.pi.scenarios import started
from hookconform_lab.platforms.pi.turn import TURN


class PiEscapes(Escapes):
    """Hooks are functions of an extension in the user's folder."""

    hook_files: ClassVar[tuple[str, ...]] = tuple(
        f"{{{{home}}}}/.pi/agent/extensions/{name}.js" for name in ("capture", "answering")
    )
    before_model: ClassVar[tuple[str, ...]] = ("before_agent_start", "context", "before_provider_request")

    def trials(self, version: str) -> tuple[Trial, ...]:
        """Return its own rows."""
        return (*_prompts(version), *_sessions(version), *_hooks(version))

    def not_offered(self, version: str) -> Mapping[str, str]:  # noqa: ARG002
        """Return what it does not have: its vendor leaves to extensions what others have built in."""
        agents, modes, servers = "no sub-agents", "no permission modes", "no MCP servers"
        return {
            "own-patch": "no tool for patches",
            "own-fetch": "no tool that fetches a page",
            "own-delete": "no tool that deletes a file",
            "own-notebook": "no tool for notebooks",
            "own-memory": "no tool for memories",
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
                agents,
            ),
            "code-mode": "no tool that runs a script of calls",
            "batch": "no tool that makes several calls",
            "workflow": "no workflows",
            "scheduled": "no timers",
            "shell-background": "the shell tool has no background",
            "shell-typed": "no tool that types to a running command",
            **dict.fromkeys(
                ("mcp-tool", "mcp-resource", "mcp-prompt", "mcp-elicitation", "mcp-sampling", "mcp-added"), servers
            ),
            "user-command-shell": "commands within a prompt are not run",
            "user-skill": "commands within a skill are not run",
            "user-import": "instructions import no files",
            "program-checkpoint": "no checkpoints",
            "program-status-line": "no status line with a command",
            "program-formatter": "no formatters",
            **dict.fromkeys(("mode-plan", "mode-edits", "mode-default"), modes),
            "source-local": "no local settings",
        }


def _prompts(version: str) -> Iterator[Trial]:
    usual = TURN.start(version, granted=True)
    word = "canary-own-search"
    files = {"searched.txt": f"{word}-7c1\n"}
    search = call("grep", pattern=f"{word}.*")
    yield Trial("own-search", (word,), usual, (search,), told=f"{word}-7c1", workspace_files=files)
    file, word = "read-user-file.txt", "canary-user-file-7c1"
    # A mention is a word of the command line.
    mention = replace(usual, argv=started("-p", f"@{file}", PROMPT))
    yield Trial("user-file", (file,), mention, told=word, workspace_files={file: f"{word}\n"}, is_alone=True)
    row = "user-shell"
    # What is typed first is a command; the prompt behind it brings the control command.
    keys = (Key("", f"!{makes(row)}", settle=6), Key("", "\r", settle=1.5), *_prompting(3))
    yield replace(otherwise.by_door(row, TURN, version, Terminal(started(), keys, timeout=90)), replies=())


def _prompting(settle: float) -> tuple[Key, ...]:
    return (
        Key("", PROMPT, settle=settle),
        Key("", "\r", settle=1.5),
        Key("scripted steps are done", "/quit", within=40, settle=2),
        Key("", "\r", settle=1.5),
        Key("", "\x04", settle=2, optional=True),
    )


def _sessions(version: str) -> Iterator[Trial]:
    first = TURN.start(version, granted=True)
    yield otherwise.resumed("session-continued", TURN, version, first, *started("-c", "-p", "Go on."))
    # The only session is found by its file.
    file = '"$(ls ~/.pi/agent/sessions/*/*.jsonl | head -1)"'
    for row, flag in (("session-resumed", "--session"), ("session-forked", "--fork")):
        again = f'exec "$0" "$@" {flag} {file} -p "Go on."'
        yield otherwise.resumed(row, TURN, version, first, "bash", "-c", again, *started())
    terminal = Terminal(started(), _prompting(6), timeout=90)
    yield otherwise.by_door("door-terminal", TURN, version, terminal)


def _hooks(version: str) -> Iterator[Trial]:
    yield shell_trial("source-user", TURN, version)
    bare = replace(TURN.start(version, granted=True), argv=started("--no-extensions", "-p", PROMPT))
    yield replace(shell_trial("flag-bare", TURN, version, bare), has_control=False)


ESCAPES = PiEscapes()
