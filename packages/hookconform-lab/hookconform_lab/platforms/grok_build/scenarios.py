"""The runs of Grok Build: without a terminal, with sub-agents, and behind a pseudo-terminal."""

from __future__ import annotations

import json
from typing import Any

from hookconform.ground.versions import within
from hookconform_lab.lab.guarded_scenario import PROMPT as GUARDED_PROMPT
from hookconform_lab.lab.guarded_scenario import guarded_replies
from hookconform_lab.lab.scenario import Key, Program, Scenario, Terminal
from hookconform_lab.lab.script import Reply, Route, Script, call
from hookconform_lab.platforms.grok_build.tools import NEWEST, QUESTIONS, TASK, replies_at, shell_call
from hookconform_lab.platforms.grok_build.toolsets import TOOLSETS, Toolset

MODEL = "scripted"
_FILES = {
    "hello.txt": "hello world\nfoo bar\n",
    "src/a.py": "def foo():\n    return 1\n",
    "input.json": json.dumps({"text": "from a file"}),
    "call.json": json.dumps({"tool_name": "lab__echo_text", "tool_input": {"text": "from a file"}}),
}
_WIDE = 198_000
# It must be long enough to be taken for one.
_SUMMARY = "<summary>\n" + "Everything that was asked for is done.\n" * 54 + "</summary>"
_SUMMARY_ASKED = r"ONLY the <summary>"


def scenarios_at(version: str) -> list[Scenario]:
    """Return all runs of a version."""
    return [
        _turn(),
        _borrowed(),
        _tools(version),
        _optional(version),
        *map(_of_toolset, TOOLSETS),
        _agents(version),
        _guarded(),
        _resumed(),
        _refusal(),
        _failure(),
        _limit(),
        _compaction(),
        _terminal(),
    ]


def headless(prompt: str, *flags: str, memory: bool = False) -> tuple[str, ...]:
    """Return the start of a run of one prompt without a terminal."""
    forgets = () if memory else ("--no-memory",)
    return ("{{program}}", "-p", prompt, "-m", MODEL, "--output-format", "json", *forgets, *flags)


def script(main: tuple[Reply, ...], **conversations: tuple[Reply, ...]) -> Script:
    """Return a script that answers the request for a summary, whose tools are those of the conversation, apart."""
    return Script(
        {"main": main, **conversations, "summary": ()},
        routes=(Route("summary", matches=_SUMMARY_ASKED),),
        finish_of={"summary": Reply(text=_SUMMARY)},
    )


def _run(prompt: str, *flags: str, timeout: float = 120) -> Program:
    return Program(headless(prompt, "--always-approve", *flags), timeout=timeout)


def _scenario(name: str, title: str, main: tuple[Reply, ...], *steps: Program | Terminal, **more: Any) -> Scenario:
    return Scenario(name, title, script(main, **more.pop("subagents", {})), steps, files=_FILES, **more)


def _turn() -> Scenario:
    return _scenario(
        "turn",
        "one prompt, two tools",
        (call("write", file_path="{{workspace}}/out.txt", content="hi\n"), shell_call("cat out.txt")),
        _run("write a file and show it"),
        expects=("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"),
    )


def _borrowed() -> Scenario:
    return _scenario(
        "borrowed",
        "hooks that the user's settings of Claude Code register",
        (call("write", file_path="{{workspace}}/out.txt", content="hi\n"), shell_call("cat out.txt")),
        _run("write a file and show it"),
        settings={"hooks": ".claude/settings.json"},
        expects=("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"),
    )


def _tools(version: str) -> Scenario:
    return _scenario(
        "tools",
        "every tool, with and without success",
        replies_at(version),
        _run("use every tool", timeout=240),
        probes=frozenset({"no_such_tool"}),
        expects=("PostToolUseFailure",),
    )


def _optional(version: str) -> Scenario:
    """Call the tools that a setting switches on."""
    newest = within(version, NEWEST)
    return _scenario(
        "optional",
        "tools that a setting switches on",
        (
            call("web_fetch", url="{{model_url}}/page"),
            *((call("send_subagent_message", subagent_id="none", text="hello", delivery="queue"),) if newest else ()),
        ),
        _run("use them"),
        settings={"features": "web_fetch = true\nactive_agent_messages = true\n"},
        environment={"GROK_WEB_FETCH_ALLOW_LOCAL": "1"},
    )


def _of_toolset(toolset: Toolset) -> Scenario:
    argv = headless("use them", "--always-approve", *toolset.flags, memory=toolset.memory)
    return _scenario(
        toolset.name,
        toolset.title,
        toolset.replies,
        Program(argv),
        settings=toolset.settings,
        home_files=toolset.home_files,
    )


def _agents(version: str) -> Scenario:
    work = {"description": "Sub work", "prompt": "[[sub]] do it"}
    older = {"subagent_type": "general-purpose", "capability_mode": "all"} if within(version, before=NEWEST) else {}
    return _scenario(
        "subagents",
        "tools called by sub-agents",
        (
            call("spawn_subagent", **work, **older, background=False),
            call("spawn_subagent", **work, background=False, isolation="none", cwd="{{workspace}}/src", model=MODEL),
            call("spawn_subagent", **work, resume_from="none"),
            call("spawn_subagent", **{**work, "prompt": "[[away]] do it"}, background=True, isolation="worktree"),
            shell_call("sleep 4"),
        ),
        _run("delegate"),
        subagents={
            "sub": (
                shell_call("pwd"),
                shell_call("sleep 1", background=True),
                call("wait_commands_or_subagents", task_ids=[TASK], mode="wait_all", timeout_ms=3000),
                call("read_file", target_file="{{workspace}}/hello.txt"),
            ),
            "away": (shell_call("pwd"),),
        },
        expects=("SubagentStart", "SubagentStop"),
    )


def _guarded() -> Scenario:
    replies = guarded_replies(shell_call, lambda path: call("write", file_path=path, content="x\n"))
    return _scenario("guarded", "calls that policies guard", replies, _run(GUARDED_PROMPT))


def _resumed() -> Scenario:
    return _scenario("sessions", "a session, and the same session resumed", (), _run("first"), _run("second", "-c"))


def _refusal() -> Scenario:
    return _scenario(
        "refusal",
        "a call that a rule of the user's denies",
        (shell_call("rm -rf build"),),
        _run("do it", "--deny", "Bash(rm *)"),
        expects=("PermissionDenied",),
    )


def _failure() -> Scenario:
    return _scenario(
        "failure",
        "a model that answers with an error",
        (shell_call("ls"), Reply(http_error=400)),
        _run("go on"),
        expects=("StopFailure", "Notification"),
        exit_codes=(0, 1),
    )


def _limit() -> Scenario:
    return _scenario(
        "limit",
        "a run that may make no more turns",
        tuple(shell_call(f"echo {number}") for number in range(6)),
        _run("go on", "--max-turns", "2"),
        expects=("StopCancelled",),
        exit_codes=(0, 1),
    )


def _compaction() -> Scenario:
    big = Reply(calls=shell_call("echo big").calls, total_tokens=_WIDE)
    return _scenario("compaction", "a context that has grown too large", (big, big), _run("go on"), exit_codes=(0, 1))


def _typed(wait_for: str, words: str, within: float = 30, settle: float = 1) -> tuple[Key, Key]:
    """Type words, and Enter only after a while: together they would be a paste."""
    return Key(wait_for, words, within=within, settle=settle), Key("", "\r", settle=1.5)


def _terminal() -> Scenario:
    """Answer a permission question and others, compact, and leave."""
    keys = (
        *_typed("", "go on", settle=8),
        Key("", "\r", settle=8),
        Key("", "\r", settle=5),
        *_typed("", "/compact", settle=5),
        *_typed("", "/quit", settle=8),
    )
    return _scenario(
        "terminal",
        "permission questions, a plan, /compact and /quit behind a terminal",
        (
            shell_call("rm -f hello.txt"),
            call("ask_user_question", questions=QUESTIONS),
        ),
        Terminal(("{{program}}", "-m", MODEL, "--no-memory"), keys, timeout=120),
        quick=False,
    )
