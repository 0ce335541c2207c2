"""The runs that drive OpenCode: `opencode run` for the tools, `opencode serve` for what needs an answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hookconform.ground.versions import at_least
from hookconform_lab.lab.guarded_scenario import PROMPT as GUARDED_PROMPT
from hookconform_lab.lab.guarded_scenario import guarded_replies
from hookconform_lab.lab.plugins import talk
from hookconform_lab.lab.scenario import Scenario
from hookconform_lab.lab.script import Call, Reply, Script, call, calls, text
from hookconform_lab.lab.undeclared import without_calls
from hookconform_lab.platforms.opencode.names import has

_FILES = talk.SOURCE | talk.own_files(".opencode")
# The shell tool has no description any more; 1.17.9 demands one. The next release offers code mode, too.
_UNDESCRIBED_SINCE = "1.17.11"
_SUB = (call("grep", pattern="def"), text("Sub-agent: found it."))


def scenarios_at(version: str) -> list[Scenario]:
    """Return the runs for a version."""
    found = [_tools(version), _serve(version), talk.failure()]
    if at_least(version, _UNDESCRIBED_SINCE):
        scripted = talk.code_mode("OPENCODE")
        found.append(scripted if has("execute", version) else without_calls(scripted, {"execute"}))
    if has("lsp", version):
        found.append(talk.language_server("OPENCODE", _FILES))
    if not at_least(version, "1.0.98"):
        found.append(_patching(version))
    return found


def _web_tools(version: str) -> dict[str, str]:
    """Return the variables that switch on the tools for the web: releases before 1.0.142 may know the other name."""
    older = {} if at_least(version, "1.0.142") else {"OPENCODE_EXPERIMENTAL_EXA": "1"}
    return {"OPENCODE_ENABLE_EXA": "1", **older}


def shell(version: str, command: str, **more: Any) -> Call:
    """Return a call of the shell tool, which old versions demand a description of."""
    described = {} if at_least(version, _UNDESCRIBED_SINCE) else {"description": "Run it"}
    return Call("bash", {"command": command, **described, **more})


def _of_server_with_odd_name(version: str) -> tuple[Reply, Reply]:
    """Call the tools of the server `my-srv.two`: dots become underscores after 1.0.0, dashes stay."""
    server = "my-srv_two" if at_least(version, "1.0.1") else "my-srv.two"
    return call(f"{server}_echo_text", text="dots become underscores, dashes stay"), call(f"{server}_fail_tool")


def without_command(version: str) -> Call:
    """Return a call of the shell tool that lacks its command."""
    return Call("bash", {"timeout": 300} if at_least(version, _UNDESCRIBED_SINCE) else {"description": "no command"})


def _tools(version: str) -> Scenario:
    def bash(command: str, **more: Any) -> Reply:
        return calls(shell(version, command, **more))

    main = [
        Reply(text="Starting.", calls=(shell(version, "echo hi"),)),
        bash("echo oops >&2; exit 3"),
        bash("pwd", workdir="src", timeout=5000),
        bash("sleep 5", timeout=300),
        calls(without_command(version)),
        *talk.calls_of_shared_tools(),
        *((talk.task_again(),) if has("execute", version) else ()),
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
        "list_mcp_resources": talk.calls_about_resources(),
    }
    for tool, replies in more.items():
        if has(tool, version):
            main += replies
    return Scenario(
        name="tools",
        title="every tool of the usual model, sub-agent and MCP included",
        script=Script({"main": tuple(main), "SUB": _SUB}),
        steps=(talk.RUN,),
        files=_FILES,
        settings={
            "further_servers": ("my-srv.two",),
            "configuration": {"experimental": {"batch_tool": True}} if has("batch", version) else {},
        },
        expects=("chat.message", "tool.execute.before", "tool.execute.after", "event"),
        environment=_web_tools(version) if has("codesearch", version) else {},
        probes=frozenset({"no_such_tool", "Bash"}),
    )


def _of_gpt(version: str) -> Iterator[Reply]:
    """Yield calls of what only a GPT model, or only a server, is given."""
    if has("websearch", version):
        yield call("websearch", query="hooks", numResults=3, livecrawl="fallback", type="auto")
    if has("execute", version):
        yield call("websearch", query="hooks", contextMaxCharacters=1000)
    if has("apply_patch", version):
        yield from talk.patches()
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
        conversations["QUESTION"] = (call("question", questions=talk.QUESTIONS), text("Asked."))
    if has("plan_exit", version):
        conversations["PLAN"] = (call("plan_exit"), text("Planned."))
    if has("plan_enter", version):
        conversations["ENTER"] = (call("plan_enter"), text("Planning."))
    steps = [talk.session(), _prompt(version, "[[PERMISSION]] please"), _prompt(version, GUARDED_PROMPT)]
    if "QUESTION" in conversations:
        steps.append(_prompt(version, "[[QUESTION]] please"))
    if "PLAN" in conversations:
        steps += [talk.session(), _prompt(version, "[[PLAN]] please", agent="plan")]
    if "ENTER" in conversations:
        steps += [talk.session(), _prompt(version, "[[ENTER]] please")]
    steps += [
        talk.session(),
        _prompt(version, "[[GPT]] please", model="gpt-5-scripted"),
        talk.session(),
        _prompt(version, "[[COMPACT]] please", model="small-context"),
        talk.session(),
        *([_prompt(version, "[[BACKGROUND]] please")] if has("execute", version) else []),
        talk.command("greet", "one two"),
        talk.command("delegate", "three"),
        talk.step("shell", {"agent": "build", "model": talk.model(), "command": "echo by hand"}),
        talk.step("summarize", talk.model()),
        *talk.end(),
    ]
    return Scenario(
        name="serve",
        title="permissions, questions, guarded calls, plans, patches, compaction, commands, deletion over the server",
        script=Script(conversations),
        steps=(talk.served(steps),),
        files=_FILES,
        settings={"permission": {"*": "allow", "bash": "ask"}},
        environment={
            **_web_tools(version),
            "OPENCODE_EXPERIMENTAL_BACKGROUND_SUBAGENTS": "1",
            "OPENCODE_EXPERIMENTAL_LSP_TOOL": "1",
            "OPENCODE_EXPERIMENTAL_PLAN_MODE": "1",
        },
    )


def _patching(version: str) -> Scenario:
    """Ask for the patch tool, which old versions offer to a model only on request."""
    patch = "*** Begin Patch\n*** Add File: added.txt\n+one\n*** End Patch"
    main = (call("patch", patchText=patch),) if has("patch", version) else ()
    return Scenario(
        name="patching",
        title="the tool for patches, where a request asks for it",
        script=Script({"main": main}),
        steps=(talk.served([talk.session(), _prompt(version, "Patch it, please.", tools={"patch": True})]),),
        files=_FILES,
        expects=("chat.message",),
    )


def _prompt(version: str, words: str, model: str = "scripted", **more: Any) -> dict[str, Any]:
    parts = [{"type": "text", "text": words}]
    chosen = {"model": talk.model(model)} if at_least(version, "1.0.0") else talk.model(model)
    return talk.step("message", {**chosen, "parts": parts, **more})
