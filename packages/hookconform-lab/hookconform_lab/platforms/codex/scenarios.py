"""The runs that drive Codex without anybody to answer: `codex exec`."""

from __future__ import annotations

from hookconform.ground.versions import at_least
from hookconform_lab.lab.guarded_scenario import PROMPT as GUARDED_PROMPT
from hookconform_lab.lab.guarded_scenario import guarded_replies
from hookconform_lab.lab.scenario import Program, Scenario
from hookconform_lab.lab.script import Call, Reply, Route, Script, call, calls, text
from hookconform_lab.platforms.codex.names import events_at
from hookconform_lab.platforms.codex.replies import (
    AGENT,
    FILES,
    MODEL_EVENTS,
    PLAN,
    QUESTIONS,
    SETTINGS,
    SHELL_SESSION,
    further_arguments,
    inside,
    mcp,
    patch,
    search,
)
from hookconform_lab.platforms.codex.talk import host, talk

# One grey pixel, made by a scripted command because workspace files are text.
_PIXEL = (
    "echo iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    " | base64 -d > pixel.png"
)
_ALWAYS = ("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop")
_PROMPT = "Please run the scripted steps."


def unattended(version: str, *prompts: str) -> tuple[Program, ...]:
    """Return the steps of a session without a terminal, hooks trusted; prompts after the first resume it."""
    trust: tuple[Program, ...] = ()
    options = ["--dangerously-bypass-approvals-and-sandbox", "--skip-git-repo-check"]
    if at_least(version, "0.142.0"):
        options.append("--dangerously-bypass-hook-trust")
    elif at_least(version, "0.129.0"):
        # From 0.131.0 on the option exists, but does not make the hooks run yet.
        trust = (host({"steps": [{"trust": True}]}),)
    runs = [
        Program(("{{program}}", "exec", *options, *(("resume", "--last") if number else ()), prompt))
        for number, prompt in enumerate(prompts)
    ]
    return (*trust, *runs)


def scenarios_at(version: str) -> list[Scenario]:
    """Return the runs for a version."""
    if not at_least(version, "0.139.0"):
        tools = _tools if at_least(version, "0.133.0") else _early_tools
        return [tools(version), *([talk(version)] if at_least(version, "0.122.0") else [])]
    found = [_tools(version), talk(version), _compaction(version), _resume(version), _guarded(version)]
    if at_least(version, "0.166.0"):
        found.append(_code_mode(version))
    if at_least(version, "0.164.0"):
        found += [_model_requests(version), _model_requests_of_a_sub_agent(version)]
    return found


def _shell_replies() -> tuple[Reply, ...]:
    return (
        call("exec_command", cmd=_PIXEL),
        call("exec_command", cmd="echo oops >&2; exit 3"),
        call("exec_command", cmd="cat hello.txt", workdir=".", login=False, max_output_tokens=99),
        call("exec_command", cmd="sleep 1; read word; echo got $word", yield_time_ms=250, tty=True),
        call("write_stdin", session_id=SHELL_SESSION, chars="abc\n", yield_time_ms=2500),
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


def _resource_replies() -> tuple[Reply, ...]:
    return (
        call("list_mcp_resources"),
        call("list_mcp_resource_templates", server="lab"),
        call("read_mcp_resource", server="lab", uri="lab://note"),
    )


def _tools(version: str) -> Scenario:
    agents = "multi_agent_v1"
    main = (
        *_shell_replies(),
        *_patch_replies(),
        call("update_plan", explanation="why", plan=PLAN),
        call("update_plan", plan="not a list"),
        call("view_image", path="pixel.png"),
        call("view_image", path="missing.png"),
        *_resource_replies(),
        call("request_user_input", questions=QUESTIONS),
        call("get_goal"),
        call("create_goal", objective="a goal"),
        call("update_goal", status="complete"),
        search("echo text"),
        mcp(version, "echo_text", text="hello mcp"),
        mcp(version, "fail_tool"),
        search("my-srv echo text"),
        mcp(version, "echo_text", "my_srv", text="dashes become underscores"),
        mcp(version, "fail_tool", "my_srv"),
        search("spawn agent"),
        inside(agents, "spawn_agent", message="[[SUB]] go", agent_type="explorer"),
        inside(agents, "wait_agent", targets=[AGENT], timeout_ms=10000),
        inside(agents, "send_input", target=AGENT, message="[[SUB2]] more"),
        inside(agents, "wait_agent", targets=[AGENT], timeout_ms=10000),
        inside(agents, "close_agent", target=AGENT),
        inside(agents, "resume_agent", id=AGENT),
        *(further_arguments(AGENT) if at_least(version, "0.169.0") else ()),
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
        steps=unattended(version, _PROMPT),
        files=FILES,
        settings={
            "model": "gpt-5.5",
            "features": {"default_mode_request_user_input": True},
            "further_servers": ("my-srv",),
            "tables": ("[tools.update_plan]", "enabled = true") if at_least(version, "0.153.0") else (),
            "without_events": MODEL_EVENTS,
        },
        probes=frozenset({"no_such_tool"}),
        expects=(*_ALWAYS, "SubagentStart", "SubagentStop"),
    )


def _guarded(version: str) -> Scenario:
    replies = guarded_replies(
        lambda command: call("exec_command", cmd=command),
        lambda path: patch(f"*** Add File: {path}\n+x\n"),
    )
    return Scenario(
        name="guarded",
        title="calls that policies guard",
        script=Script({"main": replies}),
        steps=unattended(version, GUARDED_PROMPT),
        files=FILES,
        settings={"model": "gpt-5.5", "without_events": MODEL_EVENTS},
    )


def _early_tools(version: str) -> Scenario:
    """Up to 0.132 agents were started without a search, and hooks saw few tools."""
    main = (
        *_shell_replies(),
        call("shell_command", command="echo shell_command", workdir="."),
        call("shell", command=["bash", "-lc", "echo shell"]),
        *_patch_replies(),
        call("update_plan", explanation="why", plan=PLAN),
        call("view_image", path="pixel.png"),
        *_resource_replies(),
        call("request_user_input", questions=QUESTIONS),
        mcp(version, "echo_text", text="hello mcp"),
        mcp(version, "fail_tool"),
        *(_agent_replies() if at_least(version, "0.115.0") else ()),
        text("All done."),
        text("Hello again."),
    )
    return Scenario(
        name="tools",
        title="every tool, without a terminal",
        script=Script(
            {
                "main": main,
                "SUB": (call("exec_command", cmd="echo from sub-agent"), text("Done.")),
                "SUB2": (text("Again done."),),
            }
        ),
        steps=unattended(version, _PROMPT, "And again."),
        files=FILES,
        settings={"model": "gpt-5.3-codex", "features": {"default_mode_request_user_input": True}},
        probes=frozenset({"shell", "shell_command"}),
        expects=tuple(event for event in _ALWAYS if event in events_at(version)),
        optional=not events_at(version),
    )


def _agent_replies() -> tuple[Reply, ...]:
    return (
        call("spawn_agent", message="[[SUB]] go"),
        call("wait_agent", targets=[AGENT], timeout_ms=10000),
        call("send_input", target=AGENT, message="[[SUB2]] more"),
        call("wait_agent", targets=[AGENT], timeout_ms=10000),
        call("close_agent", target=AGENT),
        call("resume_agent", id=AGENT),
    )


def _code_mode(version: str) -> Scenario:
    def script(source: str) -> Reply:
        return Reply(calls=(Call("exec", custom=source, namespace="functions"),))

    team = "collaboration"
    main = (
        script(f'const r = await tools.exec_command({{cmd: "{_PIXEL}"}}); text(r.output)'),
        script('const r = await tools.exec_command({cmd: "exit 4", workdir: "/tmp"}); text(r)'),
        script('text(await tools.apply_patch("*** Begin Patch\\n*** Add File: c.txt\\n+c\\n*** End Patch\\n"))'),
        script('text(await tools.mcp__lab__echo_text({text: "from code mode"}))'),
        script("text(await tools.mcp__lab__fail_tool({}))"),
        script('text(await tools.update_plan({plan: [{step: "a", status: "pending"}]}))'),
        script('text(JSON.stringify(await tools.view_image({path: "pixel.png"})).slice(0, 50))'),
        script("text(await tools.list_mcp_resources({})); text(await tools.get_goal({}))"),
        inside("clock", "sleep", duration_ms=50),
        inside(team, "list_agents"),
        inside(team, "list_agents", path_prefix="/root"),
        inside(team, "spawn_agent", task_name="lab_task", message="go"),
        inside(team, "send_message", target="lab_task", message="extra"),
        inside(team, "wait_agent", timeout_ms=10000),
        inside(team, "followup_task", target="lab_task", message="again"),
        inside(team, "wait_agent", timeout_ms=10000),
        inside(team, "interrupt_agent", target="lab_task"),
        # Refused, since there is an agent of this name: hooks see all arguments, and no further agent asks the model.
        inside(team, "spawn_agent", task_name="lab_task", message="go", fork_turns="none", **SETTINGS),
        inside("functions", "request_user_input", questions=QUESTIONS),
        inside("functions", "request_user_input_async", questions=[{"title": "Which?", "options": ["Red", "Blue"]}]),
    )
    # Its task reaches the sub-agent encrypted, so no marker can be read: the recipient tells whose request it is.
    # It ends after the main agent has begun to wait for it, not before.
    sub = (
        script('text((await tools.exec_command({cmd: "echo from sub-agent"})).output)'),
        Reply(text="Sub-agent done.", delay=1),
        Reply(text="Again done.", delay=1),
    )
    routes = (Route("SUB", matches='"recipient": "/root/lab_task"'),)
    return Scenario(
        name="code-mode",
        title="a model whose tools are called from scripts",
        script=Script({"main": main, "SUB": sub}, routes),
        steps=unattended(version, _PROMPT),
        files=FILES,
        settings={
            "model": "gpt-6-astra",
            "features": {"default_mode_request_user_input": True},
            "tables": ("[tools.update_plan]", "enabled = true"),
            "without_events": MODEL_EVENTS,
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
        steps=unattended(version, _PROMPT),
        files=FILES,
        settings={
            "model": "gpt-5.5",
            "top": {"model_auto_compact_token_limit": 20000},
            "without_events": MODEL_EVENTS,
        },
        expects=("PreCompact", "PostCompact"),
    )


def _resume(version: str) -> Scenario:
    """Also the run with a model the program does not know, to which it declares every tool up front."""
    return Scenario(
        name="resume",
        title="a session, then resumed, with a model unknown to the program",
        script=Script({"main": (call("exec_command", cmd="echo hi"), text("Hello."), text("Hello again."))}),
        steps=unattended(version, _PROMPT, "And again."),
        files=FILES,
        settings={"model": "lab-unknown-model", "without_events": MODEL_EVENTS},
    )


def _model_requests(version: str) -> Scenario:
    main = (call("exec_command", cmd="echo hi"),)
    return Scenario(
        name="model-requests",
        title="the hooks around model requests",
        script=Script({"main": main}),
        steps=unattended(version, _PROMPT),
        files=FILES,
        settings={"model": "gpt-5.5"},
        expects=MODEL_EVENTS,
    )


def _model_requests_of_a_sub_agent(version: str) -> Scenario:
    agents = "multi_agent_v1"
    main = (
        search("spawn agent"),
        inside(agents, "spawn_agent", message="[[SUB]] go"),
        inside(agents, "wait_agent", targets=[AGENT], timeout_ms=10000),
    )
    return Scenario(
        name="model-requests-of-a-sub-agent",
        title="the hooks around model requests of a sub-agent",
        script=Script({"main": main, "SUB": (call("exec_command", cmd="echo hi"), text("Sub-agent done."))}),
        steps=unattended(version, _PROMPT),
        files=FILES,
        settings={"model": "gpt-5.5"},
        expects=(*MODEL_EVENTS, "SubagentStart", "SubagentStop"),
    )
