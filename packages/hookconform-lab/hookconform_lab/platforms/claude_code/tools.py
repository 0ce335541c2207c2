"""The tool calls that drive Claude Code, each with the versions that have the tool."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from hookconform.ground.versions import version_key, within
from hookconform_lab.lab.script import Call, Reply, call, calls

NOTEBOOK = json.dumps(
    {
        "cells": [
            {
                "cell_type": "code",
                "id": "c1",
                "source": ["print(1)"],
                "metadata": {},
                "outputs": [],
                "execution_count": None,
            }
        ],
        "metadata": {"language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
)
QUESTIONS = [
    {
        "question": "Which color?",
        "header": "Color",
        "options": [
            {"label": "Red", "description": "red one"},
            {"label": "Blue", "description": "blue one"},
        ],
        "multiSelect": False,
    }
]
_TODOS = [{"content": "a", "status": "pending", "activeForm": "doing a"}]
_BACKGROUND = r"{{last:with ID: (\w+)}}"
_IN = "{{workspace}}/"


@dataclass(frozen=True, slots=True)
class Turn:
    """The calls of one reply, and the versions that get it: from `since` on, before `before`."""

    calls: tuple[Call, ...]
    since: str = ""
    before: str = ""

    def fits(self, version: str) -> bool:
        """Return whether a version gets this reply."""
        return within(version, self.since, self.before)


def _turn(name: str, since: str = "", before: str = "", /, **args: Any) -> Turn:
    return Turn((Call(name, args),), since, before)


def _agent(marker: str, since: str = "", before: str = "", /, **args: Any) -> tuple[Turn, ...]:
    """Return a sub-agent call under the name it has: `Task`, since 2.1.63 `Agent`."""
    common = {
        "description": "Sub work",
        "prompt": f"[[{marker}]] do it",
        "subagent_type": "general-purpose",
        **args,
    }
    named = (("Task", "", "2.1.63"), ("Agent", "2.1.63", ""))
    return tuple(
        Turn((Call(name, common),), max(since or "0", first or "0", key=version_key), before or last)
        for name, first, last in named
    )


_SHELL = (
    _turn("Bash", command="echo hi && ls", description="List files"),
    _turn("Bash", command="echo oops >&2; exit 3", description="Fail on purpose"),
    _turn("Bash", command="sleep 30", description="Sleep in background", run_in_background=True),
    _turn("BashOutput", "", "2.0.65", bash_id=_BACKGROUND),
    _turn("KillBash", "", "1.0.113", shell_id=_BACKGROUND),
    _turn("KillShell", "1.0.113", "2.1.19", shell_id=_BACKGROUND),
    _turn("TaskOutput", "2.0.65", "2.1.277", task_id=_BACKGROUND, block=False, timeout=100),
    _turn("TaskStop", "2.1.19", task_id=_BACKGROUND),
)
_FILES = (
    _turn("Write", file_path=_IN + "new.txt", content="one\ntwo\n"),
    _turn("Edit", file_path=_IN + "new.txt", old_string="two", new_string="deux"),
    _turn("Edit", file_path=_IN + "new.txt", old_string="nosuch", new_string="x", replace_all=True),
    _turn("Read", file_path=_IN + "a.txt"),
    _turn("Read", file_path=_IN + "a.txt", offset=1, limit=1),
    _turn("Read", file_path=_IN + "missing.txt"),
    _turn("Edit", file_path=_IN + "a.txt", old_string="beta", new_string="BETA", replace_all=True),
    _turn("Glob", pattern="**/*.txt"),
    _turn("Glob", pattern="*.nosuch", path="{{workspace}}"),
    _turn("Grep", pattern="alpha", output_mode="content", **{"-n": True, "-i": True}),
    _turn("Grep", pattern="zzzz", path="{{workspace}}"),
    _turn("MultiEdit", "", "2.0.0", file_path=_IN + "a.txt", edits=[{"old_string": "alpha", "new_string": "x"}]),
    _turn("Read", file_path=_IN + "nb.ipynb"),
    _turn("NotebookEdit", notebook_path=_IN + "nb.ipynb", cell_id="c1", new_source="print(2)", edit_mode="replace"),
)
_ELSEWHERE = (
    _turn("WebFetch", url="https://example.com/", prompt="summarize"),
    _turn("WebSearch", query="hook conformance", allowed_domains=["example.com"]),
    _turn("mcp__lab__echo_text", text="hello"),
    _turn("mcp__lab__fail_tool"),
    _turn("ListMcpResourcesTool"),
    _turn("ReadMcpResourceTool", server="lab", uri="lab://note"),
    _turn("ReadMcpResourceDirTool", "2.1.329", server="lab", uri="lab://"),
)
_AGENTS = (
    *_agent("sub-one", "", "2.0.60"),
    *_agent("sub-one", "2.0.60", "", run_in_background=False),
    *_agent("sub-two", "2.0.60", "", run_in_background=True),
    _turn("AgentOutputTool", "2.0.60", "2.0.65", agentId=r"{{last:agentId: (\w+)}}", block=True),
    _turn("Bash", "2.0.60", "", command="sleep 1.5", description="Wait"),
    _turn("SendMessage", "2.1.329", "", to="nobody", summary="hi there", message="hello"),
    _turn("ListAgents", "2.1.329"),
    _turn("Skill", "2.0.60", "2.1.50", skill="labskill"),
    _turn("Skill", "2.1.50", "", skill="labskill", args="x"),
    _turn("SlashCommand", "2.0.0", "2.0.73", command="/labcmd x"),
)
# What newer versions give to a terminal first, and only then to everybody.
WORKFLOW = "export const meta = {name: 'lab', description: 'nothing', phases: []};\nreturn 'done'"
TASK_LIST = (
    call("TaskCreate", subject="Write tests", description="All", activeForm="Writing tests"),
    call("TaskList"),
    call("TaskGet", taskId="1"),
    call("TaskUpdate", taskId="1", status="in_progress"),
    call("TaskUpdate", taskId="1", status="completed"),
    call("TaskUpdate", taskId="99", status="completed"),
)
_PLANNING = (
    _turn("TodoWrite", "", "2.1.142", todos=_TODOS),
    *(Turn(reply.calls, "2.1.329") for reply in TASK_LIST),
    _turn("CronCreate", "2.1.141", "", cron="0 9 * * 1", prompt="weekly check", recurring=True),
    _turn("CronList", "2.1.141"),
    _turn("CronDelete", "2.1.141", "", id=r"{{last:job (\w{8})}}"),
    _turn("ReportFindings", "2.1.329", "", level="low", findings=[]),
    _turn("ScheduleWakeup", "2.1.141", "", delaySeconds=60, reason="check build", prompt="continue"),
    # Otherwise the run waits for it.
    _turn("ScheduleWakeup", "2.1.329", "", stop=True, reason="no need"),
    # Answered by nobody here; the run with a host answers them.
    _turn("EnterPlanMode", "2.0.60", "2.1.153"),
    _turn("AskUserQuestion", "2.1.50", "2.1.153", questions=QUESTIONS),
    _turn("ExitPlanMode", "", "2.0.60", plan="# Plan"),
    _turn("ExitPlanMode", "2.0.60", "2.1.153"),
)
_WORKTREE = (
    _turn("PowerShell", "2.1.141", "", command="Write-Output hi", description="Say hi"),
    _turn("Monitor", "2.1.329", "", command="echo tick", description="Watch ticks", timeout_ms=3000),
    _turn("Bash", "2.1.83", "", command="echo more >> watched.txt; sleep 2", description="Touch watched"),
    _turn("EnterWorktree", "2.1.141", "", name="labtree"),
    _turn("ExitWorktree", "2.1.141", "", action="remove", discard_changes=True),
)
_ODDITIES = (
    Turn((Call("NoSuchTool", {"x": 1}),)),
    Turn((Call("Bash", {"wrong": "args"}),)),
    Turn(
        (
            Call("Read", {"file_path": _IN + "watched.txt"}),
            Call("Bash", {"command": "pwd", "description": "parallel"}),
        )
    ),
    _turn("Bash", command="mkdir -p sub && cd sub && pwd", description="Change directory"),
)
_NEWEST = "2.1.329"
_FLAGS: dict[str, Any] = {
    "-A": 1,
    "-B": 1,
    "-C": 1,
    "-o": True,
    "context": 1,
    "glob": "*.txt",
    "head_limit": 5,
    "multiline": False,
    "offset": 0,
    "type": "txt",
}
# Every argument that the other calls leave out, for the version whose declarations were gone through one by one.
_ARGUMENTS = (
    _turn(
        "Bash",
        _NEWEST,
        "",
        command="echo free",
        description="No sandbox",
        timeout=5000,
        dangerouslyDisableSandbox=True,
    ),
    _turn(
        "PowerShell",
        _NEWEST,
        "",
        command="Write-Output free",
        description="No sandbox",
        timeout=5000,
        run_in_background=True,
        dangerouslyDisableSandbox=True,
    ),
    _turn("Read", _NEWEST, "", file_path=_IN + "a.txt", allow_large=True),
    _turn("Read", _NEWEST, "", file_path=_IN + "a.pdf", pages="1-2"),
    _turn("Grep", _NEWEST, "", pattern="alpha", path="{{workspace}}", output_mode="content", **_FLAGS),
    _turn(
        "NotebookEdit",
        _NEWEST,
        "",
        notebook_path=_IN + "nb.ipynb",
        cell_id="c1",
        cell_type="markdown",
        new_source="# Title",
        edit_mode="insert",
    ),
    _turn("WebFetch", _NEWEST, "", url="https://example.com/", prompt="summarize", offset=0),
    _turn("WebSearch", _NEWEST, "", query="hook conformance", blocked_domains=["example.com"]),
    _turn("ListMcpResourcesTool", _NEWEST, "", server="lab"),
    _turn("ListAgents", _NEWEST, "", channel="local", cursor="0", q="sub"),
    _turn("SendMessage", _NEWEST, "", to="nobody", summary="hi", message="hello", notify_when_idle=True),
    *_agent("sub-one", _NEWEST, "", model="haiku", effort="low", mode="default", run_in_background=False),
    *_agent("sub-one", _NEWEST, "", isolation="worktree", run_in_background=False),
    *_agent("sub-one", _NEWEST, "", team_name="lab-team", run_in_background=False),
    Turn(call("TaskCreate", subject="Second", description="All", metadata={"a": 1}).calls, _NEWEST),
    Turn(
        call(
            "TaskUpdate",
            taskId="2",
            subject="Renamed",
            description="More",
            activeForm="Renaming",
            metadata={"a": 2},
            addBlocks=[],
            addBlockedBy=["1"],
        ).calls,
        _NEWEST,
    ),
    _turn("TaskStop", _NEWEST, "", shell_id="nothing"),
    _turn("CronCreate", _NEWEST, "", cron="0 9 * * 1", prompt="weekly", recurring=True, durable=True),
    _turn("ScheduleWakeup", _NEWEST, "", noop=True, reason="nothing to do"),
    _turn("ScheduleWakeup", _NEWEST, "", stop=True, reason="no need"),
    _turn(
        "Monitor",
        _NEWEST,
        "",
        description="Watch a socket",
        timeout_ms=3000,
        ws={"url": "ws://127.0.0.1:9/", "protocols": []},
    ),
    _turn("EnterWorktree", _NEWEST, "", path=_IN + "no-such-tree"),
)
_ALL = (*_SHELL, *_FILES, *_ELSEWHERE, *_AGENTS, *_PLANNING, *_ARGUMENTS, *_WORKTREE, *_ODDITIES)


def replies_at(version: str) -> tuple[Reply, ...]:
    """Return the replies that call every tool of a version without anybody to answer."""
    return tuple(calls(*turn.calls) for turn in _ALL if turn.fits(version))


def named_at(version: str) -> tuple[str, ...]:
    """Return the built-in tools those replies call, to be named on the command line."""
    names = [made.name for turn in _ALL if turn.fits(version) for made in turn.calls]
    return tuple(name for name in dict.fromkeys(names) if not name.startswith("mcp__") and name != "NoSuchTool")
