"""What hooks see of Codex: where they are registered, and the rows that are its own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from hookconform_lab.lab.escapes import otherwise
from hookconform_lab.lab.escapes.measuring import Escapes
from hookconform_lab.lab.escapes.survival import changed
from hookconform_lab.lab.escapes.trial import CARRIED, Trial
from hookconform_lab.lab.escapes.usual import delegated, makes, shell_trial
from hookconform_lab.lab.scenario import Key, Program, Terminal
from hookconform_lab.lab.script import AUX, Call, Reply, Route, call
from hookconform_lab.lab.turn import PROMPT, Started
from hookconform_lab.platforms.codex.replies import AGENT, SHELL_SESSION, inside, search
from hookconform_lab.platforms.codex.talk import host
from hookconform_lab.platforms.codex.turn import TURN

_TRUSTED = ['[projects."{{workspace}}"]', 'trust_level = "trusted"']
_AGENTS = "multi_agent_v1"
_PLUGIN = ".codex/plugins/cache/market/lab/1.0.0"
_FREE = 'sandbox_mode = "danger-full-access"\napproval_policy = "never"\n'
_UNSAFE = ("--dangerously-bypass-approvals-and-sandbox", "--dangerously-bypass-hook-trust")
# The id of the only session is the end of its file's name.
_ID = "id=$(basename ~/.codex/sessions/*/*/*/*.jsonl .jsonl); "


class CodexEscapes(Escapes):
    """Hooks are in the user's file of hooks."""

    hook_files: ClassVar[tuple[str, ...]] = ("{{home}}/.codex/hooks.json",)
    before_model: ClassVar[tuple[str, ...]] = ("PreModelRequest",)

    def trials(self, version: str) -> tuple[Trial, ...]:
        """Return its own rows."""
        return (*_tools(version), *_sub_agents(version), *_sessions(version), *_hooks(version))

    def not_offered(self, version: str) -> Mapping[str, str]:  # noqa: ARG002
        """Return what it does not have."""
        return {
            "own-read": "files are read by shell commands",
            "own-search": "files are searched by shell commands",
            "own-fetch": "pages are fetched by the model's provider",
            "own-delete": "files are deleted by patches",
            "own-notebook": "no tool for notebooks",
            "subagent-read": "files are read by shell commands",
            "batch": "no tool that makes several calls",
            "workflow": "no workflows",
            "user-file": "a mention stays a name, which the model is left to read",
            "user-import": "instructions import no files",
            "user-command-shell": "commands within a prompt are not run",
            "user-skill": "commands within a skill are not run",
            "program-status-line": "no status line with a command",
            "program-formatter": "no formatters",
            "mode-edits": "no mode that accepts edits alone",
            "source-local": "no local settings",
        }

    def not_tried(self, version: str) -> Mapping[str, str]:  # noqa: ARG002
        """Return what cannot be reached here."""
        return {
            "own-memory": "memories are off, and the program writes them on its own",
            "mode-default": "the sandbox it needs does not start within the lab's",
            "door-acp": "a program of its own speaks the protocol",
        }


def _with(version: str, **settings: Any) -> Started:
    usual = TURN.start(version, granted=True)
    return replace(usual, settings={**usual.settings, **settings})


def _wait(seconds: int) -> Reply:
    return call("exec_command", cmd=f"sleep {seconds}; : {CARRIED}wait", yield_time_ms=20_000)


def _tools(version: str) -> Iterator[Trial]:
    row = "shell-background"
    # It goes on when the tool has given its result.
    background = call("exec_command", cmd=f"sleep 1; {makes(row)}", yield_time_ms=250)
    yield replace(shell_trial(row, TURN, version), replies=(background, _wait(3)))
    row = "shell-typed"
    opened = call("exec_command", cmd=f": {CARRIED}shell; exec bash", yield_time_ms=500, tty=True)
    typed = call("write_stdin", session_id=SHELL_SESSION, chars=f"{makes(row)}\n", yield_time_ms=2500)
    yield replace(shell_trial(row, TURN, version), replies=(opened, typed))
    word = "said-mcp-resource"
    resource = call("read_mcp_resource", server="lab", uri=f"lab://echo/{word}")
    yield Trial("mcp-resource", (word,), TURN.start(version, granted=True), (resource,), told=f"echo: {word}")
    row = "code-mode"
    source = f'text((await tools.exec_command({{cmd: "{makes(row)}"}})).output)'
    script = Reply(calls=(Call("exec", custom=source, namespace="functions"),))
    # Its model has no shell tool beside the scripts.
    scripted = shell_trial(row, TURN, version, _with(version, model="gpt-6-astra"))
    yield replace(scripted, replies=(script,), has_control=False)


def _sub_agents(version: str) -> Iterator[Trial]:
    for row, kind, waits in (
        ("subagent-typed", "worker", True),
        ("subagent-background", "explorer", False),
        ("subagent-own-mode", "free", True),
    ):
        tables = ("[agents.free]", 'description = "A helper."', 'config_file = "free.toml"') if kind == "free" else ()
        usual = shell_trial(row, TURN, version, _with(version, tables=tables) if tables else None)
        trial = delegated(row, TURN, version, usual.started, usual.replies)
        start = inside(_AGENTS, "spawn_agent", message=f"[[{CARRIED}{row}]] do it", agent_type=kind)
        wait = inside(_AGENTS, "wait_agent", targets=[AGENT], timeout_ms=20000) if waits else _wait(8)
        yield replace(
            trial,
            words=usual.words,
            files=usual.files,
            replies=(search("spawn agent"), start, wait),
            home_files={".codex/free.toml": _FREE},
            is_alone=True,
        )


def _sessions(version: str) -> Iterator[Trial]:
    first = TURN.start(version, granted=True)
    flags = ("{{program}}", "exec", *_UNSAFE, "--skip-git-repo-check")
    yield otherwise.resumed("session-continued", TURN, version, first, *flags, "resume", "--last", "Go on.")
    for row, word in (("session-resumed", "resume"), ("session-forked", "fork")):
        again = f'{_ID} exec "$0" "$@" {word} "${{id: -36}}" "Go on."'
        yield otherwise.resumed(row, TURN, version, first, "bash", "-c", again, *flags)
    full = Reply(calls=(Call("exec_command", {"cmd": f": {CARRIED}full"}),), total_tokens=90_000)
    small = _with(version, top={"model_auto_compact_token_limit": 20_000})
    compacted = shell_trial("session-compacted", TURN, version, small)
    yield replace(compacted, replies=(full, *compacted.replies), is_alone=True)
    yield from _over_the_app_server(version)
    keys = (
        # It offers a newer model first; the second choice is to stay.
        Key("", "\x1b[B", settle=6),
        Key("", "\r", settle=1),
        Key("", PROMPT, settle=2),
        Key("", "\r", settle=1),
        Key("scripted steps are done", "/quit", within=30, settle=1),
        Key("", "\r", settle=1),
    )
    terminal = otherwise.by_door(
        "door-terminal", TURN, version, Terminal(("{{program}}", *_UNSAFE), keys, timeout=90), tables=_TRUSTED
    )
    # A request of its own for a title has tools too.
    yield replace(terminal, routes=(Route(AUX, matches="single-line task title"),))


def _over_the_app_server(version: str) -> Iterator[Trial]:
    yield otherwise.by_door("door-sdk", TURN, version, _served("danger-full-access", "never"))
    plan = {"mode": "plan", "settings": {"model": "gpt-5.5", "reasoning_effort": None, "developer_instructions": None}}
    file, word = "read-mode-plan.txt", "canary-mode-plan-7c1"
    yield Trial(
        "mode-plan",
        (file,),
        TURN.start(version, granted=True),
        (call("exec_command", cmd=f"cat {file}", yield_time_ms=20_000),),
        told=word,
        workspace_files={file: f"{word}\n"},
        instead=_served("danger-full-access", "never", collaborationMode=plan),
        door="sdk",
        mode="plan",
        has_control=False,
    )


def _served(sandbox: str, approval: str, **more: Any) -> Program:
    """Return a turn over the app server, whose host trusts the hooks and declines every question."""
    thread = {"cwd": "{{workspace}}", "approvalPolicy": approval, "sandbox": sandbox}
    said = [{"type": "text", "text": PROMPT}]
    steps = [
        {"trust": True},
        {"call": "thread/start", "params": thread, "save": {"thread": "thread.id"}},
        {"call": "turn/start", "params": {"threadId": "$thread", "input": said, **more}},
        {"wait": "turn/completed"},
    ]
    return host({"answers": {}, "steps": steps})


def _hooks(version: str) -> Iterator[Trial]:
    yield shell_trial("source-user", TURN, version)
    project = "{{workspace}}/.codex/hooks.json"
    yield otherwise.elsewhere("source-project", TURN, version, hooks_in=project, tables=_TRUSTED)
    plugin = otherwise.elsewhere(
        "source-plugin",
        TURN,
        version,
        hooks_in=f"{{{{home}}}}/{_PLUGIN}/hooks/hooks.json",
        tables=('[plugins."lab@market"]', "enabled = true"),
    )
    manifest = json.dumps({"name": "lab", "version": "1.0.0", "description": "lab"})
    yield replace(plugin, home_files={f"{_PLUGIN}/.codex-plugin/plugin.json": manifest}, is_alone=True)
    disabled = changed(
        "settings-disabled",
        TURN,
        version,
        "mkdir -p {{workspace}}/.codex; printf '[features]\\nhooks = false\\n' > {{workspace}}/.codex/config.toml",
    )
    yield replace(disabled, started=_with(version, tables=_TRUSTED))
    usual = TURN.start(version, granted=True)
    bare = replace(usual, argv=(*usual.argv[:-1], "--disable", "hooks", PROMPT))
    yield replace(shell_trial("flag-bare", TURN, version, bare), has_control=False)


ESCAPES = CodexEscapes()
