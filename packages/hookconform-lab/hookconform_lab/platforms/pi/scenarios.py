"""The runs of pi: without a terminal and behind a pseudo-terminal."""

from __future__ import annotations

from functools import partial
from typing import Any

from hookconform.ground.versions import at_least
from hookconform_lab.lab.driver import NotDriven
from hookconform_lab.lab.guarded_scenario import PROMPT as GUARDED_PROMPT
from hookconform_lab.lab.guarded_scenario import guarded_replies
from hookconform_lab.lab.scenario import Key, Program, Scenario, Terminal, scripted
from hookconform_lab.lab.script import Call, Reply, call, calls

PROVIDER, MODEL = "lab", "scripted"
# Three of them are off by default.
_TOOLS = "read,bash,edit,write,grep,find,ls"
_FILES = {"hello.txt": "hello world\nfoo bar\n", "src/a.py": "def foo():\n    return 1\n"}
_scenario = partial(scripted, files=_FILES)
_IN = "{{workspace}}/"
_WIDE = 127_000
# The first version known to wait for a compaction at the end of a run, and to say that all is done.
_SETTLES = "0.80.10"


def scenarios_at(version: str) -> list[Scenario]:  # noqa: ARG001 (the same at all)
    """Return all runs of a version."""
    return [_turn(), _tools(), _guarded(), _resumed(), _failure(), _compaction(), _terminal()]


def undriven_at(version: str) -> NotDriven:
    """Return the events that the runs do not reach at that version; every tool is called."""
    if at_least(version, _SETTLES):
        return NotDriven()
    return NotDriven(events={"session_compact": "the run ends before it", "agent_settled": "came later"})


def shell_call(command: str, **more: Any) -> Reply:
    """Return a call of the shell."""
    return call("bash", command=command, **more)


def started(*words: str) -> tuple[str, ...]:
    """Return the start of a run with every tool."""
    return ("{{program}}", "--provider", PROVIDER, "--model", MODEL, "--tools", _TOOLS, *words)


def _turn() -> Scenario:
    return _scenario(
        "turn",
        "one prompt, two tools",
        (call("write", path=_IN + "out.txt", content="hi\n"), shell_call("cat out.txt")),
        Program(started("-p", "write a file and show it")),
        expects=("session_start", "input", "tool_call", "tool_result", "agent_end", "session_shutdown"),
    )


def _tools() -> Scenario:
    return _scenario(
        "tools",
        "every tool, with and without success",
        (
            call("read", path=_IN + "hello.txt"),
            call("read", path="hello.txt", offset=2, limit=1),
            call("read", path=_IN + "missing.txt"),
            call("write", path="new.txt", content="one\ntwo\n"),
            call("edit", path="new.txt", edits=[{"oldText": "one", "newText": "uno"}]),
            call(
                "edit",
                path="new.txt",
                edits=[{"oldText": "uno", "newText": "1"}, {"oldText": "two", "newText": "2"}],
            ),
            call("edit", path="new.txt", edits=[{"oldText": "absent", "newText": "x"}]),
            shell_call("echo hi"),
            shell_call("echo oops >&2; exit 3"),
            shell_call("sleep 5", timeout=1),
            call("grep", pattern="foo"),
            call("grep", pattern="DEF", path="src", glob="*.py", ignoreCase=True, literal=True, context=1, limit=5),
            call("find", pattern="*.py"),
            call("find", pattern="*.py", path="src", limit=5),
            call("ls"),
            call("ls", path=_IN + "src", limit=5),
            calls(Call("bash", {"command": "echo a"}), Call("ls", {"path": "src"})),
            call("no_such_tool", x=1),
        ),
        Program(started("-p", "use every tool"), timeout=120),
        probes=frozenset({"no_such_tool"}),
    )


def _guarded() -> Scenario:
    replies = guarded_replies(shell_call, lambda path: call("write", path=path, content="x\n"))
    return _scenario("guarded", "calls that policies guard", replies, Program(started("-p", GUARDED_PROMPT)))


def _resumed() -> Scenario:
    return _scenario(
        "sessions",
        "a session, and the same session resumed",
        (),
        Program(started("-p", "first")),
        Program(started("-c", "-p", "second")),
    )


def _failure() -> Scenario:
    return _scenario(
        "failure",
        "a model that answers with an error",
        (shell_call("ls"), Reply(http_error=400)),
        Program(started("-p", "go on")),
        exit_codes=(0, 1),
    )


def _compaction() -> Scenario:
    big = Reply(calls=shell_call("echo big").calls, total_tokens=_WIDE)
    return _scenario(
        "compaction",
        "a context that has grown too large",
        (big, Reply(text="That is all.", total_tokens=_WIDE)),
        Program(started("-p", "go on")),
        Program(started("-c", "-p", "and more")),
        expects=("session_before_compact",),
    )


def _typed(wait_for: str, words: str, within: float = 30, settle: float = 1) -> tuple[Key, Key]:
    """Type words, and Enter only after a while: together they would be a paste."""
    return Key(wait_for, words, within=within, settle=settle), Key("", "\r", settle=1.5)


def _terminal() -> Scenario:
    """Run a command of the user's own, and leave."""
    keys = (
        *_typed("", "go on", settle=6),
        *_typed("scripted steps are done", "!echo typed", settle=2),
        *_typed("", "/quit", settle=3),
        Key("", "\r", settle=1),
        Key("", "\x04", settle=2, optional=True),
    )
    return _scenario(
        "terminal",
        "a command of the user's own and /quit behind a terminal",
        (shell_call("echo hi"),),
        Terminal(started(), keys, timeout=120),
        quick=False,
    )
