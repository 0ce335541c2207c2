"""The runs of Letta Code: without a terminal, with each toolset, with sub-agents, and behind a pseudo-terminal."""

from __future__ import annotations

from typing import Any

from hookconform_lab.lab.guarded_scenario import PROMPT as GUARDED_PROMPT
from hookconform_lab.lab.guarded_scenario import guarded_replies
from hookconform_lab.lab.scenario import Key, Program, Scenario, Terminal
from hookconform_lab.lab.script import Reply, Script, call
from hookconform_lab.platforms.letta_code.tools import (
    QUESTIONS,
    agent_replies_at,
    replies_at,
    shell_call,
    subagent_replies_at,
    toolset_replies_at,
    toolsets_at,
    write_call,
)

_FILES: dict[str, str | bytes] = {
    "hello.txt": "hello world\nfoo bar\n",
    "dot.gif": "GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;",
    "src/a.py": "def foo():\n    return 1\n",
    ".skills/lab-skill/SKILL.md": "---\nname: lab-skill\ndescription: For this run\n---\nDo nothing.\n",
}
# Where a prompt is typed.
READY = "\u203a"
_AS = ("--backend", "local", "-m", "lmstudio/scripted")
# Nothing but the settings says which tools an agent has, and an agent's settings are known when it has been made.
_CHOOSE = """import json, pathlib, sys
path = pathlib.Path.home() / ".letta/settings.json"
settings = json.loads(path.read_text())
for agent in settings["agents"]:
    agent |= {"toolset": sys.argv[1], "toolsetsByConversation": {"local-conv-2": sys.argv[1]}}
path.write_text(json.dumps(settings))
"""


def flags(*, granted: bool) -> tuple[str, ...]:
    """Return the flags of any run; without a grant it asks before most tools."""
    return (*_AS, *(("--yolo",) if granted else ("--permission-mode", "standard")))


def headless(prompt: str, *more: str, granted: bool = True, timeout: float = 150) -> Program:
    """Return a run of a prompt without a terminal."""
    argv = ("{{program}}", *flags(granted=granted), *more, "-p", prompt, "--output-format", "json")
    return Program(argv, timeout=timeout)


def scenarios_at(version: str) -> list[Scenario]:
    """Return all runs of a version."""
    return [
        _turn(),
        _tools(version),
        *(_toolset(version, name) for name in toolsets_at(version)),
        _agents(version),
        _guarded(),
        _permission(),
        _terminal(),
    ]


def _scenario(name: str, title: str, main: tuple[Reply, ...], *steps: Program | Terminal, **more: Any) -> Scenario:
    script = Script({"main": main, **more.pop("subagents", {})})
    return Scenario(name, title, script, steps, files=_FILES, **more)


def _turn() -> Scenario:
    return _scenario(
        "turn",
        "one prompt, two tools",
        (write_call("{{workspace}}/out.txt", "hi\n"), shell_call("cat out.txt")),
        headless("write a file and show it", "--new-agent"),
        expects=("PreToolUse", "PostToolUse"),
    )


def _tools(version: str) -> Scenario:
    return _scenario(
        "tools",
        "every tool, with and without success",
        replies_at(version),
        headless("use every tool", "--new-agent", timeout=240),
        probes=frozenset({"no_such_tool"}),
        expects=("PostToolUseFailure",),
    )


def _toolset(version: str, name: str) -> Scenario:
    """Make an agent, choose its toolset, and go on with it."""
    return _scenario(
        name.replace("_", "-"),
        f"the toolset {name}",
        (),
        headless("[[made]] hello", "--new-agent"),
        Program(("{{python}}", "-c", _CHOOSE, name)),
        headless("[[chosen]] use every tool"),
        subagents={"made": (), "chosen": toolset_replies_at(version, name)},
    )


def _agents(version: str) -> Scenario:
    return _scenario(
        "subagents",
        "tools called by sub-agents",
        agent_replies_at(version),
        headless("delegate", "--new-agent"),
        subagents=dict.fromkeys(("sub", "away"), subagent_replies_at(version)),
        expects=("SubagentStop",),
    )


def _guarded() -> Scenario:
    replies = guarded_replies(shell_call, write_call)
    return _scenario("guarded", "calls that policies guard", replies, headless(GUARDED_PROMPT, "--new-agent"))


def _permission() -> Scenario:
    return _scenario(
        "permission",
        "a run that would ask",
        (write_call("{{workspace}}/out.txt", "hi\n"), shell_call("touch made.txt")),
        headless("write a file", "--new-agent", granted=False),
        expects=("PermissionRequest",),
    )


def _typed(wait_for: str, words: str, within: float = 30, settle: float = 1) -> tuple[Key, Key]:
    """Type words, and Enter only after a while: together they would be a paste, or pick a suggestion."""
    return Key(wait_for, words, within=within, settle=settle), Key("", "\r", settle=1.5)


def _terminal() -> Scenario:
    keys = (
        *_typed(READY, "go on", settle=3),
        Key("Which colour", "\r", settle=1),
        *_typed("hook:Notification", "/compact all", settle=3),
        *_typed("hook:PreCompact", "/exit", within=12, settle=4),
    )
    return _scenario(
        "terminal",
        "a question, /compact and /exit behind a terminal",
        (shell_call("touch made.txt"), call("AskUserQuestion", questions=QUESTIONS)),
        Terminal(("{{program}}", *flags(granted=False), "--new-agent"), keys, timeout=150),
        expects=("SessionStart", "UserPromptSubmit", "Stop", "Notification", "PreCompact", "SessionEnd"),
        quick=False,
    )
