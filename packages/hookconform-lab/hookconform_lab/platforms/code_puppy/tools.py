"""The tool calls that drive Code Puppy without anybody to answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hookconform.ground.versions import at_least
from hookconform_lab.lab.script import Call, Reply, call, calls

# Of the recorded versions the first that calls its shell so; before, it was `agent_run_shell_command`.
SHELL = "0.0.946"
# The name of the shell of earlier versions.
OLD_SHELL = "agent_run_shell_command"
QUESTIONS = [{"question": "Which colour?", "header": "Colour", "options": [{"label": "Red"}, {"label": "Blue"}]}]
# Tool → argument → the first of the recorded versions whose tool is declared with it.
_LATER: dict[str, dict[str, str]] = {"invoke_agent": {"background": "0.0.850"}}
# Tool → the first of the recorded versions that has it.
_SINCE = {
    "browse_skill_namespace": "0.0.850",
    "invoke_agent_with_model": "0.0.946",
    "list_available_models": "0.0.946",
    "logfire_query": "0.0.850",
    "read_tool_result": "0.0.850",
    "run_shell_command": "0.0.946",
    "run_shell_commmand": "0.0.946",
    "save_attachments_as_references": "0.0.946",
}
_IN = "{{workspace}}/"
_MADE = """TOOL_META = {
    "name": "labmade",
    "namespace": "",
    "description": "Made by this run",
    "enabled": True,
    "version": "1.0.0",
}


def labmade(text: str) -> str:
    return text
"""


def shell_name(version: str) -> str:
    """Return what the shell is called."""
    return "shell" if at_least(version, SHELL) else OLD_SHELL


def shell_call(version: str, command: str, **more: Any) -> Reply:
    """Return a call of the shell."""
    return call(shell_name(version), command=command, **more)


def write_call(path: str, content: str = "x\n") -> Reply:
    """Return a call that writes a file."""
    return call("create_file", file_path=path, content=content, overwrite=True)


_FILES = (
    call("list_files", directory=_IN, recursive=False),
    call("list_files"),
    call("read_file", file_path=_IN + "hello.txt"),
    call("read_file", file_path=_IN + "hello.txt", start_line=2, num_lines=1),
    call("read_file", file_path=_IN + "missing.txt"),
    call("grep", search_string="foo", directory=_IN + "src"),
    call("grep", search_string="-i FOO"),
    call("create_file", file_path=_IN + "new.txt", content="one\ntwo\n"),
    call("create_file", file_path=_IN + "new.txt", content="one\n"),
    call("create_file", file_path=_IN + "new.txt", content="one\ntwo\n", overwrite=True),
    call("replace_in_file", file_path=_IN + "new.txt", replacements=[{"old_str": "one", "new_str": "uno"}]),
    call("replace_in_file", file_path=_IN + "new.txt", replacements=[{"old_str": "absent", "new_str": "x"}]),
    call("delete_snippet", file_path=_IN + "new.txt", snippet="uno"),
    call("delete_file", file_path=_IN + "new.txt"),
    call("delete_file", file_path=_IN + "new.txt"),
    call("load_image_for_analysis", image_path=_IN + "dot.gif"),
    call("load_image_for_analysis", image_path=_IN + "missing.png"),
)
_ELSEWHERE = (
    call("lab_echo_text", text="hi"),
    call("lab_fail_tool"),
    call("list_agents"),
    call("list_available_models"),
    call("list_or_search_skills"),
    call("list_or_search_skills", query="lab"),
    call("browse_skill_namespace", namespace="lab", query="lab"),
    call("activate_skill", skill_name="lab-skill"),
    call("activate_skill", skill_name="no-such-skill"),
    call("ask_user_question", questions=QUESTIONS),
    call("logfire_query", query="select 1", project="lab", start="2026-01-01", end="2026-01-02"),
    call("read_tool_result", handle="none", offset=1, limit=5, from_end=True, pattern="x"),
    call("save_attachments_as_references"),
    call("no_such_tool", x=1),
)
_MEMORY = (
    call("kennel_remember", content="likes tea", wing="lab", room="notes"),
    call("kennel_recall", query="tea", wing="lab", top_k=2, scope="all"),
    call("kennel_recent", wing="lab", top_k=2, scope="all"),
    call("kennel_list_wings"),
    call("kennel_stats"),
)
# Agents of one's own may name the shell otherwise too.
_NAMED_BY_OWN_AGENTS = (
    *(
        call(name, command="echo hi", cwd=_IN + "src", timeout=5, background=False)
        for name in (OLD_SHELL, "run_shell_command", "run_shell_commmand")
    ),
    call("agent_share_your_reasoning", reasoning="It is a test.", next_steps="none"),
)
CONSTRUCTOR = (
    call("universal_constructor", action="list"),
    call("universal_constructor", action="create", tool_name="labmade", python_code=_MADE, description="Made here"),
    call("universal_constructor", action="call", tool_name="labmade", tool_args={"text": "hi"}),
    call("universal_constructor", action="info", tool_name="absent"),
)
_AGENTS = (
    call("invoke_agent", agent_name="code-puppy", prompt="[[sub]] look"),
    call("invoke_agent", agent_name="planning-agent", prompt="[[plan]] look", session_id="lab-session"),
    call("invoke_agent", agent_name="no-such-agent", prompt="[[nobody]] look"),
    call("invoke_agent_with_model", agent_name="code-puppy", prompt="[[more]] look", model_name="lab",
         session_id="lab-other"),
    call("invoke_agent", agent_name="code-puppy", prompt="[[away]] look", background=True),
)  # fmt: skip


def shell_replies(version: str) -> tuple[Reply, ...]:
    """Return the calls of the shell, and two calls at once."""
    name = shell_name(version)
    return (
        call(name, command="echo hi"),
        call(name, command="echo oops >&2; exit 3"),
        call(name, command="pwd", cwd=_IN + "src", timeout=5),
        call(name, command="sleep 1", background=True),
        calls(Call("read_file", {"file_path": _IN + "hello.txt"}), Call(name, {"command": "pwd"})),
    )


def file_replies(version: str) -> tuple[Reply, ...]:
    """Return the calls that read, write, change and search files."""
    return _declared(version, *_FILES)


def other_replies(version: str) -> tuple[Reply, ...]:
    """Return the calls of a server's tools, and of those about agents, skills and memory."""
    return _declared(version, *_ELSEWHERE, *_MEMORY)


def own_agent_replies(version: str) -> tuple[Reply, ...]:
    """Return the calls of an agent of the user's own."""
    return _declared(version, *_NAMED_BY_OWN_AGENTS)


def agent_replies(version: str) -> tuple[Reply, ...]:
    """Return the calls that start sub-agents."""
    return (*_declared(version, *_AGENTS), shell_call(version, "sleep 3"))


def _declared(version: str, *replies: Reply) -> tuple[Reply, ...]:
    """Return the replies whose tool the version has, without arguments that it is not declared with."""
    there = [reply for reply in replies if at_least(version, _SINCE.get(reply.calls[0].name, "0"))]
    return tuple(replace(reply, calls=tuple(_without(version, one) for one in reply.calls)) for reply in there)


def _without(version: str, one: Call) -> Call:
    later = _LATER.get(one.name, {})
    return replace(one, args={key: value for key, value in one.args.items() if at_least(version, later.get(key, "0"))})
