"""The runs of Kimi Code: without a terminal, with sub-agents, and behind a pseudo-terminal."""

from __future__ import annotations

from functools import partial

from hookconform.ground.versions import within
from hookconform_lab.lab.guarded_scenario import PROMPT as GUARDED_PROMPT
from hookconform_lab.lab.guarded_scenario import guarded_replies
from hookconform_lab.lab.scenario import Key, Program, Scenario, Terminal, scripted
from hookconform_lab.lab.script import Reply, call
from hookconform_lab.platforms.kimi_code.tools import (
    EVENTS,
    PLAN,
    QUESTIONS,
    agent_replies_at,
    goal_replies_at,
    replies_at,
    shell_call,
    write_call,
)

_FILES = {
    "hello.txt": "hello world\nfoo bar\n",
    # Its bytes are all letters of ASCII.
    "dot.gif": "GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;",
    "src/a.py": "def foo():\n    return 1\n",
    "tests/test_a.py": "def test_foo():\n    pass\n",
    ".kimi-code/skills/lab-skill/SKILL.md": "---\nname: lab-skill\ndescription: For this run\n---\nDo nothing.\n",
}
_scenario = partial(scripted, files=_FILES)
_SUBAGENT = (shell_call("echo from-sub"), call("Read", path="{{workspace}}/hello.txt"))


def scenarios_at(version: str) -> list[Scenario]:
    """Return all runs of a version."""
    return [
        _turn(),
        _tools(version),
        _goal(version),
        _agents(version),
        _guarded(),
        _sessions(),
        _failure(),
        _terminal(),
        _interrupt(version),
    ]


def _headless(prompt: str, *flags: str, timeout: float = 120) -> Program:
    return Program(("{{program}}", *flags, "-p", prompt, "--output-format", "stream-json"), timeout=timeout)


def _turn() -> Scenario:
    return _scenario(
        "turn",
        "one prompt, two tools",
        (write_call("{{workspace}}/out.txt", "hi\n"), shell_call("cat out.txt")),
        _headless("write a file and show it"),
        expects=("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"),
    )


def _tools(version: str) -> Scenario:
    return _scenario(
        "tools",
        "every tool, with and without success",
        replies_at(version),
        _headless("use every tool", timeout=240),
        probes=frozenset({"no_such_tool"}),
        expects=("PostToolUseFailure", "Notification"),
    )


def _goal(version: str) -> Scenario:
    return _scenario("goal", "a goal", goal_replies_at(version), _headless("reach a goal"))


def _agents(version: str) -> Scenario:
    return _scenario(
        "subagents",
        "tools called by sub-agents",
        agent_replies_at(version),
        _headless("delegate"),
        subagents=dict.fromkeys(("sub", "more", "away", "swarm"), _SUBAGENT),
        expects=("SubagentStart", "SubagentStop"),
    )


def _guarded() -> Scenario:
    # The program itself refuses a file called `.env`, before any hook is called.
    replies = (*guarded_replies(shell_call, write_call), write_call("{{workspace}}/app.env"))
    return _scenario("guarded", "calls that policies guard", replies, _headless(GUARDED_PROMPT))


def _sessions() -> Scenario:
    return _scenario(
        "sessions",
        "a session, and the same session resumed",
        (),
        _headless("first"),
        _headless("second", "--continue"),
        expects=("SessionStart",),
    )


def _failure() -> Scenario:
    return _scenario(
        "failure",
        "a model that answers with errors",
        (shell_call("ls"), *(Reply(http_error=400) for _ in range(12))),
        _headless("go"),
        expects=("StopFailure",),
        exit_codes=(0, 1),
    )


def _typed(wait_for: str, words: str, within: float = 30, settle: float = 1) -> tuple[Key, Key]:
    """Type words, and Enter only after a while: together they would be a paste, or pick a suggestion."""
    return Key(wait_for, words, within=within, settle=settle), Key("", "\r", settle=1.5)


_STARTED = (
    Key("Trust this folder", "\r", within=25, settle=1, optional=True),
    *_typed("context:", "go on", within=40, settle=3),
)


def _terminal() -> Scenario:
    """Answer permission questions, plan, and leave by way of commands."""
    replies = (
        shell_call("touch made.txt"),
        call("AskUserQuestion", questions=QUESTIONS),
        call("EnterPlanMode"),
        write_call(PLAN, "1. do it\n"),
        call("ExitPlanMode", options=[{"label": "Do it", "description": "all of it"}]),
    )
    keys = (
        *_STARTED,
        Key("Approve once", "\r", within=30, settle=1),
        Key("Which colour", "\r", within=30, settle=1),
        Key("Ready to submit", "\r", settle=1),
        Key("Ready to build", "\r", within=30, settle=2),
        *_typed("scripted steps are done", "/compact", settle=2),
        *_typed("", "/new", settle=8),
        *_typed("", "/exit", settle=6),
    )
    return _scenario(
        "terminal",
        "permission questions, a plan, /compact, /new and /exit behind a terminal",
        replies,
        Terminal(("{{program}}",), keys, timeout=200),
        expects=("PermissionRequest", "PermissionResult", "PreCompact", "PostCompact", "SessionEnd"),
        quick=False,
    )


def _interrupt(version: str) -> Scenario:
    """Stop a command that runs, and wait until the session is a minute old."""
    keys = (
        *_STARTED,
        Key("sleep 40", "\x1b", within=30, settle=2),
        *_typed("Interrupted", "/exit", settle=58),
    )
    return _scenario(
        "interrupt",
        "an interruption, and a session that is over a minute old",
        (shell_call("sleep 40"),),
        Terminal(("{{program}}", "--yolo"), keys, timeout=200),
        expects=("Interrupt", *(("SessionHeartbeat",) if within(version, EVENTS) else ())),
        quick=False,
    )
