"""The runs that drive Kilo Code: `kilo run` for the tools, `kilo serve` for what needs an answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hookconform.corpus.claims import load_platform
from hookconform_lab.lab.guarded_scenario import PROMPT as GUARDED_PROMPT
from hookconform_lab.lab.guarded_scenario import guarded_replies
from hookconform_lab.lab.plugins import talk
from hookconform_lab.lab.scenario import Program, Scenario
from hookconform_lab.lab.script import Call, Reply, Script, call, text
from hookconform_lab.platforms.kilo_code.tools import again_and_again, background, later, of_the_usual_model, watched

_FILES = talk.SOURCE | talk.own_files(".kilo")
_SUB = (call("grep", pattern="def"), text("Sub-agent: found it."))
_SUGGESTION = {
    "suggest": "Look at what was changed?",
    "actions": [{"label": "Look", "description": "Look at it", "prompt": "[[SHORT]] look"}],
}


def scenarios_at(version: str) -> list[Scenario]:
    """Return the runs for a version."""
    found = [_tools(version), _serve(version), replace(talk.failure(), steps=(_turn(version),))]
    if has("background_process", version):
        found += [_later(version), _goal(version)]
    found.append(_code_mode(version))
    found.append(replace(talk.language_server("KILO", _FILES), steps=(_turn(version),)))
    return found


def has(tool: str, version: str) -> bool:
    """Return whether a version is known to declare a tool that not all versions declare."""
    return load_platform("kilo-code").tools[tool].covers(version)


def _turn(version: str) -> Program:
    """Return a turn of the usual model: by `run`, but where that does not end when it is done, over the server."""
    by_server = talk.served([talk.session(), _prompt("Please run the scripted steps.")])
    return talk.RUN if has("background_process", version) else by_server


def _tools(version: str) -> Scenario:
    more = {
        "codesearch": (call("codesearch", query="react hooks", tokensNum=2000),),
        # Where it came, its search had got arguments of its own too.
        "background_process": (
            call("grep", pattern="DEF", path="src", context=1, limit=5, literal=True, ignoreCase=True),
        ),
        "list_mcp_resources": talk.calls_about_resources(),
    }
    main = [*of_the_usual_model()]
    for tool, replies in more.items():
        if has(tool, version):
            main += replies
    return Scenario(
        name="tools",
        title="every tool of the usual model, sub-agent and MCP included",
        script=Script({"main": tuple(main), "SUB": _SUB}),
        steps=(_turn(version),),
        files=_FILES,
        settings={"further_servers": ("my-srv.two",)},
        expects=("chat.message", "tool.execute.before", "tool.execute.after", "event"),
        environment={"KILO_ENABLE_EXA": "1"} if has("codesearch", version) else {},
        probes=frozenset({"no_such_tool", "Bash"}),
    )


def _later(version: str) -> Scenario:
    """Let processes run in the background, and things be done later: none is left when the run ends."""
    newest = (*watched(), *again_and_again()) if has("cron_create", version) else ()
    return Scenario(
        name="later",
        title="background processes, wake-ups, boards and what else only this program has",
        script=Script({"main": (*background(), *later(), *newest)}),
        steps=(talk.RUN,),
        files=_FILES,
        expects=("tool.execute.before",),
    )


def _goal(version: str) -> Scenario:
    """Set a goal, which the program then pursues by itself until the model reports on it.

    Without a goal the run shows that none is declared.
    """
    main = (
        call("goal", action="start", objective="Say hello."),
        text("Begun."),
        call("goal_report", status="complete", reason="Said hello."),
        text("Reached."),
    )
    is_there = has("goal", version)
    return Scenario(
        name="goal",
        title="a goal that is set, pursued and reported",
        script=Script({"main": main if is_there else ()}),
        steps=(talk.RUN,),
        files=_FILES,
        expects=("tool.execute.before",) if is_there else (),
    )


def _code_mode(version: str) -> Scenario:
    """Call tools from a script; without that tool the run shows that it is not declared."""
    found = replace(talk.code_mode("KILO"), steps=(_turn(version),))
    return found if has("execute", version) else replace(found, script=Script({"main": ()}))


def _of_gpt(version: str) -> Iterator[Reply]:
    """Yield calls of what only a GPT model, or only a server, is given."""
    yield call("websearch", query="hooks", numResults=3, livecrawl="fallback", type="auto")
    yield call("websearch", query="hooks", contextMaxCharacters=1000)
    yield from talk.patches()
    # Without a server the tool fails; the same call with one is made where there is one.
    query = {"query": "def"} if has("goal", version) else {}
    yield call("lsp", operation="workspaceSymbol", filePath="src/app.py", line=1, character=1, **query)


def _serve(version: str) -> Scenario:
    conversations: dict[str, tuple[Reply, ...]] = {
        "main": guarded_replies(
            lambda command: call("bash", command=command, description="Run it"),
            lambda path: call("write", filePath=path, content="x\n"),
        ),
        "SUB": (*_SUB, *_SUB, *_SUB),
        "SHORT": (text("Hello."),),
        "PERMISSION": (
            # No command that it takes for harmless: of those it asks nobody.
            call("bash", command="sh -c 'echo granted'", description="Run it"),
            call("bash", command="sh -c 'echo rejected'", description="Run it"),
            text("Asked."),
        ),
        "COMPACT": (
            Reply(calls=(Call("bash", {"command": "echo one", "description": "Run it"}),), total_tokens=19_600),
            call("bash", command="echo two", description="Run it"),
            text("Compacted."),
        ),
        "GPT": (*_of_gpt(version), text("Done.")),
        "QUESTION": (call("question", questions=talk.QUESTIONS), text("Asked.")),
        "PLAN": (call("plan_exit", **({"path": "plan.md"} if has("goal", version) else {})), text("Planned.")),
        "BACKGROUND": (
            call("task", description="bg", prompt="[[SUB]] bg", subagent_type="general", background=True),
            text("Started."),
        ),
    }
    steps = [talk.session(), _prompt("[[PERMISSION]] please"), _prompt(GUARDED_PROMPT), _prompt("[[QUESTION]] please")]
    if has("suggest", version):
        conversations["SUGGEST"] = (call("suggest", **_SUGGESTION), text("Suggested."))
        steps.append(_prompt("[[SUGGEST]] please"))
    steps += [
        talk.session(),
        _prompt("[[PLAN]] please", agent="plan"),
        talk.session(),
        _prompt("[[GPT]] please", model="gpt-5-scripted"),
        talk.session(),
        _prompt("[[COMPACT]] please", model="small-context"),
        talk.session(),
        *([_prompt("[[BACKGROUND]] please")] if has("goal", version) else []),
        talk.command("greet", "one two"),
        talk.command("delegate", "three"),
        talk.step("shell", {"agent": "code", "model": talk.model(), "command": "echo by hand"}),
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
            "KILO_ENABLE_EXA": "1",
            "KILO_EXPERIMENTAL_BACKGROUND_SUBAGENTS": "1",
            "KILO_EXPERIMENTAL_LSP_TOOL": "1",
            "KILO_EXPERIMENTAL_PLAN_MODE": "1",
        },
    )


def _prompt(words: str, model: str = "scripted", **more: str) -> dict[str, Any]:
    parts = [{"type": "text", "text": words}]
    return talk.step("message", {"model": talk.model(model), "parts": parts, **more})
