"""The runs of Code Puppy: single prompts, its other agents, sub-agents, and a session behind a pseudo-terminal."""

from __future__ import annotations

import json
from typing import Any

from hookconform_lab.lab.guarded_scenario import PROMPT as GUARDED_PROMPT
from hookconform_lab.lab.guarded_scenario import guarded_replies
from hookconform_lab.lab.scenario import Key, Program, Scenario, Terminal
from hookconform_lab.lab.script import Reply, Script, call
from hookconform_lab.platforms.code_puppy.browser import CALLS
from hookconform_lab.platforms.code_puppy.tools import (
    CONSTRUCTOR,
    QUESTIONS,
    agent_replies,
    file_replies,
    other_replies,
    own_agent_replies,
    shell_call,
    shell_replies,
    write_call,
)

_WORKSPACE = {
    "hello.txt": "hello world\nfoo bar\n",
    # Its bytes are all letters of ASCII.
    "dot.gif": "GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;",
    "src/a.py": "def foo():\n    return 1\n",
    "tests/test_a.py": "def test_foo():\n    pass\n",
}
# Agents that are given the tools of the lab's server.
BOUND = ("code-puppy",)
_SKILL = "---\nname: lab-skill\ndescription: A skill for this run\n---\nDo nothing.\n"
_OWN_AGENT = {
    "name": "lab-agent",
    "description": "An agent of this run",
    "system_prompt": "You are an agent of this run.",
}
# What the program declares only to those who want it.
_OPTIONAL = {"kennel_enabled": "true", "pstack": "true"}
# How many tokens the model of a run takes whose context grows too large.
_WINDOW = 24_000
_SUBAGENTS = ("sub", "plan", "more", "away")


def scenarios_at(version: str) -> list[Scenario]:
    """Return all runs of a version."""
    return [
        _turn(version),
        _scenario("files", "files and searches", file_replies(version), _headless("work on files")),
        _scenario("shell", "commands", shell_replies(version), _headless("run commands")),
        _others(version),
        _agents(version),
        _scenario(
            "guarded",
            "calls that policies guard",
            guarded_replies(lambda command: shell_call(version, command), write_call),
            _headless(GUARDED_PROMPT),
        ),
        _own_agent(version),
        _scenario(
            "constructor",
            "tools made by an agent",
            CONSTRUCTOR,
            _headless("make a tool", "-a", "helios"),
            expects=("Stop",),
        ),
        _browser(),
        _compaction(),
        _failure(),
        _terminal(version),
    ]


def headless(prompt: str, *flags: str) -> tuple[str, ...]:
    """Return the command line of one prompt."""
    return ("{{program}}", "-m", "lab", *flags, "-p", prompt)


def _headless(prompt: str, *flags: str, timeout: float = 200) -> Program:
    return Program(headless(prompt, *flags), timeout=timeout)


def _scenario(name: str, title: str, main: tuple[Reply, ...], *steps: Program | Terminal, **more: Any) -> Scenario:
    script = Script({"main": main, **more.pop("subagents", {})})
    return Scenario(name, title, script, steps, files=_WORKSPACE, **more)


def _turn(version: str) -> Scenario:
    return _scenario(
        "turn",
        "one prompt, two tools",
        (write_call("{{workspace}}/out.txt", "hi\n"), shell_call(version, "cat out.txt")),
        _headless("write a file and show it"),
        expects=("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "SubagentStop", "SessionEnd"),
    )


def _others(version: str) -> Scenario:
    return _scenario(
        "others",
        "a server, agents, skills, memory, an unknown tool",
        other_replies(version),
        _headless("look elsewhere"),
        settings=_OPTIONAL,
        home_files={".code_puppy/skills/lab-skill/SKILL.md": _SKILL},
        probes=frozenset({"no_such_tool"}),
        expects=("Notification",),
    )


def _agents(version: str) -> Scenario:
    work = (shell_call(version, "echo from-sub"), call("read_file", file_path="{{workspace}}/hello.txt"))
    reads = (call("read_file", file_path="{{workspace}}/hello.txt"),)
    return _scenario(
        "subagents",
        "tools called by sub-agents",
        agent_replies(version),
        _headless("delegate"),
        subagents=dict.fromkeys(_SUBAGENTS, work) | {"plan": reads, "nobody": ()},
        settings=_OPTIONAL,
    )


def _own_agent(version: str) -> Scenario:
    replies = own_agent_replies(version)
    agent = {**_OWN_AGENT, "tools": [reply.calls[0].name for reply in replies]}
    return _scenario(
        "own-agent",
        "an agent of the user's own with earlier names of tools",
        replies,
        _headless("go", "-a", "lab-agent"),
        home_files={".code_puppy/agents/lab-agent.json": json.dumps(agent)},
        expects=("Stop",),
    )


def _browser() -> Scenario:
    return _scenario(
        "browser",
        "tools of a browser that is not there",
        CALLS,
        _headless("look at pages", "-a", "qa-kitten"),
        # The program that drives browsers would take three seconds for each call to say so.
        environment={"PLAYWRIGHT_NODEJS_PATH": "/bin/false"},
        quick=False,
    )


def _compaction() -> Scenario:
    reads = call("read_file", file_path="{{workspace}}/long.txt")
    big = Reply(calls=reads.calls, total_tokens=_WINDOW - 500)
    files = {**_WORKSPACE, "long.txt": "a line of a long file\n" * 400}
    settings = {"compaction_strategy": "truncation", "compaction_threshold": "0.5", "protected_token_count": "1000"}
    return Scenario(
        "compaction",
        "a context that has grown too large",
        Script({"main": (reads, reads, reads, big, big)}),
        (_headless("read a lot"),),
        files=files,
        settings={**settings, "context_length": _WINDOW},
        expects=("PreCompact",),
    )


def _failure() -> Scenario:
    replies = tuple(Reply(http_error=400) for _ in range(4))
    return _scenario("failure", "a model that answers with errors", replies, _headless("go"), exit_codes=(0, 1))


def _typed(wait_for: str, words: str, within: float = 30, settle: float = 1) -> tuple[Key, Key]:
    """Type words, and Enter only after a while: together they would be a paste."""
    return Key(wait_for, words, within=within, settle=settle), Key("", "\r", settle=1.5)


def _terminal(version: str) -> Scenario:
    """Answer a permission question and another, and leave by way of commands."""
    replies = (shell_call(version, "touch made.txt"), call("ask_user_question", questions=QUESTIONS))
    keys = (
        *_typed(">", "go on", within=60, settle=4),
        Key("", "\r", settle=8),
        Key("Which colour", "\r", within=20, settle=2),
        Key("", "\r", settle=2),
        *_typed("", "/compact", settle=10),
        *_typed("", "/exit", settle=4),
    )
    return _scenario(
        "terminal",
        "questions, /compact and /exit behind a terminal",
        replies,
        Terminal(("{{program}}", "-m", "lab", "-i"), keys, timeout=200, linger=30),
        settings={"yolo_mode": "false"},
        quick=False,
    )
