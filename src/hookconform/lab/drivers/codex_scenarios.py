"""The runs that drive Codex: `codex exec` for the tools, the app server for what needs somebody to answer."""

from __future__ import annotations

import json
from typing import Any

from hookconform.lab.drivers.codex_names import at_least
from hookconform.lab.scenario import Program, Scenario
from hookconform.lab.script import Call, Reply, Script, call, calls, text

_AGENT = r"{{last:agent_id[^0-9a-f]+([0-9a-f-]{36})}}"
_SHELL_SESSION = r"{{int:session ID (\d+)}}"
_FILES = {"hello.txt": "hello world\nsecond line\n", "src/app.py": "def main():\n    return 1\n"}
# One grey pixel, made by a scripted command because workspace files are text.
_PIXEL = (
    "echo iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    " | base64 -d > pixel.png"
)
_PROMPT = "Please run the scripted steps."
_MODEL_EVENTS = ("PreModelRequest", "PostModelRequest")
_PLAN = [{"step": "first", "status": "in_progress"}, {"step": "second", "status": "pending"}]
_QUESTIONS = [
    {
        "id": "colour",
        "header": "Colour",
        "question": "Which colour?",
        "options": [{"label": "Red", "description": "warm"}, {"label": "Blue", "description": "cold"}],
    }
]


def patch(body: str) -> Reply:
    """Return a reply that calls apply_patch as the free-text tool it is."""
    return Reply(calls=(_patch(body),))


def _patch(body: str) -> Call:
    return Call("apply_patch", custom=f"*** Begin Patch\n{body}*** End Patch\n")


def _in(namespace: str, name: str, **args: Any) -> Reply:
    return Reply(calls=(Call(name, args, namespace=namespace),))


def _search(query: str) -> Reply:
    item = {"type": "tool_search_call", "execution": "client", "arguments": {"query": query, "limit": 8}}
    return Reply(calls=(Call("tool_search", item=item),))


def exec_argv(version: str, prompt: str, *, resume: bool = False) -> tuple[str, ...]:
    """Return the command line of a run without a terminal, with hooks trusted where trust exists."""
    trust = ("--dangerously-bypass-hook-trust",) if at_least(version, "0.142.0") else ()
    return (
        "{{program}}",
        "exec",
        "--dangerously-bypass-approvals-and-sandbox",
        *trust,
        "--skip-git-repo-check",
        *(("resume", "--last") if resume else ()),
        prompt,
    )


def _app_server(steps: list[dict[str, Any]], answers: dict[str, Any]) -> Program:
    plan = json.dumps({"answers": answers, "steps": steps})
    return Program(("{{python}}", "-m", "hookconform.lab.drivers.codex_app_server", "{{program}}"), stdin=plan)


def scenarios_at(version: str) -> list[Scenario]:
    """Return the runs for a version."""
    if not at_least(version, "0.139.0"):
        return [_early_tools(version)]
    found = [_tools(version), _app_server_run(version), _compaction(version), _resume(version)]
    if at_least(version, "0.166.0"):
        found += [_code_mode(version), _model_requests(version)]
    return found


def _shell_replies() -> tuple[Reply, ...]:
    return (
        call("exec_command", cmd=_PIXEL),
        call("exec_command", cmd="echo oops >&2; exit 3"),
        call("exec_command", cmd="cat hello.txt", workdir=".", login=False, max_output_tokens=99),
        call("exec_command", cmd="sleep 1; read word; echo got $word", yield_time_ms=250, tty=True),
        call("write_stdin", session_id=_SHELL_SESSION, chars="abc\n", yield_time_ms=2500),
        call("exec_command", bad="no such argument"),
        calls(Call("exec_command", {"cmd": "echo one"}), Call("exec_command", {"cmd": "echo two"})),
    )


def _patch_replies() -> tuple[Reply, ...]:
    return (
        patch("*** Add File: new.txt\n+line one\n+line two\n"),
        patch("*** Update File: new.txt\n@@\n line one\n-line two\n+line 2\n"),
        patch(
            "*** Add File: sub/x.txt\n+x\n*** Update File: new.txt\n*** Move to: moved.txt\n@@\n-line one\n+line 1\n"
            "*** Delete File: hello.txt\n"
        ),
        patch("*** Update File: missing.txt\n@@\n-q\n+r\n"),
        call(
            "exec_command",
            cmd="apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: shell.txt\n+by shell\n*** End Patch\nEOF\n",
        ),
    )


def _tools(version: str) -> Scenario:
    agents = "multi_agent_v1"
    main = (
        *_shell_replies(),
        *_patch_replies(),
        call("update_plan", explanation="why", plan=_PLAN),
        call("update_plan", plan="not a list"),
        call("view_image", path="pixel.png"),
        call("view_image", path="missing.png"),
        call("list_mcp_resources"),
        call("list_mcp_resource_templates", server="lab"),
        call("read_mcp_resource", server="lab", uri="lab://note"),
        call("request_user_input", questions=_QUESTIONS),
        call("get_goal"),
        call("create_goal", objective="a goal"),
        call("update_goal", status="complete"),
        _search("echo lab"),
        _in("mcp__lab", "echo_text", text="hello mcp"),
        _in("mcp__lab", "fail_tool"),
        _search("spawn agent"),
        _in(agents, "spawn_agent", message="[[SUB]] go", agent_type="explorer"),
        _in(agents, "wait_agent", targets=[_AGENT], timeout_ms=10000),
        _in(agents, "send_input", target=_AGENT, message="[[SUB2]] more"),
        _in(agents, "wait_agent", targets=[_AGENT], timeout_ms=10000),
        _in(agents, "close_agent", target=_AGENT),
        _in(agents, "resume_agent", id=_AGENT),
        call("no_such_tool", a=1),
    )
    sub = (
        call("exec_command", cmd="echo from sub-agent"),
        patch("*** Add File: sub.txt\n+sub\n"),
        text("Sub-agent done."),
    )
    return Scenario(
        name="tools",
        title="every tool of a model with direct tools, without a terminal",
        script=Script({"main": main, "SUB": sub, "SUB2": (text("Again done."),)}),
        steps=(Program(exec_argv(version, _PROMPT)),),
        files=_FILES,
        settings={
            "model": "gpt-5.5",
            "features": {"default_mode_request_user_input": True},
            "tables": ("[tools.update_plan]", "enabled = true") if at_least(version, "0.153.0") else (),
            "without_events": _MODEL_EVENTS,
        },
        probes=frozenset({"no_such_tool"}),
    )


def _early_tools(version: str) -> Scenario:
    """Before 0.139 hooks saw the shell, then patches and MCP tools: few shapes, and other namespaces."""
    main = (
        *_shell_replies(),
        call("shell_command", command="echo shell_command", workdir="."),
        call("shell", command=["bash", "-lc", "echo shell"]),
        *_patch_replies(),
        call("update_plan", explanation="why", plan=_PLAN),
        call("view_image", path="pixel.png"),
        call("list_mcp_resources"),
        call("request_user_input", questions=_QUESTIONS),
        _in("mcp__lab__", "echo_text", text="hello mcp"),
        _in("mcp__lab__", "fail_tool"),
        call("mcp__lab__echo_text", text="flat name"),
        call("spawn_agent", message="[[SUB]] go"),
        call("wait_agent", targets=[_AGENT], timeout_ms=10000),
        call("close_agent", target=_AGENT),
    )
    return Scenario(
        name="tools",
        title="every tool, without a terminal",
        script=Script({"main": main, "SUB": (call("exec_command", cmd="echo from sub-agent"), text("Done."))}),
        steps=(Program(exec_argv(version, _PROMPT)), Program(exec_argv(version, "[[again]] more", resume=True))),
        files=_FILES,
        settings={"model": "gpt-5.3-codex", "features": {"default_mode_request_user_input": True}},
    )


def _code_mode(version: str) -> Scenario:
    def script(source: str) -> Reply:
        return Reply(calls=(Call("exec", custom=source),))

    team = "collaboration"
    main = (
        script(f'const r = await tools.exec_command({{cmd: "{_PIXEL}"}}); text(r.output)'),
        script('const r = await tools.exec_command({cmd: "exit 4", workdir: "/tmp"}); text(r)'),
        script('text(await tools.apply_patch("*** Begin Patch\\n*** Add File: c.txt\\n+c\\n*** End Patch\\n"))'),
        script('text(await tools.mcp__lab__echo_text({text: "from code mode"}))'),
        script('text(await tools.mcp__lab__fail_tool({}))'),
        script('text(await tools.update_plan({plan: [{step: "a", status: "pending"}]}))'),
        script('text(JSON.stringify(await tools.view_image({path: "pixel.png"})).slice(0, 50))'),
        script("text(await tools.list_mcp_resources({})); text(await tools.get_goal({}))"),
        _in("clock", "sleep", duration_ms=50),
        _in(team, "list_agents"),
        _in(team, "spawn_agent", task_name="lab_task", message="[[SUB]] go"),
        _in(team, "send_message", target="lab_task", message="extra"),
        _in(team, "wait_agent", timeout_ms=10000),
        _in(team, "followup_task", target="lab_task", message="[[SUB2]] again"),
        _in(team, "wait_agent", timeout_ms=10000),
        _in(team, "interrupt_agent", target="lab_task"),
        _in("functions", "request_user_input", questions=_QUESTIONS),
        _in("functions", "request_user_input_async", questions=_QUESTIONS),
    )
    sub = (script('text((await tools.exec_command({cmd: "echo from sub-agent"})).output)'), text("Sub done."))
    return Scenario(
        name="code-mode",
        title="a model whose tools are called from scripts",
        script=Script({"main": main, "SUB": sub, "SUB2": (text("Again done."),)}),
        steps=(Program(exec_argv(version, _PROMPT)),),
        files=_FILES,
        settings={
            "model": "gpt-6-astra",
            "features": {"default_mode_request_user_input": True},
            "tables": ("[tools.update_plan]", "enabled = true"),
            "without_events": _MODEL_EVENTS,
        },
    )


def _compaction(version: str) -> Scenario:
    main = (
        Reply(calls=(Call("exec_command", {"cmd": "echo one"}),), total_tokens=90000),
        call("exec_command", cmd="echo two"),
    )
    return Scenario(
        name="compaction",
        title="automatic compaction in the middle of a turn",
        script=Script({"main": main}),
        steps=(Program(exec_argv(version, _PROMPT)),),
        files=_FILES,
        settings={
            "model": "gpt-5.5",
            "top": {"model_auto_compact_token_limit": 20000},
            "without_events": _MODEL_EVENTS,
        },
    )


def _resume(version: str) -> Scenario:
    """Also the run with a model the program does not know, to which it declares every tool up front."""
    return Scenario(
        name="resume",
        title="a session, then resumed, with a model unknown to the program",
        script=Script({"main": (call("exec_command", cmd="echo hi"), text("Hello."), text("Hello again."))}),
        steps=(Program(exec_argv(version, _PROMPT)), Program(exec_argv(version, "And again.", resume=True))),
        files=_FILES,
        settings={"model": "lab-unknown-model", "without_events": _MODEL_EVENTS},
    )


def _model_requests(version: str) -> Scenario:
    main = (call("exec_command", cmd="echo hi"),)
    return Scenario(
        name="model-requests",
        title="the hooks around model requests",
        script=Script({"main": main}),
        steps=(Program(exec_argv(version, _PROMPT)),),
        files=_FILES,
        settings={"model": "gpt-5.5"},
    )


def _app_server_run(version: str) -> Scenario:
    outside = "{{home}}/outside"
    escalated = {"sandbox_permissions": "require_escalated", "justification": "has to write outside"}
    asked = (
        call("exec_command", cmd=f"touch {outside}-1; echo asked", **escalated),
        patch(f"*** Add File: {outside}-2.txt\n+x\n"),
        _in("mcp__lab", "echo_text", text="asked"),
        call("request_user_input", questions=_QUESTIONS),
        call("request_permissions", reason="needs the network", permissions={"network": {"enabled": True}}),
        call("exec_command", cmd="sleep 1; read w; echo $w", yield_time_ms=250, tty=True, **escalated),
        call("write_stdin", session_id=_SHELL_SESSION, chars="zz\n", yield_time_ms=2500),
        text("Asked everything."),
    )
    slow = (call("exec_command", cmd="sleep 20; echo slow", yield_time_ms=20000, **escalated),)
    planned = (call("update_plan", plan=_PLAN), call("exec_command", cmd="echo planning"), text("Planned."))
    script = {"ASKED": asked, "SLOW": slow, "PLANNED": planned, "SHORT": (text("One."),)}
    answers = {
        "item/commandExecution/requestApproval": {"decision": "accept"},
        "item/fileChange/requestApproval": {"decision": "accept"},
        "item/tool/requestUserInput": {"answers": {"colour": {"answers": ["Red"]}}},
        "item/permissions/requestApproval": {"permissions": {"network": {"enabled": True}}, "scope": "turn"},
        "mcpServer/elicitation/request": {"action": "accept", "content": {}},
    }
    thread = {"cwd": "{{workspace}}", "approvalPolicy": "on-request", "sandbox": "read-only"}
    plan_mode = {
        "mode": "plan",
        "settings": {"model": "gpt-5.5", "reasoning_effort": None, "developer_instructions": None},
    }
    ended = {"wait": "turn/completed"}
    steps = [
        {"trust": True},
        {"call": "thread/start", "params": thread, "save": {"thread": "thread.id"}},
        _turn("ASKED"),
        ended,
        _turn("SLOW", save={"turn": "turn.id"}),
        {"wait": "item/started", "contains": "commandExecution"},
        {"call": "turn/interrupt", "params": {"threadId": "$thread", "turnId": "$turn"}},
        ended,
        {"call": "thread/compact/start", "params": {"threadId": "$thread"}},
        ended,
        {**_turn("PLANNED", collaborationMode=plan_mode), "optional": True},
        {**ended, "optional": True},
        {"call": "thread/fork", "params": {"threadId": "$thread"}, "save": {"thread": "thread.id"}},
        _turn("SHORT"),
        ended,
        {
            "call": "thread/start",
            "params": {**thread, "sessionStartSource": "clear"},
            "save": {"thread": "thread.id"},
        },
        _turn("SHORT"),
        ended,
    ]
    return Scenario(
        name="app-server",
        title="permissions, questions, interrupt, plan mode, manual compaction, fork and clear over the app server",
        script=Script(script),
        steps=(_app_server(steps, answers),),
        files=_FILES,
        settings={
            "model": "gpt-5.5",
            "features": {"default_mode_request_user_input": True, "request_permissions_tool": True},
            "tables": ("[tools.update_plan]", "enabled = true") if at_least(version, "0.153.0") else (),
            "without_events": _MODEL_EVENTS,
        },
    )


def _turn(marker: str, *, save: dict[str, str] | None = None, **more: Any) -> dict[str, Any]:
    said = [{"type": "text", "text": f"[[{marker}]] go on"}]
    return {"call": "turn/start", "params": {"threadId": "$thread", "input": said, **more}, "save": save or {}}
