"""The tool calls that drive Kimi Code without anybody to answer, each with the versions that have the tool."""

from __future__ import annotations

from typing import Any

from hookconform_lab.lab.replies import Versioned, fitting, versioned
from hookconform_lab.lab.script import Call, Reply, call, calls

QUESTIONS = [
    {
        "question": "Which colour?",
        "header": "Pick",
        "options": [{"label": "Red", "description": "a"}, {"label": "Blue", "description": "b"}],
        "multi_select": False,
    }
]
# Since when TaskOutput does not wait, and since when it has further events, a tool that waits, and parts of lines.
AT_ONCE, EVENTS, WAITS, PARTS = "0.31.0", "0.33.0", "0.38.0", "0.42.0"
_IN = "{{workspace}}/"
# Where it says that the plan is to be written.
PLAN = r"{{last:Plan file: ([^\s\\\"]+)}}"
# The ids that the program gives: of a command in the background, of a job, of a sub-agent.
_TASK = r"{{last:task_id: ([\w-]+)}}"
_JOB = r"{{last:\bid: ([\w-]+)}}"
_AGENT = r"{{last:agent_id: ([\w-]+)}}"


def shell_call(command: str, **more: Any) -> Reply:
    """Return a call of the shell."""
    return call("Bash", command=command, **more)


def write_call(path: str, content: str = "x\n") -> Reply:
    """Return a call that writes a file."""
    return call("Write", path=path, content=content)


# Nobody waits for the hook after the last call of a run.
_LAST = Versioned(shell_call("sleep 1"))
_EVERY_WAY: dict[str, Any] = {
    "pattern": "FOO",
    "path": _IN + "src",
    "glob": "*.py",
    "type": "py",
    "output_mode": "content",
    "-i": True,
    "-n": True,
    "-A": 1,
    "-B": 1,
    "head_limit": 5,
    "offset": 0,
    "multiline": False,
    "include_ignored": True,
}
_FILES = (
    versioned("Read", path=_IN + "hello.txt"),
    versioned("Read", PARTS, path=_IN + "hello.txt", line_offset=2, column_offset=1, n_lines=1, max_chars=1000),
    versioned("Read", "", PARTS, path=_IN + "hello.txt", line_offset=2, n_lines=1),
    versioned("Read", path=_IN + "missing.txt"),
    versioned("Write", path=_IN + "new.txt", content="one\ntwo\n"),
    versioned("Write", path=_IN + "new.txt", content="three\n", mode="append"),
    versioned("Edit", path=_IN + "new.txt", old_string="one", new_string="uno"),
    versioned("Edit", path=_IN + "new.txt", old_string="o", new_string="0", replace_all=True),
    versioned("Edit", path=_IN + "new.txt", old_string="absent", new_string="x"),
    versioned("Glob", pattern="**/*.py"),
    versioned("Glob", pattern="*.py", path=_IN + "src", include_ignored=True, include_dirs=False),
    versioned("Glob", PARTS, pattern="*.py", path=_IN + "src", head_limit=5, offset=0),
    versioned("Grep", pattern="foo"),
    versioned("Grep", **_EVERY_WAY),
    versioned("Grep", **{"pattern": "foo", "output_mode": "content", "-C": 1}),
    versioned("ReadMediaFile", path=_IN + "dot.gif"),
    versioned("ReadMediaFile", path=_IN + "dot.gif", region={"x": 0, "y": 0, "width": 1, "height": 1}),
    versioned("ReadMediaFile", path=_IN + "dot.gif", full_resolution=True),
)
_SHELL = (
    Versioned(shell_call("echo hi", description="say hi")),
    Versioned(shell_call("echo oops >&2; exit 3")),
    Versioned(shell_call("pwd", timeout=5, cwd=_IN + "src")),
    Versioned(shell_call("sleep 1", description="sleep", run_in_background=True)),
    versioned("TaskOutput", AT_ONCE, task_id=_TASK),
    versioned("TaskOutput", "", AT_ONCE, task_id=_TASK, block=True, timeout=5),
    versioned("WaitFor", WAITS, timeout=10, task_id=_TASK),
    Versioned(shell_call("sleep 30", description="sleep", run_in_background=True, disable_timeout=True)),
    versioned("TaskList", active_only=True, limit=5),
    versioned("TaskStop", task_id=_TASK, reason="enough"),
    # Its end is told in a later turn.
    Versioned(shell_call("true", description="nothing", run_in_background=True)),
)
_ELSEWHERE = (
    versioned("FetchURL", url="https://example.com/"),
    versioned("WebSearch", query="hooks"),
    versioned("mcp__lab__echo_text", text="hi"),
    versioned("mcp__lab__fail_tool"),
    versioned("Skill", skill="lab-skill", args="x"),
)
_PLANNING = (
    versioned("TodoList", todos=[{"title": "first", "status": "done"}, {"title": "second", "status": "in_progress"}]),
    versioned("TodoList"),
    versioned("CronCreate", cron="0 9 * * 1", prompt="weekly", recurring=True),
    versioned("CronList"),
    versioned("CronDelete", id=_JOB),
    versioned("AskUserQuestion", questions=QUESTIONS, background=False),
    versioned("EnterPlanMode"),
    versioned("Write", path=PLAN, content="1. do it\n"),
    versioned("ExitPlanMode", options=[{"label": "Do it", "description": "all of it"}]),
)
_GOAL = (
    versioned("CreateGoal", objective="Say hello", completionCriterion="hello was said", replace=True),
    versioned("SetGoalBudget", value=5, unit="turns"),
    versioned("GetGoal"),
    versioned("UpdateGoal", status="complete"),
    _LAST,
)
_ODDITIES = (
    versioned("no_such_tool", x=1),
    versioned("Bash", wrong="args"),
    Versioned(calls(Call("Read", {"path": _IN + "hello.txt"}), Call("Glob", {"pattern": "*.txt"}))),
)
_AGENTS = (
    versioned("Agent", description="Sub work", prompt="[[sub]] do it", subagent_type="coder"),
    versioned("Agent", description="Sub work", prompt="[[more]] go on", resume=_AGENT),
    versioned("Agent", description="Sub work", prompt="[[away]] do it", run_in_background=True),
    versioned("WaitFor", WAITS, timeout=20, task_id=_TASK),
    Versioned(shell_call("sleep 3"), "", WAITS),
    versioned(
        "AgentSwarm",
        description="Two of them",
        subagent_type="coder",
        prompt_template="[[swarm]] look at {{item}}",
        items=["src", "tests"],
        resume_agent_ids={_AGENT: "[[more]] go on"},
    ),
    _LAST,
)


def replies_at(version: str) -> tuple[Reply, ...]:
    """Return the replies that call every tool but those of sub-agents and goals."""
    return fitting((*_FILES, *_SHELL, *_ELSEWHERE, *_PLANNING, *_ODDITIES), version)


def goal_replies_at(version: str) -> tuple[Reply, ...]:
    """Return the replies that set a goal and reach it."""
    return fitting(_GOAL, version)


def agent_replies_at(version: str) -> tuple[Reply, ...]:
    """Return the replies that start sub-agents."""
    return fitting(_AGENTS, version)
