"""The runs that drive OpenCode: `opencode run` for the tools, `opencode serve` for what needs an answer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hookconform.ground.versions import at_least
from hookconform.lab.guarded_scenario import PROMPT as GUARDED_PROMPT
from hookconform.lab.guarded_scenario import guarded_replies
from hookconform.lab.scenario import Program, Scenario
from hookconform.lab.script import Call, Reply, Script, call, calls, text
from hookconform.platforms.opencode.names import has

_FILES = {
    "hello.txt": "hello world\nsecond line\n",
    "src/app.py": "def main():\n    return 1\n",
    ".opencode/command/greet.md": "---\ndescription: Greet\n---\n[[SHORT]] greet $ARGUMENTS\n",
    ".opencode/command/delegate.md": (
        "---\ndescription: Delegate\nsubtask: true\nagent: general\n---\n[[SUB]] do $ARGUMENTS\n"
    ),
    ".opencode/tool/custom.js": (
        'export const greet = { description: "Greet", args: {}, execute: async () => "hello" }\n'
    ),
    ".opencode/skill/demo/SKILL.md": "---\nname: demo\ndescription: A demo skill\n---\nSay hello.\n",
}
_SUB = (call("grep", pattern="def"), text("Sub-agent: found it."))
_TODOS = [
    {"id": "1", "content": "first", "status": "in_progress", "priority": "high"},
    {"id": "2", "content": "second", "status": "pending", "priority": "low"},
]
_QUESTIONS = [
    {
        "question": "Which colour?",
        "header": "Colour",
        "options": [{"label": "Red", "description": "warm"}, {"label": "Blue", "description": "cold"}],
    }
]
_PATCH = "*** Begin Patch\n{}*** End Patch"


def scenarios_at(version: str) -> list[Scenario]:
    """Return the runs for a version."""
    found = [_tools(version), _serve(version), _failure()]
    if has("execute", version):
        found.append(_code_mode())
    if has("lsp", version):
        found.append(_language_server())
    return found


def shell(version: str, command: str, **more: Any) -> Call:
    """Return a call of the shell tool, which demands a description up to 1.14."""
    described = {} if has("execute", version) else {"description": "Run it"}
    return Call("bash", {"command": command, **described, **more})


def _of_server_with_odd_name(version: str) -> tuple[Reply, Reply]:
    """Call the tools of the server `my-srv.two`: dots become underscores from 1.0 on, dashes stay."""
    server = "my-srv_two" if at_least(version, "1.0.0") else "my-srv.two"
    return call(f"{server}_echo_text", text="dots become underscores, dashes stay"), call(f"{server}_fail_tool")


def _task_again() -> Reply:
    return call(
        "task",
        description="Again",
        prompt="[[SUB]] find def",
        subagent_type="general",
        task_id=r"{{last:(ses_\w+)}}",
    )


def without_command(version: str) -> Call:
    """Return a call of the shell tool that lacks its command."""
    return Call("bash", {"timeout": 300} if has("execute", version) else {"description": "no command"})


def _tools(version: str) -> Scenario:
    def bash(command: str, **more: Any) -> Reply:
        return calls(shell(version, command, **more))

    new = "{{workspace}}/new.txt"
    main = [
        Reply(text="Starting.", calls=(shell(version, "echo hi"),)),
        bash("echo oops >&2; exit 3"),
        bash("pwd", workdir="src", timeout=5000),
        bash("sleep 5", timeout=300),
        calls(without_command(version)),
        Reply(calls=(Call("bash", raw='{"command": "echo broken'),)),
        call("write", filePath=new, content="alpha\nbeta\n"),
        call("write", filePath="relative.txt", content="relative\n"),
        call("read", filePath=new),
        call("read", filePath=new, offset=1, limit=1),
        call("read", filePath="{{workspace}}/missing.txt"),
        call("edit", filePath=new, oldString="beta", newString="gamma"),
        call("edit", filePath=new, oldString="a", newString="A", replaceAll=True),
        call("edit", filePath=new, oldString="not there", newString="x"),
        call("glob", pattern="**/*.py"),
        call("glob", pattern="*.txt", path="{{workspace}}"),
        call("grep", pattern="def", include="*.py", path="{{workspace}}"),
        call("grep", pattern="nothing like it"),
        call("webfetch", url="{{model_url}}/page", format="markdown"),
        call("webfetch", url="http://127.0.0.1:9/", format="text", timeout=3),
        call("todowrite", todos=_TODOS),
        call("task", description="Find it", prompt="[[SUB]] find def", subagent_type="general"),
        call("task", description="Nobody", prompt="[[SUB]]", subagent_type="nobody"),
        *((_task_again(),) if has("execute", version) else ()),
        call("lab_echo_text", text="hello"),
        call("lab_fail_tool"),
        *_of_server_with_odd_name(version),
        *((call("custom_greet"),) if at_least(version, "1.0.0") else ()),
        call("no_such_tool", x=1),
        call("Bash", command="echo case", description="Wrong case"),
        calls(shell(version, "echo one"), Call("read", {"filePath": "{{workspace}}/hello.txt"})),
    ]
    inner = [{"tool": "read", "parameters": {"filePath": "{{workspace}}/hello.txt"}}]
    more = {
        "list": (call("list", path="{{workspace}}"),),
        "todoread": (call("todoread"),),
        "batch": (call("batch", tool_calls=inner),),
        "codesearch": (call("codesearch", query="react hooks", tokensNum=2000),),
        "skill": (call("skill", name="demo"),),
        "list_mcp_resources": (
            call("list_mcp_resources"),
            call("list_mcp_resources", server="lab"),
            call("list_mcp_resource_templates", server="lab"),
            call("read_mcp_resource", server="lab", uri="lab://note"),
        ),
    }
    for tool, replies in more.items():
        if has(tool, version):
            main += replies
    return Scenario(
        name="tools",
        title="every tool of the usual model, sub-agent and MCP included",
        script=Script({"main": tuple(main), "SUB": _SUB}),
        steps=(Program(("{{program}}", "run", "Please run the scripted steps.")),),
        files=_FILES,
        settings={
            "further_servers": ("my-srv.two",),
            "configuration": {"experimental": {"batch_tool": True}} if has("batch", version) else {},
        },
        expects=("chat.message", "tool.execute.before", "tool.execute.after", "event"),
        environment={"OPENCODE_ENABLE_EXA": "1"} if has("codesearch", version) else {},
        probes=frozenset({"no_such_tool", "Bash"}),
    )


def _code_mode() -> Scenario:
    script = "return await tools.lab.echo_text({text: 'from code mode'})"
    main = (call("execute", code=script), call("execute", code="return await tools.nothing({})"))
    return Scenario(
        name="code-mode",
        title="MCP tools called from a script",
        script=Script({"main": main}),
        steps=(Program(("{{program}}", "run", "Please run the scripted steps.")),),
        environment={"OPENCODE_EXPERIMENTAL_CODE_MODE": "1"},
    )


def _failure() -> Scenario:
    """Let the model refuse a request for good: the program tries again after other errors, for minutes."""
    return Scenario(
        name="failure",
        title="a model that refuses a request",
        script=Script({"main": tuple(Reply(http_error=400) for _ in range(8))}),
        steps=(Program(("{{program}}", "run", "Please run the scripted steps.")),),
        expects=("event",),
        exit_codes=(0, 1),
        quick=False,
    )


def _language_server() -> Scenario:
    """Ask a server of the lab's own about a file; servers of real languages are downloaded, or not there."""
    at = {"filePath": "src/app.py", "line": 1, "character": 5}
    operations = (
        "hover",
        "goToDefinition",
        "findReferences",
        "documentSymbol",
        "workspaceSymbol",
        "goToImplementation",
    )
    start = f"exec '{{{{python}}}}' -I -S '{Path(__file__).with_name('language_server.py')}'\n"
    server = {"command": ["/bin/sh", "{{home}}/tools/language-server"], "extensions": [".py"]}
    return Scenario(
        name="language-server",
        title="a language server that answers",
        script=Script(
            {
                "main": (
                    *(call("lsp", operation=operation, **at) for operation in operations),
                    call("lsp", operation="hover", filePath="hello.txt", line=1, character=1),
                )
            }
        ),
        steps=(Program(("{{program}}", "run", "Please run the scripted steps.")),),
        files=_FILES,
        home_files={"tools/language-server": start},
        settings={"configuration": {"lsp": {"lab": server}}},
        environment={"OPENCODE_EXPERIMENTAL_LSP_TOOL": "1"},
        quick=False,
    )


def _patches() -> tuple[Reply, ...]:
    bodies = (
        "*** Add File: added.txt\n+one\n+two\n*** Update File: hello.txt\n@@\n-hello world\n+HELLO WORLD\n",
        "*** Update File: hello.txt\n*** Move to: moved.txt\n@@\n-second line\n+2nd line\n*** Delete File: added.txt\n",
        "*** Update File: moved.txt\n@@\n-no such line\n+x\n",
    )
    return tuple(call("apply_patch", patchText=_PATCH.format(body)) for body in bodies)


def _of_gpt(version: str) -> Iterator[Reply]:
    """Yield calls of what only a GPT model, or only a server, is given."""
    if has("websearch", version):
        yield call("websearch", query="hooks", numResults=3, livecrawl="fallback", type="auto")
    if has("execute", version):
        yield call("websearch", query="hooks", contextMaxCharacters=1000)
    if has("apply_patch", version):
        yield from _patches()
    # Without a server the tool fails; the same call with one is made where there is one.
    if has("lsp", version) and has("execute", version):
        yield call("lsp", operation="workspaceSymbol", filePath="src/app.py", line=1, character=1, query="def")


def _serve(version: str) -> Scenario:
    conversations: dict[str, tuple[Reply, ...]] = {
        "SUB": (*_SUB, *_SUB, *_SUB),
        "SHORT": (text("Hello."),),
        "PERMISSION": (
            calls(shell(version, "touch granted.txt")),
            calls(shell(version, "touch rejected.txt")),
            text("Asked."),
        ),
        "COMPACT": (
            Reply(calls=(shell(version, "echo one"),), total_tokens=19_600),
            calls(shell(version, "echo two")),
            text("Compacted."),
        ),
        "BACKGROUND": (
            call("task", description="bg", prompt="[[SUB]] bg", subagent_type="general", background=True),
            text("Started."),
        ),
    }
    conversations["main"] = guarded_replies(
        lambda command: calls(shell(version, command)),
        lambda path: call("write", filePath=path, content="x\n"),
    )
    conversations["GPT"] = (*_of_gpt(version), text("Done."))
    if has("question", version):
        conversations["QUESTION"] = (call("question", questions=_QUESTIONS), text("Asked."))
    if has("plan_exit", version):
        conversations["PLAN"] = (call("plan_exit"), text("Planned."))
    if has("plan_enter", version):
        conversations["ENTER"] = (call("plan_enter"), text("Planning."))
    steps = [_session(), _prompt(version, "[[PERMISSION]] please"), _prompt(version, GUARDED_PROMPT)]
    if "QUESTION" in conversations:
        steps.append(_prompt(version, "[[QUESTION]] please"))
    if "PLAN" in conversations:
        steps += [_session(), _prompt(version, "[[PLAN]] please", agent="plan")]
    if "ENTER" in conversations:
        steps += [_session(), _prompt(version, "[[ENTER]] please")]
    steps += [
        _session(),
        _prompt(version, "[[GPT]] please", model="gpt-5-scripted"),
        _session(),
        _prompt(version, "[[COMPACT]] please", model="small-context"),
        _session(),
        *([_prompt(version, "[[BACKGROUND]] please")] if has("execute", version) else []),
        _command("greet", "one two"),
        _command("delegate", "three"),
        _step("shell", {"agent": "build", "model": _model(), "command": "echo by hand"}),
        _step("summarize", _model()),
        {"method": "PATCH", "path": "/session/$session", "body": {"title": "renamed"}},
        {"method": "DELETE", "path": "/session/$session"},
    ]
    return Scenario(
        name="serve",
        title="permissions, questions, guarded calls, plans, patches, compaction, commands, deletion over the server",
        script=Script(conversations),
        steps=(
            Program(
                ("{{python}}", "-m", "hookconform.platforms.opencode.serve", "{{program}}"),
                stdin=json.dumps(steps),
            ),
        ),
        files=_FILES,
        settings={"permission": {"*": "allow", "bash": "ask"}},
        environment={
            "OPENCODE_ENABLE_EXA": "1",
            "OPENCODE_EXPERIMENTAL_BACKGROUND_SUBAGENTS": "1",
            "OPENCODE_EXPERIMENTAL_LSP_TOOL": "1",
            "OPENCODE_EXPERIMENTAL_PLAN_MODE": "1",
        },
    )


def _model(name: str = "scripted") -> dict[str, str]:
    return {"providerID": "lab", "modelID": name}


def _session() -> dict[str, Any]:
    return {"method": "POST", "path": "/session", "body": {}, "save": {"session": "id"}}


def _step(action: str, body: dict[str, Any]) -> dict[str, Any]:
    return {"method": "POST", "path": f"/session/$session/{action}", "body": body}


def _prompt(version: str, words: str, model: str = "scripted", **more: str) -> dict[str, Any]:
    parts = [{"type": "text", "text": words}]
    chosen = {"model": _model(model)} if at_least(version, "1.0.0") else _model(model)
    return _step("message", {**chosen, "parts": parts, **more})


def _command(name: str, arguments: str) -> dict[str, Any]:
    return _step("command", {"command": name, "arguments": arguments, "model": "lab/scripted"})
