"""What a scenario has its host tell the program's server (see `serve`), and replies that its model gives."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hookconform_lab.lab.scenario import Program, Scenario
from hookconform_lab.lab.script import Call, Reply, Script, call

# A machine that has other things to do is slow, and these programs are large.
_SECONDS = 900
RUN = Program(("{{program}}", "run", "Please run the scripted steps."), timeout=_SECONDS)
SOURCE = {"hello.txt": "hello world\nsecond line\n", "src/app.py": "def main():\n    return 1\n"}
TODOS = [
    {"id": "1", "content": "first", "status": "in_progress", "priority": "high"},
    {"id": "2", "content": "second", "status": "pending", "priority": "low"},
]
QUESTIONS = [
    {
        "question": "Which colour?",
        "header": "Colour",
        "options": [{"label": "Red", "description": "warm"}, {"label": "Blue", "description": "cold"}],
    }
]
_PATCH = "*** Begin Patch\n{}*** End Patch"


def own_files(folder: str) -> dict[str, str]:
    """Return what a project keeps in its configuration folder: two commands, a tool and a skill."""
    return {
        f"{folder}/command/greet.md": "---\ndescription: Greet\n---\n[[SHORT]] greet $ARGUMENTS\n",
        f"{folder}/command/delegate.md": (
            "---\ndescription: Delegate\nsubtask: true\nagent: general\n---\n[[SUB]] do $ARGUMENTS\n"
        ),
        f"{folder}/tool/custom.js": (
            'export const greet = { description: "Greet", args: {}, execute: async () => "hello" }\n'
        ),
        f"{folder}/skill/demo/SKILL.md": "---\nname: demo\ndescription: A demo skill\n---\nSay hello.\n",
    }


def served(steps: list[dict[str, Any]]) -> Program:
    """Return the program's server with a host that carries out these steps."""
    host = ("{{python}}", "-m", "hookconform_lab.lab.plugins.serve", "{{program}}")
    return Program(host, stdin=json.dumps(steps), timeout=_SECONDS)


def model(name: str = "scripted") -> dict[str, str]:
    """Return a model of the lab's provider."""
    return {"providerID": "lab", "modelID": name}


def session() -> dict[str, Any]:
    """Return the step that begins a session; the steps after it are about that one."""
    return {"method": "POST", "path": "/session", "body": {}, "save": {"session": "id"}}


def step(action: str, body: dict[str, Any]) -> dict[str, Any]:
    """Return a step of the session."""
    return {"method": "POST", "path": f"/session/$session/{action}", "body": body}


def command(name: str, arguments: str) -> dict[str, Any]:
    """Return the step in which a user gives a slash command."""
    return step("command", {"command": name, "arguments": arguments, "model": "lab/scripted"})


def end() -> tuple[dict[str, Any], ...]:
    """Return the steps in which the session gets another title and is deleted."""
    session_path = "/session/$session"
    return (
        {"method": "PATCH", "path": session_path, "body": {"title": "renamed"}},
        {"method": "DELETE", "path": session_path},
    )


def calls_of_shared_tools() -> tuple[Reply, ...]:
    """Return calls of the tools for files, the web, lists of tasks and sub-agents, with and without success."""
    new = "{{workspace}}/new.txt"
    return (
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
        call("todowrite", todos=TODOS),
        call("task", description="Find it", prompt="[[SUB]] find def", subagent_type="general"),
        call("task", description="Nobody", prompt="[[SUB]]", subagent_type="nobody"),
    )


def calls_about_resources() -> tuple[Reply, ...]:
    """Return calls that list and read what MCP servers have to show."""
    return (
        call("list_mcp_resources"),
        call("list_mcp_resources", server="lab"),
        call("list_mcp_resource_templates", server="lab"),
        call("read_mcp_resource", server="lab", uri="lab://note"),
    )


def patches() -> tuple[Reply, ...]:
    """Return patches: one that adds and updates, one that moves and deletes, one that fits nothing."""
    bodies = (
        "*** Add File: added.txt\n+one\n+two\n*** Update File: hello.txt\n@@\n-hello world\n+HELLO WORLD\n",
        "*** Update File: hello.txt\n*** Move to: moved.txt\n@@\n-second line\n+2nd line\n*** Delete File: added.txt\n",
        "*** Update File: moved.txt\n@@\n-no such line\n+x\n",
    )
    return tuple(call("apply_patch", patchText=_PATCH.format(body)) for body in bodies)


def task_again() -> Reply:
    """Return a call that goes on with the sub-agent called last."""
    return call(
        "task",
        description="Again",
        prompt="[[SUB]] find def",
        subagent_type="general",
        task_id=r"{{last:(ses_\w+)}}",
    )


def failure() -> Scenario:
    """Let the model refuse a request for good: the program tries again after other errors, for minutes."""
    return Scenario(
        name="failure",
        title="a model that refuses a request",
        script=Script({"main": tuple(Reply(http_error=400) for _ in range(8))}),
        steps=(RUN,),
        expects=("event",),
        exit_codes=(0, 1),
        quick=False,
    )


def code_mode(variables: str) -> Scenario:
    """Let a script of the model's call tools; `variables` is how the program's own begin."""
    script = "return await tools.lab.echo_text({text: 'from code mode'})"
    main = (call("execute", code=script), call("execute", code="return await tools.nothing({})"))
    return Scenario(
        name="code-mode",
        title="MCP tools called from a script",
        script=Script({"main": main}),
        steps=(RUN,),
        environment={f"{variables}_EXPERIMENTAL_CODE_MODE": "1"},
    )


def language_server(variables: str, files: dict[str, str]) -> Scenario:
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
        steps=(RUN,),
        files=files,
        home_files={"tools/language-server": start},
        settings={"configuration": {"lsp": {"lab": server}}},
        environment={f"{variables}_EXPERIMENTAL_LSP_TOOL": "1"},
        quick=False,
    )
