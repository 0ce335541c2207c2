"""The tool calls that drive Grok Build without anybody to answer, each with the versions that have it so."""

from __future__ import annotations

from typing import Any

from hookconform_lab.lab.replies import Versioned, fitting, versioned
from hookconform_lab.lab.script import Call, Reply, call, calls

# Between it and 1.0.5 nothing is on npm.
NEWEST = "1.0.41"
QUESTIONS = [
    {
        "question": "Which colour?",
        "options": [{"label": "Red", "description": "a"}, {"label": "Blue", "description": "b", "preview": "blue"}],
        "multi_select": False,
    }
]
_IN = "{{workspace}}/"
# What a call that went into the background is known by, as the model is told.
TASK = r"{{last:[Tt]ask[ _]?[Ii][Dd][^A-Za-z0-9]{1,6}([0-9a-f]{8}-[0-9a-f-]{27})}}"
_SCHEDULED = r"{{last:[Ss]chedule[^\n]{0,60}?([0-9a-f]{8}-[0-9a-f-]{27})}}"
_WORKFLOW = 'let meta = #{name: "lab", description: "nothing"};\n"done"'


def shell_call(command: str, **more: Any) -> Reply:
    """Return a call of the shell, with the arguments that it must have."""
    return call("run_terminal_command", **{"command": command, "description": "run", **more})


_FILES = (
    versioned("list_dir", target_directory=_IN + "src"),
    versioned("read_file", target_file=_IN + "hello.txt"),
    versioned("read_file", target_file=_IN + "hello.txt", offset=2, limit=1),
    versioned("read_file", target_file=_IN + "a.pdf", pages="1-2", format="text"),
    versioned("read_file", target_file=_IN + "missing.txt"),
    versioned("write", file_path=_IN + "new.txt", content="one\ntwo\n"),
    versioned("search_replace", file_path=_IN + "new.txt", old_string="one", new_string="uno"),
    versioned("search_replace", file_path=_IN + "new.txt", old_string="o", new_string="0", replace_all=True),
    versioned("search_replace", file_path=_IN + "new.txt", old_string="absent", new_string="x"),
    versioned("search_replace", file_path=_IN + "made.txt", old_string="", new_string="made\n"),
    versioned("grep", pattern="foo"),
    Versioned(
        call(
            "grep",
            pattern="def",
            path=_IN + "src",
            glob="*.py",
            type="py",
            head_limit=5,
            multiline=False,
            **{"-A": 1, "-B": 1, "-C": 1, "-i": True},
        )
    ),
)
_SHELL = (
    Versioned(shell_call("echo hi")),
    Versioned(shell_call("echo oops >&2; exit 3", timeout=5000)),
    Versioned(shell_call("sleep 2", timeout=500)),
    Versioned(shell_call("sleep 3", background=True)),
    versioned("get_command_or_subagent_output", task_ids=[TASK], timeout_ms=100),
    versioned("kill_command_or_subagent", task_id=TASK),
    versioned("monitor", command="echo tick", description="watch", persistent=False, timeout_ms=1000),
)
_ELSEWHERE = (
    versioned("search_tool", query="echo", limit=3),
    versioned("use_tool", tool_name="lab__echo_text", tool_input={"text": "hi"}),
    versioned("use_tool", tool_name="lab__fail_tool", tool_input={}),
    versioned("use_tool", NEWEST, "", tool_name="lab__echo_text", tool_input_file=_IN + "input.json"),
    versioned("use_tool", NEWEST, "", file=_IN + "call.json"),
    versioned("image_gen", prompt="a dot", aspect_ratio="1:1"),
    versioned("image_edit", prompt="a dot", image=[_IN + "dot.png"], aspect_ratio="1:1"),
    versioned("image_to_video", image=_IN + "dot.png", prompt="move", duration=6, resolution_name="480p"),
    versioned("reference_to_video", prompt="move", images=[_IN + "dot.png"], aspect_ratio="1:1", duration=6,
          resolution_name="480p"),
    versioned("reference_to_video", "", NEWEST, prompt="move", aspect_ratio="1:1", voices=["eve"]),
    versioned("reference_to_video", NEWEST, "", prompt="move", aspect_ratio="1:1", voices=["eve"],
          first_frame=_IN + "dot.png", last_frame=_IN + "dot.png"),
    versioned("reference_to_video", NEWEST, "", prompt="move", aspect_ratio="1:1",
          keyframes=[{"image": _IN + "dot.png", "timestamp_s": 1}]),
    versioned("send_feedback", NEWEST, "", title="none", details="none", type="idea", product_area="hooks",
          task_category="other", failure_mode="other", draft_id="none"),
)  # fmt: skip
_PLANNING = (
    versioned("todo_write", merge=False, todos=[{"id": "1", "content": "first", "status": "pending"}]),
    versioned("todo_write", merge=True, todos=[{"id": "1", "status": "completed"}]),
    versioned("scheduler_create", "", NEWEST, interval="1h", prompt="ping", durable=False, foreground=False,
          fire_immediately=False),
    versioned("scheduler_create", NEWEST, "", interval="1h", prompt="ping", durable=False, fire_immediately=False),
    versioned("scheduler_list"),
    versioned("scheduler_create", interval="2h", task_id=_SCHEDULED),
    versioned("scheduler_delete", id=_SCHEDULED),
    versioned("workflow", "", NEWEST, name="none", validate_only=True),
    versioned("workflow", "", NEWEST, script=_WORKFLOW, args={"a": 1}, agent_budget=1, validate_only=True),
    versioned("workflow", "", NEWEST, script_path=_IN + "flow.rhai", validate_only=True),
    versioned("workflow", "", NEWEST, resume_from_run_id="none"),
    versioned("workflow", NEWEST, "", source={"type": "script", "script": _WORKFLOW}, agent_budget=1, args={"a": 1},
          validate_only=True),
    versioned("workflow", NEWEST, "", source={"type": "script_path", "script_path": _IN + "flow.rhai"}),
    versioned("ask_user_question", questions=QUESTIONS),
)  # fmt: skip
_ODDITIES = (
    versioned("no_such_tool", x=1),
    versioned("run_terminal_command", wrong="args"),
    Versioned(
        calls(Call("list_dir", {"target_directory": _IN}), Call("read_file", {"target_file": _IN + "hello.txt"}))
    ),
    versioned("enter_plan_mode"),
    versioned("exit_plan_mode"),
)
_ALL = (*_FILES, *_SHELL, *_ELSEWHERE, *_PLANNING, *_ODDITIES)


def replies_at(version: str) -> tuple[Reply, ...]:
    """Return the replies that call every tool which a run without a terminal has."""
    return fitting(_ALL, version)
