"""The tool calls that drive Hermes Agent without anybody to answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hookconform.ground.versions import at_least
from hookconform_lab.lab.script import Call, Reply, call, calls

# The first version with two underscores in the names of servers' tools.
DOUBLE_UNDERSCORES = "0.18.1"
# Tool → argument → the first of the recorded versions whose tool is declared with it.
_LATER: dict[str, dict[str, str]] = {
    "cronjob": {"attach_to_session": "0.18.0"},
    "delegate_task": {"background": "0.17.0"},
    "memory": {"operations": "0.17.0"},
    "patch": {"cross_profile": "0.15.2"},
    "session_search": {
        "around_message_id": "0.15.2",
        "profile": "0.16.0",
        "session_id": "0.15.2",
        "sort": "0.15.2",
        "window": "0.15.2",
    },
    "web_extract": {"char_limit": "0.18.0"},
    "write_file": {"cross_profile": "0.15.2"},
}
_IN = "{{workspace}}/"
_PROCESS = r"{{last:(proc_[0-9a-f]+)}}"
_JOB = r"{{last:job_id\W+([0-9a-f]+)}}"
_PATCH = f"*** Begin Patch\n*** Update File: {_IN}hello.txt\n@@\n-hello world\n+hello there\n*** End Patch"
_SKILL = "---\nname: lab-made\ndescription: Made by this run\n---\nDo nothing.\n"


def shell_call(command: str, **more: Any) -> Reply:
    """Return a call of the shell."""
    return call("terminal", command=command, **more)


def write_call(path: str, content: str = "x\n") -> Reply:
    """Return a call that writes a file."""
    return call("write_file", path=path, content=content)


def mcp_name(version: str, tool: str) -> str:
    """Return what a tool of the lab's server is called."""
    underscores = "__" if at_least(version, DOUBLE_UNDERSCORES) else "_"
    return underscores.join(("mcp", "lab", tool))


def todos(*states: str) -> list[dict[str, str]]:
    """Return a list of things to do in these states."""
    return [{"id": str(number), "content": f"part {number}", "status": state} for number, state in enumerate(states)]


_FILES = (
    call("read_file", path=_IN + "hello.txt"),
    call("read_file", path=_IN + "hello.txt", offset=2, limit=1),
    call("read_file", path=_IN + "missing.txt"),
    call("write_file", path=_IN + "new.txt", content="one\ntwo\n"),
    call("write_file", path=_IN + "other.txt", content="one\n", cross_profile=False),
    call("patch", mode="replace", path=_IN + "new.txt", old_string="one", new_string="uno"),
    call("patch", mode="replace", path=_IN + "new.txt", old_string="o", new_string="0", replace_all=True),
    call("patch", mode="replace", path=_IN + "new.txt", old_string="absent", new_string="x", cross_profile=False),
    call("patch", mode="patch", patch=_PATCH),
    call("search_files", pattern="foo"),
    call("search_files", pattern="foo", target="content", path=_IN + "src", file_glob="*.py", output_mode="content",
         context=1, limit=5, offset=0),
    call("search_files", pattern="*.py", target="files", path=_IN),
)  # fmt: skip
SHELL = (
    shell_call("echo hi"),
    shell_call("echo oops >&2; exit 3"),
    shell_call("pwd", timeout=5, workdir=_IN + "src"),
    shell_call("cat", background=True, pty=False, notify_on_complete=True),
    call("process", action="list"),
    call("process", action="write", session_id=_PROCESS, data="one"),
    call("process", action="submit", session_id=_PROCESS, data="two"),
    call("process", action="log", session_id=_PROCESS, offset=0, limit=5),
    call("process", action="poll", session_id=_PROCESS),
    call("process", action="wait", session_id=_PROCESS, timeout=1),
    call("process", action="kill", session_id=_PROCESS),
    shell_call("echo ready; sleep 1", background=True, watch_patterns=["ready"]),
    call("execute_code", code="print(1 + 1)"),
    call("execute_code", code="from hermes_tools import terminal\nprint(terminal('echo inner'))"),
)
_ELSEWHERE = (
    call("web_search", query="hooks", limit=2),
    call("web_extract", urls=["https://example.com/", "https://example.org/"], char_limit=1000),
    call("vision_analyze", image_url=_IN + "dot.gif", question="What is it?"),
    call("browser_navigate", url="{{model_url}}/page"),
    call("browser_snapshot", full=True),
    call("browser_click", ref="@e1"),
    call("browser_type", ref="@e1", text="x"),
    call("browser_scroll", direction="down"),
    call("browser_press", key="Enter"),
    call("browser_console", clear=False, expression="1"),
    call("browser_get_images"),
    call("browser_vision", question="What is it?", annotate=False),
    call("browser_back"),
)
_MEDIA = (
    call("image_generate", prompt="a dot", aspect_ratio="square"),
    call("text_to_speech", text="hi", output_path=_IN + "hi.mp3"),
)
_PLANNING = (
    call("todo", todos=todos("pending", "in_progress")),
    call("todo", todos=todos("completed"), merge=True),
    call("todo"),
    call("memory", action="add", target="memory", content="likes tea"),
    call("memory", action="replace", target="memory", old_text="likes tea", content="likes water"),
    call("memory", target="memory", operations=[{"action": "remove", "old_text": "likes water"}]),
    call("session_search", query="x", limit=3, sort="newest", role_filter="user", profile="default"),
    call("session_search", session_id="none", around_message_id=1, window=2),
    call("skills_list", category="none"),
    call("skill_manage", action="create", name="lab-made", category="lab", content=_SKILL),
    call("skill_view", name="lab-made"),
    call("skill_manage", action="patch", name="lab-made", old_string="Do nothing.", new_string="Do little.",
         replace_all=False),
    call("skill_manage", action="write_file", name="lab-made", file_path="references/a.md", file_content="a\n"),
    call("skill_view", name="lab-made", file_path="references/a.md"),
    call("skill_manage", action="delete", name="lab-made", absorbed_into=""),
    call("cronjob", action="create", prompt="weekly", schedule="0 9 * * 1", name="lab", repeat=1, deliver="local"),
    call("cronjob", action="list"),
    call("cronjob", action="update", job_id=_JOB, prompt="weekly", skills=[], model={"model": "scripted"},
         no_agent=False, context_from=[], enabled_toolsets=["file"], workdir=_IN, attach_to_session=False, script=""),
    call("cronjob", action="remove", job_id=_JOB),
)  # fmt: skip
ODDITIES = (
    call("no_such_tool", x=1),
    calls(Call("read_file", {"path": _IN + "hello.txt"}), Call("terminal", {"command": "pwd"})),
)
_TASKS = [{"goal": "[[more]] look"}, {"goal": "[[most]] look", "context": "none"}]
_AGENTS = (
    call("delegate_task", goal="[[sub]] list the folder", context="none", role="leaf"),
    call("delegate_task", tasks=_TASKS, background=True),
    shell_call("sleep 1"),
)


def elsewhere_at(version: str) -> tuple[Reply, ...]:
    """Return the calls of a server's tools, of those that read what it offers, and of a browser that is not there."""
    return _declared(
        version,
        call(mcp_name(version, "echo_text"), text="hi"),
        call(mcp_name(version, "fail_tool")),
        call(mcp_name(version, "list_resources")),
        call(mcp_name(version, "read_resource"), uri="lab://note"),
        call(mcp_name(version, "list_prompts")),
        call(mcp_name(version, "get_prompt"), name="none", arguments={}),
        *_ELSEWHERE,
        # Later versions declare them only to those who have a service for them.
        *(() if at_least(version, DOUBLE_UNDERSCORES) else _MEDIA),
    )


def files_at(version: str) -> tuple[Reply, ...]:
    """Return the calls that read, write, change and search files."""
    return _declared(version, *_FILES)


def planning_at(version: str) -> tuple[Reply, ...]:
    """Return the calls about notes, skills and jobs."""
    return _declared(version, *_PLANNING)


def agents_at(version: str) -> tuple[Reply, ...]:
    """Return the calls that start sub-agents."""
    return _declared(version, *_AGENTS)


def _declared(version: str, *replies: Reply) -> tuple[Reply, ...]:
    """Return the replies without the arguments that the version's tools are not declared with."""
    return tuple(replace(reply, calls=tuple(_without(version, one) for one in reply.calls)) for reply in replies)


def _without(version: str, one: Call) -> Call:
    later = _LATER.get(one.name, {})
    return replace(one, args={key: value for key, value in one.args.items() if at_least(version, later.get(key, "0"))})
