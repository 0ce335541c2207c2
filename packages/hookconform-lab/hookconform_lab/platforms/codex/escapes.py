"""What hooks see of Codex: where they are registered, and the rows that are its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hookconform_lab.lab.escapes import otherwise
from hookconform_lab.lab.escapes.composed import scopes
from hookconform_lab.lab.escapes.lacking import lacking
from hookconform_lab.lab.escapes.measuring import Escapes
from hookconform_lab.lab.escapes.survival import changed
from hookconform_lab.lab.escapes.trial import CARRIED, Trial, showing, shown
from hookconform_lab.lab.escapes.usual import delegated, makes, shell_trial
from hookconform_lab.lab.scenario import Key, Program, Terminal
from hookconform_lab.lab.script import AUX, Call, Reply, Route, call
from hookconform_lab.lab.turn import PROMPT, Started, Turn
from hookconform_lab.platforms.codex.replies import AGENT, SHELL_SESSION, inside, search
from hookconform_lab.platforms.codex.talk import host

_USER = "{{home}}/.codex/hooks.json"
_TRUSTED = ['[projects."{{workspace}}"]', 'trust_level = "trusted"']
_AGENTS = "multi_agent_v1"
_PLUGIN = ".codex/plugins/cache/market/lab/1.0.0"
_FREE = 'sandbox_mode = "danger-full-access"\napproval_policy = "never"\n'
_UNSAFE = ("--dangerously-bypass-approvals-and-sandbox", "--dangerously-bypass-hook-trust")
# The id of the only session is the end of its file's name.
_ID = "id=$(basename ~/.codex/sessions/*/*/*/*.jsonl .jsonl); "


def _with(turn: Turn, **settings: Any) -> Started:
    usual = turn.start(granted=True)
    return replace(usual, settings={**usual.settings, **settings})


def _wait(seconds: int) -> Reply:
    return call("exec_command", cmd=f"sleep {seconds}; : {CARRIED}wait", yield_time_ms=20_000)


def _tools(turn: Turn) -> Iterator[Trial]:
    row = "shell-background"
    # It goes on when the tool has given its result.
    background = call("exec_command", cmd=f"sleep 1; {makes(row)}", yield_time_ms=250)
    yield replace(shell_trial(row, turn), replies=(background, _wait(3)))
    row = "shell-typed"
    opened = call("exec_command", cmd=f": {CARRIED}shell; exec bash", yield_time_ms=500, tty=True)
    typed = call("write_stdin", session_id=SHELL_SESSION, chars=f"{makes(row)}\n", yield_time_ms=2500)
    yield replace(shell_trial(row, turn), replies=(opened, typed))
    resource = call("read_mcp_resource", server="lab", uri=otherwise.RESOURCE)
    yield otherwise.resource_read(turn.start(granted=True), resource)
    row = "code-mode"
    source = f'text((await tools.exec_command({{cmd: "{makes(row)}"}})).output)'
    script = Reply(calls=(Call("exec", custom=source, namespace="functions"),))
    # Its model has no shell tool beside the scripts.
    scripted = shell_trial(row, turn, _with(turn, model="gpt-6-astra"))
    yield replace(scripted, replies=(script,), has_control=False)


def _sub_agents(turn: Turn) -> Iterator[Trial]:
    for row, kind, waits in (
        ("subagent-typed", "worker", True),
        ("subagent-background", "explorer", False),
        ("subagent-own-mode", "free", True),
    ):
        tables = ("[agents.free]", 'description = "A helper."', 'config_file = "free.toml"') if kind == "free" else ()
        usual = shell_trial(row, turn, _with(turn, tables=tables) if tables else None)
        start = inside(_AGENTS, "spawn_agent", message=f"[[{CARRIED}{row}]] do it", agent_type=kind)
        wait = inside(_AGENTS, "wait_agent", targets=[AGENT], timeout_ms=20000) if waits else _wait(8)
        yield replace(
            delegated(usual, turn),
            replies=(search("spawn agent"), start, wait),
            home_files={".codex/free.toml": _FREE},
            is_alone=True,
        )


def _sessions(turn: Turn) -> Iterator[Trial]:
    first = turn.start(granted=True)
    flags = ("{{program}}", "exec", *_UNSAFE, "--skip-git-repo-check")
    yield otherwise.resumed("session-continued", turn, first, *flags, "resume", "--last", "Go on.")
    for row, word in (("session-resumed", "resume"), ("session-forked", "fork")):
        again = f'{_ID} exec "$0" "$@" {word} "${{id: -36}}" "Go on."'
        yield otherwise.resumed(row, turn, first, "bash", "-c", again, *flags)
    full = Reply(calls=(Call("exec_command", {"cmd": f": {CARRIED}full"}),), total_tokens=90_000)
    small = _with(turn, top={"model_auto_compact_token_limit": 20_000})
    yield otherwise.compacted(turn, full, started=small)
    yield from _over_the_app_server(turn)
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
        "door-terminal", turn, Terminal(("{{program}}", *_UNSAFE), keys, timeout=90), tables=_TRUSTED
    )
    # A request of its own for a title has tools too.
    yield replace(terminal, routes=(Route(AUX, matches="single-line task title"),))


def _over_the_app_server(turn: Turn) -> Iterator[Trial]:
    yield otherwise.by_door("door-sdk", turn, _served("danger-full-access", "never"))
    plan = {"mode": "plan", "settings": {"model": "gpt-5.5", "reasoning_effort": None, "developer_instructions": None}}
    row = "mode-plan"
    read = call("exec_command", cmd=f"cat {shown(row)}", yield_time_ms=20_000)
    yield replace(
        showing(row, turn.start(granted=True), read),
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


def _hooks(turn: Turn) -> Iterator[Trial]:
    yield shell_trial("source-user", turn)
    project = "{{workspace}}/.codex/hooks.json"
    yield otherwise.elsewhere("source-project", turn, hooks_in=project, tables=_TRUSTED)
    yield from scopes(turn, project=project, user=_USER, usual=_USER, tables=_TRUSTED)
    yield otherwise.packaged(
        turn,
        {f"{_PLUGIN}/.codex-plugin/plugin.json": {"description": "lab"}},
        f"{_PLUGIN}/hooks/hooks.json",
        tables=('[plugins."lab@market"]', "enabled = true"),
    )
    disabled = (
        "mkdir -p {{workspace}}/.codex; printf '[features]\\nhooks = false\\n' > {{workspace}}/.codex/config.toml"
    )
    yield changed("settings-disabled", turn, disabled, tables=_TRUSTED)
    usual = turn.start(granted=True)
    yield otherwise.bare(turn, replace(usual, argv=(*usual.argv[:-1], "--disable", "hooks", PROMPT)))


def _trials(turn: Turn) -> tuple[Trial, ...]:
    return (*_tools(turn), *_sub_agents(turn), *_sessions(turn), *_hooks(turn))


ESCAPES = Escapes(
    (_USER,),
    _trials,
    not_offered={
        **lacking(
            "own-notebook",
            "batch",
            "workflow",
            "user-import",
            "user-command-shell",
            "user-skill",
            "program-status-line",
            "program-formatter",
            "mode-edits",
            "source-local",
        ),
        "own-read": "files are read by shell commands",
        "own-search": "files are searched by shell commands",
        "own-fetch": "pages are fetched by the model's provider",
        "own-delete": "files are deleted by patches",
        "subagent-read": "files are read by shell commands",
        "user-file": "a mention stays a name, which the model is left to read",
    },
    not_tried={
        **lacking("door-acp"),
        "own-memory": "memories are off, and the program writes them on its own",
        "mode-default": "the sandbox it needs does not start within the lab's",
    },
    before_model=("PreModelRequest",),
)
