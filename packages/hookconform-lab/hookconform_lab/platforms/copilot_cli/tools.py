"""The tool calls that drive Copilot CLI, each with the versions and the models that have the tool."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hookconform.ground.versions import within
from hookconform_lab.lab.script import Call, Reply, call, calls, text

_IN = "{{workspace}}/"
_PATCHED = (
    "*** Begin Patch\n*** Add File: patched.txt\n+hello patch\n"
    "*** Update File: a.txt\n@@\n alpha\n-beta\n+BETA\n*** End Patch\n"
)
_UNFIT = "*** Begin Patch\n*** Update File: a.txt\n@@\n-nope\n+x\n*** End Patch\n"
# The program names it in the result of `task`; older versions use the name that was asked for.
_AGENT = r"{{last:agent_id: ([\w-]+)}}"
_GPT, _OTHERS = "gpt-5", "others"


@dataclass(frozen=True, slots=True)
class Turn:
    """One reply, the versions that get it (from `since` on, before `before`) and the model family, if only one."""

    reply: Reply
    since: str = ""
    before: str = ""
    family: str = ""


def _turn(name: str, since: str = "", before: str = "", family: str = "", /, **args: Any) -> Turn:
    return Turn(call(name, **args), since, before, family)


def _custom(patch: str) -> Turn:
    return Turn(Reply(calls=(Call("apply_patch", custom=patch),)), family=_GPT)


_SHELL = (
    _turn("bash", command="echo hi; pwd", description="say hi"),
    _turn("bash", command="echo oops >&2; exit 3", description="failing command"),
    _turn("bash", command="cat", description="interactive cat", mode="async", shellId="sh1"),
    _turn("write_bash", "", "1.0.62", shellId="sh1", input="typed{enter}", delay=1),
    _turn("read_bash", shellId="sh1", delay=1),
    _turn("list_bash"),
    _turn("stop_bash", shellId="sh1"),
)
_FILES = (
    _turn("view", path=_IN + "a.txt"),
    _turn("view", path=_IN + "a.txt", view_range=[1, 2]),
    _turn("view", path=_IN + "nope.txt"),
    _turn("create", "", "", _OTHERS, path=_IN + "new.txt", file_text="one\ntwo\n"),
    _turn("create", "", "", _OTHERS, path=_IN + "new.txt", file_text="again\n"),
    _turn("edit", "", "", _OTHERS, path=_IN + "a.txt", old_str="beta", new_str="BETA"),
    _turn("edit", "", "", _OTHERS, path=_IN + "a.txt", old_str="notthere", new_str="x"),
    _custom(_PATCHED),
    _custom(_UNFIT),
    _turn("grep", "", "", _OTHERS, pattern="hello", output_mode="content"),
    _turn("grep", "", "", _OTHERS, pattern="(unclosed", paths="{{workspace}}"),
    _turn("rg", "", "", _GPT, pattern="hello", output_mode="content"),
    _turn("rg", "", "", _GPT, pattern="(unclosed", paths="{{workspace}}"),
    _turn("glob", pattern="**/*.py"),
)
_ELSEWHERE = (
    _turn("web_fetch", url="{{model_url}}/page"),
    _turn("web_fetch", url="https://example.com/"),
    _turn(
        "sql",
        "1.0.3",
        "",
        description="make todo",
        query="INSERT INTO todos (id, title, status) VALUES ('t1','one','pending')",
    ),
    _turn("sql", "1.0.3", "", description="bad sql", query="SELECT * FROM nonexist"),
    _turn("session_store_sql", "1.0.57", "", description="recent", query="SELECT id FROM sessions LIMIT 1"),
    _turn("update_todo", "", "1.0.3", todos="- [ ] one"),
    _turn("skill", skill="lab-skill"),
    _turn("fetch_copilot_cli_documentation"),
    _turn("semantic_code_search", "1.0.102", "", query="hello", repo="o/r"),
    _turn("ask_user", "1.0.3", "", _OTHERS, question="Which colour?", choices=["red", "blue"]),
    # Not at 1.0.81, which cannot connect to the lab's MCP server (see `copilot_cli_names`).
    *(_turn("lab-echo_text", since, before, text="yo") for since, before in (("", "1.0.81"), ("1.0.82", ""))),
    *(_turn("lab-fail_tool", since, before) for since, before in (("", "1.0.81"), ("1.0.82", ""))),
)
_AGENTS = (
    _turn("task", name="sub-one", description="run sub", agent_type="general-purpose", prompt="[[sub-one]] do it"),
    _turn(
        "task",
        name="sub-bg",
        description="run sub bg",
        agent_type="explore",
        prompt="[[sub-bg]] do it",
        mode="background",
    ),
    _turn("list_agents", "1.0.3"),
    _turn("read_agent", "1.0.3", "", agent_id=_AGENT, wait=True, timeout=10),
    _turn("write_agent", "1.0.73", "", agent_id=_AGENT, message="[[sub-more]] more"),
    _turn("read_agent", "1.0.3", "", agent_id="sub-nobody", wait=True, timeout=1),
    _turn("write_agent", "1.0.73", "", agent_id="sub-nobody", message="Hello?"),
)
_ODDITIES = (
    _turn("no_such_tool", foo=1),
    Turn(Reply(calls=(Call("bash", raw='{"command": "echo bro'),))),
    _turn("bash", description="missing command arg"),
    _turn("report_intent", "", "1.0.64", intent="Testing"),
    Turn(calls(Call("view", {"path": _IN + "README.md"}), Call("glob", {"pattern": "*.md"}))),
    # Declared on autopilot only; the other run shows how a call of it fails.
    _turn("task_complete", "1.0.3", "", summary="finished"),
)
_FLAGS: dict[str, Any] = {
    "-A": 1,
    "-B": 1,
    "-C": 1,
    "-i": True,
    "-n": True,
    "glob": "*.txt",
    "head_limit": 5,
    "multiline": False,
    "type": "txt",
}
# Every argument that the other calls leave out, for the version whose declarations were gone through one by one.
_ARGUMENTS = (
    _turn("bash", "1.0.86", "", command="sleep 1", description="on its own", mode="async", shellId="sh2", detach=True),
    _turn("bash", "1.0.86", "", command="echo waited", description="wait", mode="sync", initial_wait=5),
    _turn("view", "1.0.86", "", path=_IN + "a.txt", forceReadLargeFiles=True),
    _turn("grep", "1.0.86", "", _OTHERS, pattern="alpha", paths="{{workspace}}", output_mode="content", **_FLAGS),
    _turn("rg", "1.0.86", "", _GPT, pattern="alpha", paths="{{workspace}}", output_mode="content", **_FLAGS),
    _turn("glob", "1.0.86", "", pattern="*.txt", paths="{{workspace}}"),
    _turn("glob", "1.0.86", "", pattern="*.txt", paths=["{{workspace}}"]),
    _turn("web_fetch", "1.0.86", "", url="{{model_url}}/page", max_length=100, start_index=0, raw=True),
    _turn("session_store_sql", "1.0.86", "", description="local", query="SELECT id FROM sessions", source="local"),
    _turn("list_agents", "1.0.86", "", include_completed=True, scope="all"),
    _turn("read_agent", "1.0.86", "", agent_id=_AGENT, wait=True, timeout=10, since_turn=0),
    _turn("write_agent", "1.0.86", "", agent_ids=[_AGENT], scope="children", message="[[sub-more]] more"),
    _turn(
        "task",
        "1.0.86",
        "",
        name="sub-set",
        description="run sub as told",
        agent_type="general-purpose",
        prompt="[[sub-set]] do it",
        model="claude-sonnet-4.5",
        reasoning_effort="high",
        context_tier="default",
    ),
)
_ALL = (*_SHELL, *_FILES, *_ELSEWHERE, *_AGENTS, *_ARGUMENTS, *_ODDITIES)


def replies_at(version: str, model: str) -> tuple[Reply, ...]:
    """Return the replies that call every tool a version gives to a model."""
    family = _GPT if model.startswith("gpt-5") else _OTHERS
    return tuple(
        turn.reply for turn in _ALL if within(version, turn.since, turn.before) and turn.family in ("", family)
    )


def subagents_at(version: str, model: str) -> dict[str, tuple[Reply, ...]]:
    """Return what the sub-agents that those replies start do."""
    gpt = model.startswith("gpt-5")
    search = call("rg", pattern="alpha") if gpt else call("grep", pattern="alpha")
    return {
        "sub-one": (
            call("bash", command="echo from sub", description="sub bash"),
            call("view", path=_IN + "a.txt"),
            *(_searched(gpt=gpt) if within(version, "1.0.102") else ()),
            text("Sub one result."),
        ),
        "sub-bg": (call("glob", pattern="*.txt"), text("Sub two result.")),
        "sub-set": (text("Sub four result."),),
        "sub-more": (search, text("Sub three result.")),
    }


def _searched(*, gpt: bool) -> tuple[Reply, ...]:
    """Return how a sub-agent comes to an MCP tool: by search, which for a GPT model its vendor runs."""
    if gpt:
        return (Reply(calls=(Call("lab-echo_text", {"text": "found"}, namespace="lab"),)),)
    searches = (call("tool_search_tool", pattern="echo"), call("tool_search_tool", pattern="echo", limit=1))
    return (*searches, call("lab-echo_text", text="found"))
