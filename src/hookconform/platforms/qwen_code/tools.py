"""The tool calls that drive Qwen Code without anybody to answer, each with the versions that have the tool."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from hookconform.ground.versions import within
from hookconform.lab.script import Call, Reply, call, calls

# Between these two nothing is on npm; most of what is new came in between.
SECOND = "0.21.2"
THIRD = "0.24.0"
NOTEBOOK = json.dumps(
    {
        "cells": [
            {"cell_type": "code", "id": "c1", "source": ["1"], "metadata": {}, "outputs": [], "execution_count": None}
        ],
        "metadata": {"language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
)
QUESTIONS = [
    {
        "question": "Which colour?",
        "header": "Pick",
        "options": [{"label": "Red", "description": "a"}, {"label": "Blue", "description": "b"}],
        "multiSelect": False,
    }
]
_IN = "{{workspace}}/"
_MATE = {"description": "Mate", "prompt": "Nothing to do."}
_JOB = r"{{last:Scheduled (?:recurring job|loop wakeup) (\w+)}}"


@dataclass(frozen=True, slots=True)
class _Turn:
    """One reply and the versions that get it: from `since` on, before `before`."""

    reply: Reply
    since: str = ""
    before: str = ""


def _turn(name: str, since: str = "", before: str = "", /, **args: Any) -> _Turn:
    return _Turn(call(name, **args), since, before)


def shell_call(command: str, **more: Any) -> Reply:
    """Return a call of the shell, with the arguments that it must have."""
    return call("run_shell_command", **{"command": command, "is_background": False, "description": "run", **more})


def todos(*states: str) -> list[dict[str, str]]:
    """Return a list of things to do in these states."""
    return [{"id": str(number), "content": f"part {number}", "status": state} for number, state in enumerate(states)]


# Tools that a model of older versions is told of when it has searched for them.
_HIDDEN = "select:cron_create,cron_list,cron_delete,task_stop,send_message,monitor,web_fetch,read_mcp_resource"
_MORE_HIDDEN = (
    "select:notebook_edit,zoom_image,list_agents,enter_worktree,exit_worktree,record_artifact,team_create,loop_wakeup"
)
_SEARCHES = (
    _turn("tool_search", "", THIRD, query=_HIDDEN, max_results=20),
    _turn("tool_search", SECOND, THIRD, query=_MORE_HIDDEN, max_results=20),
    _turn("tool_search", "", THIRD, query="select:mcp__lab__echo_text,mcp__lab__fail_tool", max_results=20),
)
_FILES = (
    _turn("list_directory", path=_IN),
    _turn(
        "list_directory",
        path=_IN,
        ignore=["*.log"],
        file_filtering_options={"respect_git_ignore": True, "respect_qwen_ignore": True},
    ),
    _turn("read_file", file_path=_IN + "hello.txt"),
    _turn("read_file", file_path=_IN + "hello.txt", offset=1, limit=1),
    _turn("read_file", file_path=_IN + "a.pdf", pages="1-2"),
    _turn("read_file", file_path=_IN + "missing.txt"),
    _turn("write_file", file_path=_IN + "new.txt", content="one\ntwo\n"),
    _turn("write_file", THIRD, "", file_path=_IN + "kept.txt", content="one\n", record_as_artifact=False),
    _turn("edit", file_path=_IN + "new.txt", old_string="one", new_string="uno"),
    _turn("edit", file_path=_IN + "new.txt", old_string="o", new_string="0", replace_all=True),
    _turn("edit", file_path=_IN + "new.txt", old_string="absent", new_string="x"),
    _turn("glob", pattern="**/*.py"),
    _turn("glob", pattern="*.py", path=_IN + "src"),
    _turn("grep_search", pattern="foo"),
    _turn("grep_search", pattern="foo", glob="*.py", path=_IN + "src", limit=3),
    _turn("read_file", SECOND, "", file_path=_IN + "n.ipynb"),
    _turn("notebook_edit", SECOND, "", notebook_path=_IN + "n.ipynb", cell_id="c1", new_source="2",
          edit_mode="replace", cell_type="code"),
    _turn("zoom_image", SECOND, "", file_path=_IN + "dot.png", x1=0, y1=0, x2=1, y2=1),
)  # fmt: skip
_SHELL = (
    _Turn(shell_call("echo hi", description="say hi")),
    _Turn(shell_call("echo oops >&2; exit 3", description="fail")),
    _Turn(shell_call("pwd", timeout=5000, directory=_IN + "src")),
    _Turn(shell_call("sleep 2", is_background=True)),
    _turn("monitor", command="echo tick", description="watch", max_events=1, idle_timeout_ms=2000,
          directory=_IN + "src"),
    _turn("task_stop", task_id="nothing"),
    _turn("send_message", "", SECOND, task_id="nobody", message="hello"),
    _turn("send_message", SECOND, "", to="nobody", message="hello", summary="hi"),
    _turn("send_message", SECOND, "", task_id="nobody", message="hello"),
)  # fmt: skip
_ELSEWHERE = (
    _turn("web_fetch", url="{{model_url}}/page", prompt="the title", format="text"),
    _turn("mcp__lab__echo_text", text="hi"),
    _turn("mcp__lab__fail_tool"),
    _turn("read_mcp_resource", SECOND, "", server_name="lab", uri="lab://note"),
    _turn("skill", "", SECOND, skill="lab-skill"),
    _turn("skill", SECOND, "", skill="lab-skill", args="x"),
    _turn("tool_search", query="select:web_fetch", max_results=5),
    _turn("tool_call", THIRD, "", name="web_fetch", arguments={"url": "{{model_url}}/page", "prompt": "the title"}),
    _turn("tool_call", THIRD, "", name="mcp__lab__echo_text", arguments={"text": "by way of tool_call"}),
)
_PLANNING = (
    _turn("todo_write", todos=todos("pending", "in_progress")),
    _turn("todo_write", todos=todos("completed", "completed")),
    # A run goes on for as long as it has a job.
    _turn("cron_create", cron="0 9 * * 1", prompt="weekly", recurring=True),
    _turn("cron_list"),
    _turn("cron_delete", id=_JOB),
    _turn("cron_create", SECOND, "", cron="0 9 * * 2", prompt="weekly", recurring=True, durable=True),
    _turn("cron_delete", SECOND, "", id=_JOB),
    # Later versions give these to a terminal alone.
    _turn("ask_user_question", "", SECOND, questions=QUESTIONS, metadata={"source": "lab"}),
    _turn("exit_plan_mode", "", SECOND, plan="1. do it"),
    _turn("get_goal", SECOND),
    _turn("update_goal", SECOND, THIRD, status="blocked", reason="nothing to do", evidenceRefs=["none"],
          blockerKind="external"),
    _turn("update_goal", THIRD, "", status="blocked", reason="nothing to do", blockerKind="external"),
    _turn("list_agents", SECOND),
    _turn("report_findings", THIRD, "", findings=[], level="low"),
)  # fmt: skip
_ODDITIES = (
    _turn("no_such_tool", x=1),
    _turn("run_shell_command", wrong="args"),
    _Turn(calls(Call("read_file", {"file_path": _IN + "hello.txt"}), Call("glob", {"pattern": "*.txt"}))),
)
_ALL = (*_SEARCHES, *_FILES, *_SHELL, *_ELSEWHERE, *_PLANNING, *_ODDITIES)

_TEAM = (
    *_SEARCHES,
    _turn("team_create", team_name="lab-team", description="for this run"),
    _turn("task_create", subject="Write", description="All", activeForm="Writing", metadata={"a": 1}),
    _turn("task_update", taskId="1", status="in_progress", subject="Write it", description="More",
          activeForm="Writing it", metadata={"a": 2}, addBlocks=[], addBlockedBy=[]),
    _turn("task_list", status="in_progress", owner="lead", blockedBy="9"),
    _turn("team_plan_approval", request_id="none", action="reject", message="no"),
    _turn("request_shutdown", THIRD, "", to="nobody"),
    _turn("team_delete"),
    _turn("record_artifact", title="Result", kind="file", storage="workspace", description="d",
          workspacePath="hello.txt", mimeType="text/plain", sizeBytes=20, metadata={}),
    _turn("record_artifact", title="Page", kind="link", storage="external_url", url="https://example.com/"),
    _turn("enter_worktree", name="labtree"),
    _turn("exit_worktree", name="labtree", action="remove", discard_changes=True),
    _turn("loop_wakeup", delaySeconds=60, prompt="go on", reason="waiting"),
    _turn("cron_delete", id=_JOB),
    _turn("team_create", team_name="lab-team"),
    # Last: what a mate says begins a request of its own.
    _Turn(
        calls(
            Call("agent", {**_MATE, "name": "bob", "plan_mode_required": True}),
            Call("agent", {**_MATE, "name": "eve", "read_only": True}),
        ),
        THIRD,
    ),
    _Turn(call("agent", **_MATE, name="bob", plan_mode_required=True), SECOND, THIRD),
)  # fmt: skip


def replies_at(version: str) -> tuple[Reply, ...]:
    """Return the replies that call every tool which a run without a terminal has by default or by a setting."""
    return _fitting(_ALL, version)


def team_replies_at(version: str) -> tuple[Reply, ...]:
    """Return the replies that call the tools of a team, and others that are switched on by a variable."""
    return _fitting(_TEAM, version)


def _fitting(turns: tuple[_Turn, ...], version: str) -> tuple[Reply, ...]:
    return tuple(turn.reply for turn in turns if within(version, turn.since, turn.before))
