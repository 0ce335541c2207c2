"""The tool calls that drive Kimi Code without anybody to answer, each with the versions that have the tool."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hookconform.ground.versions import within
from hookconform.lab.script import Call, Reply, call, calls

QUESTIONS = [
    {
        "question": "Which colour?",
        "header": "Pick",
        "options": [{"label": "Red", "description": "a"}, {"label": "Blue", "description": "b"}],
        "multi_select": False,
    }
]
# Of the recorded versions the first with background waits, turns and parts of lines.
SECOND = "0.43.1"
_IN = "{{workspace}}/"
# Where it says that the plan is to be written.
PLAN = r"{{last:Plan file: ([^\s\\\"]+)}}"
# The ids that the program gives: of a command in the background, of a job, of a sub-agent.
_TASK = r"{{last:task_id: ([\w-]+)}}"
_JOB = r"{{last:\bid: ([\w-]+)}}"
_AGENT = r"{{last:agent_id: ([\w-]+)}}"


@dataclass(frozen=True, slots=True)
class _Turn:
    """One reply and the versions that get it: from `since` on, before `before`."""

    reply: Reply
    since: str = ""
    before: str = ""


def _turn(name: str, since: str = "", before: str = "", /, **args: Any) -> _Turn:
    return _Turn(call(name, **args), since, before)


def shell_call(command: str, **more: Any) -> Reply:
    """Return a call of the shell."""
    return call("Bash", command=command, **more)


def write_call(path: str, content: str = "x\n") -> Reply:
    """Return a call that writes a file."""
    return call("Write", path=path, content=content)


# Nobody waits for the hook after the last call of a run.
_LAST = _Turn(shell_call("sleep 1"))
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
    _turn("Read", path=_IN + "hello.txt"),
    _turn("Read", SECOND, path=_IN + "hello.txt", line_offset=2, column_offset=1, n_lines=1, max_chars=1000),
    _turn("Read", "", SECOND, path=_IN + "hello.txt", line_offset=2, n_lines=1),
    _turn("Read", path=_IN + "missing.txt"),
    _turn("Write", path=_IN + "new.txt", content="one\ntwo\n"),
    _turn("Write", path=_IN + "new.txt", content="three\n", mode="append"),
    _turn("Edit", path=_IN + "new.txt", old_string="one", new_string="uno"),
    _turn("Edit", path=_IN + "new.txt", old_string="o", new_string="0", replace_all=True),
    _turn("Edit", path=_IN + "new.txt", old_string="absent", new_string="x"),
    _turn("Glob", pattern="**/*.py"),
    _turn("Glob", pattern="*.py", path=_IN + "src", include_ignored=True, include_dirs=False),
    _turn("Glob", SECOND, pattern="*.py", path=_IN + "src", head_limit=5, offset=0),
    _turn("Grep", pattern="foo"),
    _turn("Grep", **_EVERY_WAY),
    _turn("Grep", **{"pattern": "foo", "output_mode": "content", "-C": 1}),
    _turn("ReadMediaFile", path=_IN + "dot.gif"),
    _turn("ReadMediaFile", path=_IN + "dot.gif", region={"x": 0, "y": 0, "width": 1, "height": 1}),
    _turn("ReadMediaFile", path=_IN + "dot.gif", full_resolution=True),
)
_SHELL = (
    _Turn(shell_call("echo hi", description="say hi")),
    _Turn(shell_call("echo oops >&2; exit 3")),
    _Turn(shell_call("pwd", timeout=5, cwd=_IN + "src")),
    _Turn(shell_call("sleep 1", description="sleep", run_in_background=True)),
    _turn("TaskOutput", SECOND, task_id=_TASK),
    _turn("TaskOutput", "", SECOND, task_id=_TASK, block=True, timeout=5),
    _turn("WaitFor", SECOND, timeout=10, task_id=_TASK),
    _Turn(shell_call("sleep 30", description="sleep", run_in_background=True, disable_timeout=True)),
    _turn("TaskList", active_only=True, limit=5),
    _turn("TaskStop", task_id=_TASK, reason="enough"),
    # Its end is told in a later turn.
    _Turn(shell_call("true", description="nothing", run_in_background=True)),
)
_ELSEWHERE = (
    _turn("FetchURL", url="https://example.com/"),
    _turn("WebSearch", query="hooks"),
    _turn("mcp__lab__echo_text", text="hi"),
    _turn("mcp__lab__fail_tool"),
    _turn("Skill", skill="lab-skill", args="x"),
)
_PLANNING = (
    _turn("TodoList", todos=[{"title": "first", "status": "done"}, {"title": "second", "status": "in_progress"}]),
    _turn("TodoList"),
    _turn("CronCreate", cron="0 9 * * 1", prompt="weekly", recurring=True),
    _turn("CronList"),
    _turn("CronDelete", id=_JOB),
    _turn("AskUserQuestion", questions=QUESTIONS, background=False),
    _turn("EnterPlanMode"),
    _turn("Write", path=PLAN, content="1. do it\n"),
    _turn("ExitPlanMode", options=[{"label": "Do it", "description": "all of it"}]),
)
_GOAL = (
    _turn("CreateGoal", objective="Say hello", completionCriterion="hello was said", replace=True),
    _turn("SetGoalBudget", value=5, unit="turns"),
    _turn("GetGoal"),
    _turn("UpdateGoal", status="complete"),
    _LAST,
)
_ODDITIES = (
    _turn("no_such_tool", x=1),
    _turn("Bash", wrong="args"),
    _Turn(calls(Call("Read", {"path": _IN + "hello.txt"}), Call("Glob", {"pattern": "*.txt"}))),
)
_AGENTS = (
    _turn("Agent", description="Sub work", prompt="[[sub]] do it", subagent_type="coder"),
    _turn("Agent", description="Sub work", prompt="[[more]] go on", resume=_AGENT),
    _turn("Agent", description="Sub work", prompt="[[away]] do it", run_in_background=True),
    _turn("WaitFor", SECOND, timeout=20, task_id=_TASK),
    _Turn(shell_call("sleep 3"), "", SECOND),
    _turn(
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
    return _fitting((*_FILES, *_SHELL, *_ELSEWHERE, *_PLANNING, *_ODDITIES), version)


def goal_replies_at(version: str) -> tuple[Reply, ...]:
    """Return the replies that set a goal and reach it."""
    return _fitting(_GOAL, version)


def agent_replies_at(version: str) -> tuple[Reply, ...]:
    """Return the replies that start sub-agents."""
    return _fitting(_AGENTS, version)


def _fitting(turns: tuple[_Turn, ...], version: str) -> tuple[Reply, ...]:
    return tuple(turn.reply for turn in turns if within(version, turn.since, turn.before))
