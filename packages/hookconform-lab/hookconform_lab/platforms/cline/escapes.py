"""What hooks see of Cline: where they are registered, and the rows that are its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from hookconform_lab.lab.escapes import otherwise
from hookconform_lab.lab.escapes.measuring import Escapes
from hookconform_lab.lab.escapes.trial import CARRIED, Trial
from hookconform_lab.lab.escapes.usual import delegated, shell_trial
from hookconform_lab.lab.scenario import Key, Terminal
from hookconform_lab.lab.script import call
from hookconform_lab.lab.turn import PROMPT
from hookconform_lab.platforms.cline.driver import EVENTS
from hookconform_lab.platforms.cline.turn import TURN

_RUN = r'{{last:"runId\W+([\w-]+)}}'
# The only session is found by its file; else its runs happen in a daemon that was started before.
_AGAIN = 'exec "$0" --json --auto-approve true --id "$(ls "$HOME/.cline/data/sessions" | head -1)" "Go on please."'
_LOCAL = {"CLINE_SESSION_BACKEND_MODE": "local"}


class ClineEscapes(Escapes):
    """Each event has a file of its own in the workspace."""

    hook_files: ClassVar[tuple[str, ...]] = tuple(f"{{{{workspace}}}}/.cline/hooks/{event}" for event in EVENTS)

    def trials(self, version: str) -> tuple[Trial, ...]:
        """Return its own rows."""
        return (*_tools(version), *_mates(version), *_sessions(version), *_hooks(version))

    def not_offered(self, version: str) -> Mapping[str, str]:  # noqa: ARG002
        """Return what it does not have."""
        return {
            "own-delete": "files are deleted by patches",
            "own-notebook": "no tool for notebooks",
            "own-memory": "no tool for memories",
            "shell-background": "the shell tool has no background",
            "shell-typed": "no tool that types to a running command",
            "subagent-own-mode": "a sub-agent has no permission mode",
            "code-mode": "no tool that runs a script of calls",
            "batch": "no tool that makes several calls",
            "workflow": "no workflows of calls",
            "mcp-resource": "no tool that reads a server's resource",
            "user-import": "instructions import no files",
            "user-command-shell": "commands within a prompt are not run",
            "user-skill": "commands within a skill are not run",
            "program-status-line": "no status line with a command",
            "program-formatter": "no formatters",
            "session-continued": "a session is named to be resumed",
            "session-forked": "no flag that makes a fork",
            "mode-edits": "no mode that accepts edits alone",
            "source-local": "no local settings",
            "source-agent": "an agent's definition has no hooks",
            "flag-bare": "no flag that leaves out hooks",
        }

    def not_tried(self, version: str) -> Mapping[str, str]:  # noqa: ARG002
        """Return what cannot be reached here."""
        return {
            "door-sdk": "the SDK is a package of its own",
            "program-checkpoint": "it keeps checkpoints in a repository of its own, outside the workspace",
        }


def _tools(version: str) -> Iterator[Trial]:
    usual = TURN.start(version, granted=True)
    word = "canary-own-search"
    search = call("search_codebase", queries=[f"{word}.*"])
    files = {"searched.txt": f"{word}-7c1\n"}
    yield Trial("own-search", (word,), usual, (search,), told=f"{word}-7c1", workspace_files=files)
    fetch = call("fetch_web_content", requests=[{"url": "{{model_url}}/page?own-fetch", "prompt": "the title"}])
    yield Trial("own-fetch", ("page?own-fetch",), usual, (fetch,), told="Lab page")
    yield otherwise.mentioned(TURN, version)


def _mates(version: str) -> Iterator[Trial]:
    for row, mode in (("subagent-typed", "sync"), ("subagent-background", "async")):
        plain = shell_trial(row, TURN, version)
        trial = delegated(row, TURN, version, plain.started, plain.replies)
        mate = call("team_spawn_teammate", agentId=f"{CARRIED}mate", rolePrompt="You help.")
        task = f"[[{CARRIED}{row}]] do the work"
        work = call("team_run_task", agentId=f"{CARRIED}mate", task=task, runMode=mode)
        wait = (TURN.shell_call(version, f"sleep 6; : {CARRIED}wait", granted=True),) if mode == "async" else ()
        yield replace(trial, words=plain.words, files=plain.files, replies=(mate, work, *wait))


def _sessions(version: str) -> Iterator[Trial]:
    first = replace(TURN.start(version, granted=True), environment=_LOCAL)
    yield otherwise.resumed("session-resumed", TURN, version, first, "bash", "-c", _AGAIN, "{{program}}")
    plan = replace(first, argv=(*first.argv[:-1], "--plan", PROMPT), environment={})
    yield otherwise.reading_in_mode("mode-plan", TURN, version, "plan", plan)
    default = TURN.start(version, granted=False)
    yield otherwise.reading_in_mode("mode-default", TURN, version, "default", default)
    keys = (
        # An advertisement may lie over the prompt; any key closes it.
        Key("Auto-approve", " ", within=40, settle=3),
        Key("", PROMPT, settle=1),
        Key("", "\r", settle=1),
        Key("steps are done", "/quit", within=40, settle=2),
        Key("", "\r", settle=1),
    )
    terminal = Terminal(("{{program}}", "--tui"), keys, timeout=100)
    yield otherwise.by_door("door-terminal", TURN, version, terminal)
    yield otherwise.by_protocol(TURN, version, "--acp", "--auto-approve", "true")


def _hooks(version: str) -> Iterator[Trial]:
    yield shell_trial("source-project", TURN, version)
    yield otherwise.elsewhere("source-user", TURN, version, hooks_in="{{home}}/.cline/hooks")


ESCAPES = ClineEscapes()
