"""The runs of Gemini CLI: tools by the names each version has, sub-agents, sessions, and a terminal run."""

from __future__ import annotations

from typing import Any

from hookconform.ground.versions import within
from hookconform_lab.lab.guarded_scenario import PROMPT as GUARDED_PROMPT
from hookconform_lab.lab.guarded_scenario import guarded_replies
from hookconform_lab.lab.scenario import Key, Program, Scenario, Terminal
from hookconform_lab.lab.script import Call, Reply, Route, Script, call, calls
from hookconform_lab.platforms.gemini_cli import arguments

# A concrete 2.x model: the default router asks another model first, and write_todos is not for newer ones.
_FLASH, _PRO = "gemini-2.5-flash", "gemini-2.5-pro"
_NEXT = "gemini-3-pro-preview"
_TOOLS = ["SessionStart", "SessionEnd", "BeforeAgent", "AfterAgent", "BeforeTool", "AfterTool", "Notification"]
_EVERY_TURN = (
    "SessionStart",
    "BeforeAgent",
    "BeforeModel",
    "BeforeToolSelection",
    "AfterModel",
    "BeforeTool",
    "AfterTool",
    "PreCompress",
    "AfterAgent",
    "SessionEnd",
)
_AGENTS = ("generalist", "codebase_investigator", "cli_help")
# The version whose declared arguments were gone through one by one.
_ARGUMENTS_KNOWN = "0.61.0"
# A sub-agent is told apart by the tool it ends with, and by the words it is started with.
_ROUTES = tuple(Route(name, declares="complete_task", matches=f"work as {name}") for name in _AGENTS)
_END = Reply(calls=(Call("complete_task", args_from_schema=True),))

_FILES = {
    "hello.txt": "hello world\nfoo bar\n",
    "src/a.py": "def foo():\n    return 1\n",
    ".gemini/skills/lab-skill/SKILL.md": (
        "---\nname: lab-skill\ndescription: A skill for this run\n---\n# Lab skill\nDo nothing.\n"
    ),
}
_QUESTION: dict[str, Any] = {
    "question": "Which colour?",
    "header": "Pick",
    "type": "choice",
    "options": [{"label": "Red", "description": "a"}, {"label": "Blue", "description": "b"}],
}


def scenarios(version: str) -> list[Scenario]:
    """Return all runs of a version."""
    found = [_turn(), _tools(version), _subagents(version), _sessions(), _guarded()]
    if within(version, since="0.34.0"):
        found.append(_tracker(version))
    if within(version, since=_ARGUMENTS_KNOWN):
        found += [_arguments(), _next_family(), _next_family_asks()]
    return [*found, _terminal(version)]


def _headless(prompt: str, model: str = _FLASH, *more: str) -> Program:
    return Program(
        ("{{program}}", *more, "-p", prompt, "-m", model, "--approval-mode", "yolo", "--output-format", "json")
    )


def _turn() -> Scenario:
    replies = (
        call("write_file", file_path="{{workspace}}/out.txt", content="hi\n"),
        call("run_shell_command", command="cat out.txt", description="show"),
    )
    return Scenario(
        name="turn",
        title="one prompt, two tools, every event",
        script=Script({"main": replies}),
        steps=(_headless("write a file and show it"),),
        files=_FILES,
        expects=_EVERY_TURN,
    )


def _guarded() -> Scenario:
    replies = guarded_replies(
        lambda command: call("run_shell_command", command=command, description="run"),
        lambda path: call("write_file", file_path=path, content="x\n"),
    )
    return Scenario(
        name="guarded",
        title="calls that policies guard",
        script=Script({"main": replies}),
        steps=(_headless(GUARDED_PROMPT),),
        files=_FILES,
        settings={"events": _TOOLS},
    )


def _tools(version: str) -> Scenario:
    return Scenario(
        name="tools",
        title="every tool, with and without success",
        script=Script({"main": tuple(_tool_calls(version))}),
        steps=(_headless("use every tool @hello.txt"),),
        files=_FILES,
        settings={
            "events": _TOOLS,
            "model": {"maxSessionTurns": -1},
            "useWriteTodos": True,
            # memoryV2 takes save_memory away before the version that removed it. Up to 0.39 update_topic has a switch.
            "experimental": {"plan": True, "skills": True, "memoryV2": False, "topicUpdateNarration": True},
            "skills": {"enabled": True},
            "general": {"plan": {"enabled": True}},
        },
        probes=frozenset({"search_file_content"}) if within(version, since="0.28.0") else frozenset(),
    )


def _tool_calls(version: str) -> list[Reply]:
    new = within(version, since="0.40.0")
    mcp = "mcp_lab_" if within(version, since="0.33.0") else ""
    search = ["grep_search", "search_file_content"] if within(version, since="0.28.0") else ["search_file_content"]
    lines = {"start_line": 1, "end_line": 1} if within(version, since="0.31.0") else {"offset": 0, "limit": 1}
    file = "{{workspace}}/new.txt"
    replies = [
        call("list_directory", dir_path="{{workspace}}"),
        call("read_file", file_path="hello.txt"),
        call("read_file", file_path="{{workspace}}/hello.txt", **lines),
        call("read_file", file_path="missing.txt"),
        call("glob", pattern="**/*.py"),
        *(call(name, pattern="foo") for name in search),
        call("write_file", file_path=file, content="alpha beta\n"),
        call("replace", file_path=file, instruction="change", old_string="alpha", new_string="gamma"),
        call("replace", file_path=file, instruction="no match", old_string="zeta", new_string="gamma"),
        call("run_shell_command", command="echo ok", description="say ok"),
        call("run_shell_command", command="echo err >&2; exit 3", description="fail"),
        call("run_shell_command", command="sleep 1", is_background=True),
        call("run_shell_command", command="rm -rf build", description="clean", dir_path="src"),
        call("web_fetch", prompt="Summarize https://example.com/page"),
        call("google_web_search", query="lab query"),
        call("write_todos", todos=[{"description": "one", "status": "in_progress"}]),
        *((call("activate_skill", name="lab-skill"),) if within(version, since="0.24.0") else ()),
        call(f"{mcp}echo_text", text="hi"),
        call(f"{mcp}fail_tool"),
        calls(
            Call("read_file", {"file_path": "hello.txt", **({"wait_for_previous": True} if new else {})}),
            Call("run_shell_command", {"command": "echo parallel"}),
        ),
    ]
    if within(version, before="0.44.0"):
        replies.append(call("save_memory", fact="The lab exists"))
    if within(version, since="0.29.0", before="0.33.0"):
        replies.append(call("enter_plan_mode", reason="why"))
    if within(version, since="0.37.0"):
        replies.append(call("update_topic", title="Topic", summary="sum", strategic_intent="intent"))
    if within(version, since="0.38.0"):
        replies += [call("list_background_processes"), call("read_background_output", pid=1)]
    if new:
        replies += [call("list_mcp_resources"), call("read_mcp_resource", uri="lab://note")]
    return replies


def _subagents(version: str) -> Scenario:
    names = _AGENTS if within(version, since="0.24.0") else ("codebase_investigator",)
    words = {name: f"work as {name}" for name in names}
    if within(version, since="0.39.0"):
        main = tuple(call("invoke_agent", agent_name=name, prompt=prompt) for name, prompt in words.items())
    else:
        keys = {"generalist": "request", "codebase_investigator": "objective", "cli_help": "question"}
        told = {name: {keys[name]: prompt} for name, prompt in words.items()}
        if within(version, since="0.22.0", before="0.27.0"):
            main = tuple(call("delegate_to_agent", agent_name=name, **asked) for name, asked in told.items())
        else:
            main = tuple(call(name, **asked) for name, asked in told.items())
    conversations = {
        "main": main,
        "generalist": (
            call("run_shell_command", command="echo from-sub", description="say"),
            call("read_file", file_path="hello.txt"),
        ),
        "codebase_investigator": (call("read_file", file_path="hello.txt"),),
        "cli_help": (call("get_internal_docs"),),
    }
    conversations = {name: replies for name, replies in conversations.items() if name in {"main", *names}}
    agents = {name: {"enabled": True} for name in names}
    return Scenario(
        name="subagents",
        title="tools called by sub-agents",
        script=Script(conversations, routes=_ROUTES, finish_of=dict.fromkeys(_AGENTS, _END)),
        steps=(_headless("delegate"),),
        files=_FILES,
        settings={
            "events": _TOOLS,
            "experimental": {"enableAgents": True, "codebaseInvestigatorSettings": {"enabled": True}},
            "agents": {"overrides": agents},
            # Up to 0.29 the generalist refuses to start beside an MCP server.
            "mcpServers": {"lab": None},
        },
    )


def _sessions() -> Scenario:
    return Scenario(
        name="sessions",
        title="a session, and the same session resumed",
        script=Script(),
        steps=(_headless("first"), _headless("second", _FLASH, "--resume", "latest")),
        files=_FILES,
        settings={"events": _TOOLS},
    )


def _tracker(version: str) -> Scenario:
    replies = [
        call("tracker_create_task", title="T", description="d", type="task"),
        call("tracker_create_task", title="T2", description="d2", type="task"),
        call("tracker_list_tasks"),
        call("tracker_get_task", id="1"),
        call("tracker_update_task", id="1", status="in_progress"),
        call("tracker_add_dependency", taskId="2", dependencyId="1"),
        call("tracker_visualize"),
    ]
    if within(version, since="0.40.0"):
        replies += [
            call("enter_plan_mode", reason="why"),
            call("write_file", file_path="plans/p.md", content="# plan\n"),
            call("exit_plan_mode", plan_filename="p.md"),
        ]
    return Scenario(
        name="tracker",
        title="task tracker and plan mode",
        script=Script({"main": tuple(replies)}),
        steps=(_headless("plan it", _PRO),),
        files=_FILES,
        settings={
            "events": _TOOLS,
            "experimental": {"taskTracker": True, "plan": True},
            "general": {"plan": {"enabled": True}},
        },
    )


def _arguments() -> Scenario:
    return Scenario(
        name="arguments",
        title="every argument that the other runs leave out",
        script=Script(
            {"main": arguments.replies(), "cli_help": (call("get_internal_docs"),)},
            routes=_ROUTES,
            finish_of=dict.fromkeys(_AGENTS, _END),
        ),
        steps=(_headless("give every argument", _PRO),),
        files=_FILES,
        settings={
            "events": _TOOLS,
            "model": {"maxSessionTurns": -1},
            "experimental": {"taskTracker": True, "plan": True, "enableAgents": True},
            "agents": {"overrides": {name: {"enabled": True} for name in _AGENTS}},
        },
    )


def _next_family() -> Scenario:
    replies = (
        call("read_file", file_path="hello.txt"),
        call("replace", file_path="hello.txt", instruction="change", old_string="hello", new_string="goodbye"),
        call("write_file", file_path="next.txt", content="text\n"),
        call("run_shell_command", command="cat next.txt", description="show"),
        call("write_todos", todos=[{"description": "one", "status": "in_progress"}]),
        call("enter_plan_mode", reason="why"),
        call("write_file", file_path="plans/p.md", content="# plan\n"),
        call("exit_plan_mode", plan_filename="p.md"),
    )
    return Scenario(
        name="next-family",
        title="the tools that models of the next family are given",
        script=Script({"main": replies}),
        steps=(_headless("change a file", _NEXT),),
        files=_FILES,
        settings={
            "events": _TOOLS,
            "useWriteTodos": True,
            "experimental": {"plan": True, "skills": True},
            "skills": {"enabled": True},
            "general": {"plan": {"enabled": True}},
        },
        # A program that does not declare it has not got it.
        probes=frozenset({"write_todos"}),
    )


def _next_family_asks() -> Scenario:
    keys = (
        Key("Type your message", "hello there", within=40, settle=1),
        Key("", "\r"),
        Key("Which colour", "\r", within=20, settle=1),
        Key("scripted steps are done", "/quit", within=20, settle=1),
        Key("", "\r"),
    )
    return Scenario(
        name="next-family-asks",
        title="a question to the user, by a model of the next family",
        script=Script({"main": (call("ask_user", questions=[_QUESTION]),)}),
        steps=(Terminal(("{{program}}", "-m", _NEXT), keys, timeout=150),),
        files=_FILES,
        settings={"events": _TOOLS},
        quick=False,
    )


def _terminal(version: str) -> Scenario:
    replies = [
        call("ask_user", questions=[_QUESTION]),
        call("run_shell_command", command="touch made-by-shell.txt", description="touch"),
        call("write_file", file_path="{{workspace}}/x.txt", content="text\n"),
        call(("mcp_lab_" if within(version, since="0.33.0") else "") + "echo_text", text="hi"),
    ]
    asks = within(version, since="0.29.0")
    if not asks:
        replies = replies[1:]
    question = (Key("Which colour", "\r", within=20, settle=1),)
    keys = (
        Key("Type your message", "hello there", within=40, settle=1),
        Key("", "\r"),
        *(question if asks else ()),
        Key("Allow execution", "\r", within=20, settle=1),
        Key("Apply this change", "\r", within=20, settle=1),
        Key("Allow execution of MCP", "\r", within=20, settle=1),
        Key("scripted steps are done", "/compress", within=20, settle=1),
        Key("", "\r"),
        Key("", "/clear", settle=4),
        Key("", "\r"),
        Key("", "/quit", settle=3),
        Key("", "\r"),
    )
    return Scenario(
        name="terminal",
        title="permission questions, /compress, /clear and /quit behind a terminal",
        script=Script({"main": tuple(replies)}),
        steps=(Terminal(("{{program}}", "-m", _FLASH), keys, timeout=150),),
        files=_FILES,
        expects=("Notification", "PreCompress", "SessionEnd"),
        settings={
            "events": [*_TOOLS, "PreCompress"],
            "mcpServers": {"lab": {"trust": False}},
        },
        quick=False,
    )
