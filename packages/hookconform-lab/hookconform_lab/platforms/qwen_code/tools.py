"""The tool calls that drive Qwen Code without anybody to answer, each with the versions that have the tool."""

from __future__ import annotations

import json
from typing import Any

from hookconform_lab.lab.replies import Versioned, fitting, versioned
from hookconform_lab.lab.script import Call, Reply, call, calls

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
    versioned("tool_search", "", THIRD, query=_HIDDEN, max_results=20),
    versioned("tool_search", SECOND, THIRD, query=_MORE_HIDDEN, max_results=20),
    versioned("tool_search", "", THIRD, query="select:mcp__lab__echo_text,mcp__lab__fail_tool", max_results=20),
)
_FILES = (
    versioned("list_directory", path=_IN),
    versioned(
        "list_directory",
        path=_IN,
        ignore=["*.log"],
        file_filtering_options={"respect_git_ignore": True, "respect_qwen_ignore": True},
    ),
    versioned("read_file", file_path=_IN + "hello.txt"),
    versioned("read_file", file_path=_IN + "hello.txt", offset=1, limit=1),
    versioned("read_file", file_path=_IN + "a.pdf", pages="1-2"),
    versioned("read_file", file_path=_IN + "missing.txt"),
    versioned("write_file", file_path=_IN + "new.txt", content="one\ntwo\n"),
    versioned("write_file", THIRD, "", file_path=_IN + "kept.txt", content="one\n", record_as_artifact=False),
    versioned("edit", file_path=_IN + "new.txt", old_string="one", new_string="uno"),
    versioned("edit", file_path=_IN + "new.txt", old_string="o", new_string="0", replace_all=True),
    versioned("edit", file_path=_IN + "new.txt", old_string="absent", new_string="x"),
    versioned("glob", pattern="**/*.py"),
    versioned("glob", pattern="*.py", path=_IN + "src"),
    versioned("grep_search", pattern="foo"),
    versioned("grep_search", pattern="foo", glob="*.py", path=_IN + "src", limit=3),
    versioned("read_file", SECOND, "", file_path=_IN + "n.ipynb"),
    versioned("notebook_edit", SECOND, "", notebook_path=_IN + "n.ipynb", cell_id="c1", new_source="2",
          edit_mode="replace", cell_type="code"),
    versioned("zoom_image", SECOND, "", file_path=_IN + "dot.png", x1=0, y1=0, x2=1, y2=1),
)  # fmt: skip
_SHELL = (
    Versioned(shell_call("echo hi", description="say hi")),
    Versioned(shell_call("echo oops >&2; exit 3", description="fail")),
    Versioned(shell_call("pwd", timeout=5000, directory=_IN + "src")),
    Versioned(shell_call("sleep 2", is_background=True)),
    versioned("monitor", command="echo tick", description="watch", max_events=1, idle_timeout_ms=2000,
          directory=_IN + "src"),
    versioned("task_stop", task_id="nothing"),
    versioned("send_message", "", SECOND, task_id="nobody", message="hello"),
    versioned("send_message", SECOND, "", to="nobody", message="hello", summary="hi"),
    versioned("send_message", SECOND, "", task_id="nobody", message="hello"),
)  # fmt: skip
_ELSEWHERE = (
    versioned("web_fetch", url="{{model_url}}/page", prompt="the title", format="text"),
    versioned("mcp__lab__echo_text", text="hi"),
    versioned("mcp__lab__fail_tool"),
    versioned("read_mcp_resource", SECOND, "", server_name="lab", uri="lab://note"),
    versioned("skill", "", SECOND, skill="lab-skill"),
    versioned("skill", SECOND, "", skill="lab-skill", args="x"),
    versioned("tool_search", query="select:web_fetch", max_results=5),
    versioned("tool_call", THIRD, "", name="web_fetch", arguments={"url": "{{model_url}}/page", "prompt": "the title"}),
    versioned("tool_call", THIRD, "", name="mcp__lab__echo_text", arguments={"text": "by way of tool_call"}),
)
_PLANNING = (
    versioned("todo_write", todos=todos("pending", "in_progress")),
    versioned("todo_write", todos=todos("completed", "completed")),
    # A run goes on for as long as it has a job.
    versioned("cron_create", cron="0 9 * * 1", prompt="weekly", recurring=True),
    versioned("cron_list"),
    versioned("cron_delete", id=_JOB),
    versioned("cron_create", SECOND, "", cron="0 9 * * 2", prompt="weekly", recurring=True, durable=True),
    versioned("cron_delete", SECOND, "", id=_JOB),
    # Later versions give these to a terminal alone.
    versioned("ask_user_question", "", SECOND, questions=QUESTIONS, metadata={"source": "lab"}),
    versioned("exit_plan_mode", "", SECOND, plan="1. do it"),
    versioned("get_goal", SECOND),
    versioned("update_goal", SECOND, THIRD, status="blocked", reason="nothing to do", evidenceRefs=["none"],
          blockerKind="external"),
    versioned("update_goal", THIRD, "", status="blocked", reason="nothing to do", blockerKind="external"),
    versioned("list_agents", SECOND),
    versioned("report_findings", THIRD, "", findings=[], level="low"),
)  # fmt: skip
_ODDITIES = (
    versioned("no_such_tool", x=1),
    versioned("run_shell_command", wrong="args"),
    Versioned(calls(Call("read_file", {"file_path": _IN + "hello.txt"}), Call("glob", {"pattern": "*.txt"}))),
)
_ALL = (*_SEARCHES, *_FILES, *_SHELL, *_ELSEWHERE, *_PLANNING, *_ODDITIES)

_TEAM = (
    *_SEARCHES,
    versioned("team_create", team_name="lab-team", description="for this run"),
    versioned("task_create", subject="Write", description="All", activeForm="Writing", metadata={"a": 1}),
    versioned("task_update", taskId="1", status="in_progress", subject="Write it", description="More",
          activeForm="Writing it", metadata={"a": 2}, addBlocks=[], addBlockedBy=[]),
    versioned("task_list", status="in_progress", owner="lead", blockedBy="9"),
    versioned("team_plan_approval", request_id="none", action="reject", message="no"),
    versioned("request_shutdown", THIRD, "", to="nobody"),
    versioned("team_delete"),
    versioned("record_artifact", title="Result", kind="file", storage="workspace", description="d",
          workspacePath="hello.txt", mimeType="text/plain", sizeBytes=20, metadata={}),
    versioned("record_artifact", title="Page", kind="link", storage="external_url", url="https://example.com/"),
    versioned("enter_worktree", name="labtree"),
    versioned("exit_worktree", name="labtree", action="remove", discard_changes=True),
    versioned("loop_wakeup", delaySeconds=60, prompt="go on", reason="waiting"),
    versioned("cron_delete", id=_JOB),
    versioned("team_create", team_name="lab-team"),
    # Last: what a mate says begins a request of its own.
    Versioned(
        calls(
            Call("agent", {**_MATE, "name": "bob", "plan_mode_required": True}),
            Call("agent", {**_MATE, "name": "eve", "read_only": True}),
        ),
        THIRD,
    ),
    Versioned(call("agent", **_MATE, name="bob", plan_mode_required=True), SECOND, THIRD),
)  # fmt: skip


def replies_at(version: str) -> tuple[Reply, ...]:
    """Return the replies that call every tool which a run without a terminal has by default or by a setting."""
    return fitting(_ALL, version)


def team_replies_at(version: str) -> tuple[Reply, ...]:
    """Return the replies that call the tools of a team, and others that are switched on by a variable."""
    return fitting(_TEAM, version)
