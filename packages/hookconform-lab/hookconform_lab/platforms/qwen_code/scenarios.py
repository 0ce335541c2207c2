"""The runs of Qwen Code: without a terminal, with sub-agents, and behind a pseudo-terminal."""

from __future__ import annotations

from functools import partial

from hookconform.ground.versions import within
from hookconform_lab.lab.guarded_scenario import PROMPT as GUARDED_PROMPT
from hookconform_lab.lab.guarded_scenario import guarded_replies
from hookconform_lab.lab.scenario import Key, Program, Scenario, Terminal, scripted
from hookconform_lab.lab.script import Reply, Route, call
from hookconform_lab.platforms.qwen_code.tools import (
    NOTEBOOK,
    QUESTIONS,
    SECOND,
    THIRD,
    replies_at,
    shell_call,
    team_replies_at,
)

MODEL = "scripted-model"
_FILES = {
    "hello.txt": "hello world\nfoo bar\n",
    "src/a.py": "def foo():\n    return 1\n",
    "n.ipynb": NOTEBOOK,
    "page.html": "<h1>Page</h1>\n",
    "QWEN.md": "# Notes\nBe brief.\n",
    ".qwen/skills/lab-skill/SKILL.md": "---\nname: lab-skill\ndescription: A skill for this run\n---\nDo nothing.\n",
    ".qwen/commands/labcmd.md": "---\ndescription: A command for this run\n---\nRun the lab command with {{args}}\n",
}
_scenario = partial(scripted, files=_FILES)
_OPTIONAL_TOOLS = {
    "tools": {"listDirectory": {"enabled": True}, "todoWrite": {"enabled": True}},
    "experimental": {"cron": True},
}
# Without the tools by which a model finds others, it is told of all at once.
_DECLARED = {"tools": {**_OPTIONAL_TOOLS["tools"], "toolSearch": {"enabled": False}}}
_TEAMS = {"QWEN_CODE_ENABLE_AGENT_TEAM": "1", "QWEN_CODE_ENABLE_ARTIFACT": "1", "QWEN_CODE_ENABLE_WORKFLOWS": "1"}
_SUBAGENT = (shell_call("echo from-sub"), call("read_file", file_path="{{workspace}}/hello.txt"))
_PLAN = call("exit_plan_mode", plan="1. do it", originalRequest="go on", researchSummary="none")
_WIDE_WINDOW = 198_000
_WORKFLOW = "export const meta = {name: 'lab', description: 'nothing', phases: []};\nreturn 'done'"


def scenarios_at(version: str) -> list[Scenario]:
    """Return all runs of a version."""
    found = [_turn(version), _tools(version), _agents(version), _guarded(), _sessions(version)]
    if within(version, SECOND):
        found += [_team(version), _refusal()]
    if within(version, "0.21.10"):
        found.append(_deletion())
    return [*found, _compaction(), _terminal(version), _interactive(version), _failure()]


def _headless(prompt: str, *flags: str, mode: str = "yolo", timeout: float = 120) -> Program:
    argv = ("{{program}}", *flags, "-p", prompt, "--approval-mode", mode, "--output-format", "json")
    return Program(argv, timeout=timeout)


def _turn(version: str) -> Scenario:
    write = call("write_file", file_path="{{workspace}}/out.txt", content="hi\n")
    newer = ("InstructionsLoaded", "SessionStart", "PostToolBatch", "MessageDisplay")
    return _scenario(
        "turn",
        "one prompt, two tools",
        (write, shell_call("cat out.txt", description="show")),
        _headless("write a file and show it"),
        expects=(
            *("UserPromptSubmit", "PreToolUse", "PostToolUse", "Notification", "Stop"),
            *(newer if within(version, SECOND) else ()),
        ),
    )


def _tools(version: str) -> Scenario:
    newer = ("TodoCreated", "TodoCompleted") if within(version, SECOND) else ()
    return _scenario(
        "tools",
        "every tool, with and without success",
        replies_at(version),
        _headless("use every tool", timeout=240),
        settings=_OPTIONAL_TOOLS,
        environment={"QWEN_CODE_ENABLE_CRON": "1"},
        probes=frozenset({"no_such_tool"}),
        expects=("PostToolUseFailure", *newer),
    )


def _agents(version: str) -> Scenario:
    work = {"description": "Sub work", "prompt": "[[sub]] do it"}
    general = {**work, "subagent_type": "general-purpose"}
    newer = (
        call("agent", **general, todo_id="1", working_dir="{{workspace}}/src"),
        call("agent", **general, isolation="worktree"),
        call("agent", **work, subagent_type="fork", fork_turns="1", fork_tools=["read_file"], fork_profile="x"),
        call("agent", **work, subagent_type="fork", fork_turns="all"),
    )
    return _scenario(
        "subagents",
        "tools called by sub-agents",
        (
            call("agent", **general, run_in_background=False),
            *(newer if within(version, SECOND) else ()),
            call("agent", **{**general, "prompt": "[[away]] do it"}, run_in_background=True),
            shell_call("python3 -c 'import time; time.sleep(3)'"),
        ),
        _headless("delegate"),
        subagents={"sub": _SUBAGENT, "away": _SUBAGENT},
        expects=("SubagentStart", "SubagentStop"),
        environment=_TEAMS,
    )


def _guarded() -> Scenario:
    replies = guarded_replies(shell_call, lambda path: call("write_file", file_path=path, content="x\n"))
    return _scenario("guarded", "calls that policies guard", replies, _headless(GUARDED_PROMPT))


def _sessions(version: str) -> Scenario:
    return _scenario(
        "sessions",
        "a session, and the same session resumed",
        (),
        _headless("first"),
        _headless("second", "--continue"),
        expects=("SessionStart",) if within(version, SECOND) else (),
    )


def _team(version: str) -> Scenario:
    return _scenario(
        "team",
        "tools of a team, of results and of worktrees",
        team_replies_at(version),
        _headless("work as a team"),
        environment=_TEAMS,
        settings={**_OPTIONAL_TOOLS, **_DECLARED},
    )


def _refusal() -> Scenario:
    """Let the safety check of the automatic mode, which is asked of the model in two stages, refuse a call."""
    first = call("respond_in_schema", shouldBlock=True)
    second = call("respond_in_schema", thinking="It is a test.", shouldBlock=True, reason="lab says no")
    return _scenario(
        "refusal",
        "a call that the automatic mode refuses",
        (call("web_fetch", url="{{model_url}}/page", prompt="the title"),),
        _headless("do it", mode="auto"),
        subagents={"check": (first, second)},
        routes=(Route("check", declares="respond_in_schema"),),
        settings=_DECLARED,
        expects=("PermissionDenied",),
    )


def _compaction() -> Scenario:
    big = Reply(calls=shell_call("echo big").calls, total_tokens=_WIDE_WINDOW)
    return _scenario(
        "compaction",
        "a context that has grown too large",
        (big, big),
        _headless("go on"),
        expects=("PreCompact",),
        # What the scripted model says is no summary, and the context stays too large.
        exit_codes=(0, 1),
    )


def _typed(wait_for: str, words: str, within: float = 30, settle: float = 1) -> tuple[Key, Key]:
    """Type words, and Enter only after a while: together they would be a paste, or pick a suggestion."""
    return Key(wait_for, words, within=within, settle=settle), Key("", "\r", settle=1.5)


def _terminal(version: str) -> Scenario:
    """Answer permission questions, plan, and leave by way of commands."""
    plans = within(version, SECOND)
    replies = (
        shell_call("touch made.txt"),
        call("ask_user_question", questions=QUESTIONS, metadata={"source": "lab"}),
        *((call("enter_plan_mode", userRequested=True), _PLAN) if plans else ()),
    )
    keys = (
        *_typed("Type your message", "/labcmd foo" if plans else "go on", within=60, settle=2),
        Key("Allow execution", "\r", settle=2),
        Key("Which colour", "\r", settle=2),
        *((Key("proceed", "\r", settle=2),) if plans else ()),
        *_typed("scripted steps are done", "/compress", settle=2),
        *_typed("", "/clear", settle=8),
        *_typed("", "/quit", settle=6),
    )
    return _scenario(
        "terminal",
        "permission questions, a command, a plan, /compress, /clear and /quit behind a terminal",
        replies,
        Terminal(("{{program}}", "--approval-mode", "default"), keys, timeout=200),
        settings=_OPTIONAL_TOOLS,
        quick=False,
        expects=("PermissionRequest", "SessionEnd"),
    )


def _interactive(version: str) -> Scenario:
    """Call the tools that only a terminal has."""
    newer = (
        *((call("display_image", file_path="{{workspace}}/dot.png"),) if within(version, "0.21.10") else ()),
        call("artifact", file_path="{{workspace}}/page.html", title="Page"),
        call("workflow", script=_WORKFLOW, args={"a": 1}, run_in_background=False),
        call("workflow", scriptPath="{{workspace}}/no-such-flow.js", name="lab", resumeFromRunId="wf_none"),
        *((call("propose_goal", objective="finish"),) if within(version, THIRD) else ()),
        *((call("create_sub_session", prompt="go", name="sub"),) if within(version, before="0.23.0") else ()),
    )
    return _scenario(
        "interactive",
        "tools that a terminal has alone",
        newer if within(version, SECOND) else (call("list_directory", path="{{workspace}}"),),
        Terminal(
            ("{{program}}", "--approval-mode", "yolo"),
            (
                *_typed("Type your message", "go on", within=60, settle=2),
                *((Key("Goal", "\x1b", within=60, settle=4),) if within(version, THIRD) else ()),
                *_typed("" if within(version, THIRD) else "scripted steps are done", "/quit", within=60, settle=3),
            ),
            timeout=200,
        ),
        settings=_OPTIONAL_TOOLS,
        environment=_TEAMS,
        quick=False,
    )


def _deletion() -> Scenario:
    """Delete an earlier session, which somebody picks in the terminal."""
    keys = (
        *_typed("Type your message", "/delete", within=60, settle=2),
        Key("Delete Session", " ", within=30, settle=2),
        Key("", "\r", settle=2),
        Key("", "\r", settle=4),
        *_typed("", "/quit", settle=2),
    )
    return _scenario(
        "deletion",
        "an earlier session that is deleted behind a terminal",
        (),
        _headless("first"),
        Terminal(("{{program}}", "--approval-mode", "yolo"), keys, timeout=150),
        quick=False,
        expects=("SessionDelete",),
    )


def _failure() -> Scenario:
    return _scenario(
        "failure",
        "a model that answers with errors, behind a terminal",
        tuple(Reply(http_error=400) for _ in range(12)),
        Terminal(
            ("{{program}}", "--approval-mode", "yolo"),
            (
                *_typed("Type your message", "go on", within=60, settle=2),
                *_typed("scripted error", "/quit", settle=3),
            ),
            timeout=150,
        ),
        expects=("StopFailure",),
        quick=False,
    )
