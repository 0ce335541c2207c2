"""The runs of Hermes Agent: single prompts, sub-agents, and a session behind a pseudo-terminal."""

from __future__ import annotations

from functools import partial

from hookconform.corpus.claims import load_platform
from hookconform_lab.lab.guarded_scenario import PROMPT as GUARDED_PROMPT
from hookconform_lab.lab.guarded_scenario import guarded_replies
from hookconform_lab.lab.scenario import Key, Program, Scenario, Terminal, scripted
from hookconform_lab.lab.script import Reply, call
from hookconform_lab.platforms.hermes_agent.limits import UNREADABLE_SCREEN
from hookconform_lab.platforms.hermes_agent.tools import (
    ODDITIES,
    SHELL,
    agents_at,
    elsewhere_at,
    files_at,
    mcp_name,
    planning_at,
    shell_call,
    write_call,
)

_WORKSPACE = {
    "hello.txt": "hello world\nfoo bar\n",
    # Its bytes are all letters of ASCII.
    "dot.gif": "GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;",
    "src/a.py": "def foo():\n    return 1\n",
    "tests/test_a.py": "def test_foo():\n    pass\n",
}
_scenario = partial(scripted, files=_WORKSPACE)
# Events whose payloads hold whole requests to the model, and how to run without tools of the program's own.
REQUEST_EVENTS = frozenset({"pre_api_request", "post_api_request", "api_request_error"})
_BARE = ("-t", "lab")
_SUBAGENT = (shell_call("echo from-sub"), call("read_file", path="{{workspace}}/hello.txt"))


def scenarios_at(version: str) -> list[Scenario]:
    """Return all runs of a version."""
    return [
        _turn(),
        _scenario("files", "files and searches", files_at(version), _headless("work on files")),
        _scenario("shell", "commands, processes and code", SHELL, _headless("run commands")),
        _elsewhere(version),
        _scenario("planning", "notes, skills, jobs", planning_at(version), _headless("plan")),
        _oddities(),
        _agents(version),
        _guarded(),
        _sessions(),
        _requests(version),
        _failure(version),
        _terminal(version),
    ]


def headless(prompt: str, *flags: str, granted: bool = True) -> tuple[str, ...]:
    """Return the command line of one prompt that asks nobody; `granted` allows what it would ask about."""
    return ("{{program}}", "chat", "-Q", *(("--yolo",) if granted else ()), *flags, "-q", prompt)


def _headless(prompt: str, *flags: str, timeout: float = 200) -> Program:
    return Program(headless(prompt, *flags), timeout=timeout)


def _known(version: str, *events: str) -> tuple[str, ...]:
    """Return those of the events that the version has."""
    there = load_platform("hermes-agent").events_at(version)
    return tuple(event for event in events if event in there)


def _turn() -> Scenario:
    return _scenario(
        "turn",
        "one prompt, two tools",
        (write_call("{{workspace}}/out.txt", "hi\n"), shell_call("cat out.txt")),
        _headless("write a file and show it"),
        expects=("on_session_start", "pre_llm_call", "pre_tool_call", "post_tool_call", "on_session_end"),
    )


def _elsewhere(version: str) -> Scenario:
    # Called wherever it may be there, although one version does not declare it.
    there = load_platform("hermes-agent").tools["image_generate"].covers(version)
    return _scenario(
        "elsewhere",
        "a server, the web and pictures",
        elsewhere_at(version),
        _headless("look elsewhere"),
        probes=frozenset(() if there else ("image_generate",)),
    )


def _oddities() -> Scenario:
    probes = frozenset({"no_such_tool"})
    return _scenario("oddities", "an unknown tool, two calls at once", ODDITIES, _headless("go"), probes=probes)


def _agents(version: str) -> Scenario:
    return _scenario(
        "subagents",
        "tools called by sub-agents",
        agents_at(version),
        _headless("delegate"),
        subagents=dict.fromkeys(("sub", "more", "most"), _SUBAGENT),
        expects=_known(version, "subagent_start", "subagent_stop"),
    )


def _guarded() -> Scenario:
    replies = guarded_replies(shell_call, write_call)
    return _scenario("guarded", "calls that policies guard", replies, _headless(GUARDED_PROMPT))


def _sessions() -> Scenario:
    return _scenario("sessions", "a session resumed", (), _headless("first"), _headless("second", "--continue"))


def _requests(version: str) -> Scenario:
    return _scenario(
        "requests",
        "requests to the model, without the program's own tools",
        (call(mcp_name(version, "echo_text"), text="hi"),),
        _headless("echo", *_BARE),
        expects=("pre_api_request", "post_api_request"),
        settings={"bare": True},
    )


def _failure(version: str) -> Scenario:
    return _scenario(
        "failure",
        "a model that answers with errors",
        (call(mcp_name(version, "echo_text"), text="hi"), *(Reply(http_error=400) for _ in range(12))),
        _headless("go", *_BARE),
        expects=_known(version, "api_request_error"),
        exit_codes=(0, 1),
        settings={"bare": True},
    )


def _typed(wait_for: str, words: str, within: float = 30, settle: float = 1) -> tuple[Key, Key]:
    """Type words, and Enter only after a while: together they would be a paste."""
    return Key(wait_for, words, within=within, settle=settle), Key("", "\r", settle=1.5)


def _terminal(version: str) -> Scenario:
    """Answer a permission question and another, and leave by way of commands."""
    replies = (
        shell_call("rm -rf build"),
        call("clarify", question="Which colour?", choices=["Red", "Blue"]),
    )
    keys = (
        *_typed("hermes", "go on", within=60, settle=4),
        Key("Allow", "\r", within=40, settle=2),
        Key("Which colour", "\r", within=30, settle=2),
        *_typed("scripted steps are done", "/new", within=30, settle=3),
        *_typed("", "/quit", settle=12),
    )
    reset = () if version in UNREADABLE_SCREEN else ("on_session_reset",)
    return _scenario(
        "terminal",
        "questions, /new and /quit behind a terminal",
        replies,
        Terminal(("{{program}}", "chat"), keys, timeout=200),
        expects=("pre_approval_request", "post_approval_response", *reset, "on_session_finalize"),
        quick=False,
    )
