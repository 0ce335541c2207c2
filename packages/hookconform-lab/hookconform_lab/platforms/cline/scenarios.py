"""The runs of Cline: every tool, sub-agents, patches, modes, failures, sessions, and a terminal."""

from __future__ import annotations

from hookconform_lab.lab.guarded_scenario import PROMPT as GUARDED_PROMPT
from hookconform_lab.lab.guarded_scenario import guarded_replies
from hookconform_lab.lab.scenario import Key, Program, Scenario, Terminal
from hookconform_lab.lab.script import Reply, Script, call, text
from hookconform_lab.platforms.cline import tools

MODEL = "scripted"
# A model whose name says GPT is given apply_patch in place of editor.
PATCHING_MODEL = "gpt-scripted"
_EVERY_TURN = ("TaskStart", "PreToolUse", "PostToolUse", "TaskComplete")
_PATCH = """*** Begin Patch
*** Add File: added.txt
+one
*** Update File: hello.txt
@@
-hello world
+hello there
*** Delete File: src/a.py
*** End Patch
"""
_FAILING_PATCH = "*** Begin Patch\n*** Delete File: no.txt\n*** End Patch\n"
# An advertisement may lie over the prompt; any key closes it.
_BEGIN = (Key("Auto-approve", " ", within=40, settle=3),)


def scenarios_at(version: str) -> list[Scenario]:  # noqa: ARG001 (the same at all)
    """Return all runs of a version."""
    return [
        _turn(), _tools(), _other_ways(), _agents(), _team(), _patch(), _guarded(), _plan(), _yolo(), _error(),
        _terminal(), _to_act(), _resumed(), _stopped(),
    ]  # fmt: skip


def headless(prompt: str, *more: str) -> Program:
    """Return a run of one prompt, which must be several words: a single one is taken for a command.

    It gives up after so many failing calls in a row, and scripted ones fail on purpose.
    """
    return Program(("{{program}}", "--json", *more, "--retries", "30", prompt))


def _turn() -> Scenario:
    replies = (tools.write("{{workspace}}/out.txt", "hi\n"), tools.shell("cat out.txt"))
    return Scenario(
        name="turn",
        title="one prompt, two tools",
        script=Script({"main": replies}),
        steps=(headless("write a file and show it"),),
        files=tools.FILES,
        expects=_EVERY_TURN,
    )


def _tools() -> Scenario:
    return Scenario(
        name="tools",
        title="every tool, with and without success",
        script=Script({"main": tools.usual()}),
        steps=(headless("use every tool"),),
        files=tools.FILES,
    )


def _other_ways() -> Scenario:
    return Scenario(
        name="other-ways",
        title="arguments that the tools take although they are not declared so",
        script=Script({"main": tools.other_ways()}),
        steps=(headless("use the tools otherwise"),),
        files=tools.FILES,
    )


def _agents() -> Scenario:
    main = (call("spawn_agent", systemPrompt="You help.", task="[[sub]] list the folder"),)
    return Scenario(
        name="subagents",
        title="tools called by a sub-agent",
        script=Script({"main": main, "sub": (tools.shell("ls"), tools.write("{{workspace}}/sub.txt", "x\n"))}),
        steps=(headless("delegate it to another"),),
        files=tools.FILES,
    )


def _team() -> Scenario:
    return Scenario(
        name="team",
        title="every tool for teams",
        script=Script({"main": tools.team(), "mate": (tools.shell("pwd"),)}),
        steps=(headless("work as a team"),),
        files=tools.FILES,
    )


def _patch() -> Scenario:
    replies = (call("apply_patch", input=_PATCH), call("apply_patch", input=_FAILING_PATCH))
    return Scenario(
        name="patch",
        title="the tool for patches",
        script=Script({"main": replies}),
        steps=(headless("patch the files"),),
        files=tools.FILES,
        settings={"model": PATCHING_MODEL},
    )


def _guarded() -> Scenario:
    return Scenario(
        name="guarded",
        title="calls that policies guard",
        script=Script({"main": guarded_replies(tools.shell, lambda path: tools.write(path, "x\n"))}),
        steps=(headless(GUARDED_PROMPT),),
        files=tools.FILES,
    )


def _plan() -> Scenario:
    return Scenario(
        name="plan",
        title="plan mode, in which a writing command is refused",
        script=Script({"main": (tools.shell("ls"), tools.shell("touch made.txt"))}),
        steps=(headless("plan the work", "--plan"),),
        files=tools.FILES,
    )


def _yolo() -> Scenario:
    done = call("submit_and_exit", summary="All of the work is done.", verified=True)
    return Scenario(
        name="yolo",
        title="few tools and no questions",
        script=Script({"main": (tools.shell("ls"), done)}),
        steps=(headless("do the work", "--yolo"),),
        files=tools.FILES,
    )


def _error() -> Scenario:
    return Scenario(
        name="error",
        title="a model that fails",
        script=Script({"main": (tools.shell("ls"), *(Reply(http_error=400) for _ in range(8)))}),
        steps=(headless("please go on"),),
        files=tools.FILES,
        exit_codes=(0, 1),
        expects=("TaskError",),
    )


def _terminal() -> Scenario:
    replies = (
        call("ask_question", question="Which colour?", options=["Red", "Blue"]),
        tools.shell("touch made-by-shell.txt"),
        text("The first turn is done."),
        tools.shell("echo second"),
        text("The second turn is done."),
    )
    keys = (
        *_BEGIN,
        Key("", "hello there", settle=1),
        Key("", "\r"),
        Key("Which colour", "\r", within=20, settle=1),
        Key("first turn is done", "once more", within=30, settle=1),
        Key("", "\r"),
        Key("second turn is done", "/compact", within=30, settle=1),
        Key("", "\r"),
        Key("", "/quit", settle=4),
        Key("", "\r"),
    )
    return Scenario(
        name="terminal",
        title="a question, two prompts, /compact and /quit behind a terminal",
        script=Script({"main": replies}),
        steps=(Terminal(("{{program}}", "--tui"), keys, timeout=120),),
        files=tools.FILES,
        quick=False,
    )


def _to_act() -> Scenario:
    keys = (
        *_BEGIN,
        Key("", "plan and act", settle=1),
        Key("", "\r"),
        Key("steps are done", "/quit", within=30, settle=2),
        Key("", "\r"),
    )
    replies = (tools.shell("ls"), call("switch_to_act_mode"), tools.write("{{workspace}}/a.txt", "x\n"))
    return Scenario(
        name="to-act",
        title="a model that leaves plan mode, which it can behind a terminal",
        script=Script({"main": replies}),
        steps=(Terminal(("{{program}}", "--tui", "--plan"), keys, timeout=90),),
        files=tools.FILES,
        quick=False,
    )


def _resumed() -> Scenario:
    find = 'exec "$0" --id "$(ls "$HOME/.cline/data/sessions" | head -1)" --tui'
    keys = (
        *_BEGIN,
        Key("", "go on please", settle=1),
        Key("", "\r"),
        Key("steps are done", "/quit", within=30, settle=2),
        Key("", "\r"),
    )
    return Scenario(
        name="resumed",
        title="a session, and the same session resumed behind a terminal",
        script=Script(
            {"main": (tools.shell("echo one"), text("The scripted steps are done."), tools.shell("echo two"))}
        ),
        steps=(headless("the first prompt"), Terminal(("bash", "-c", find, "{{program}}"), keys, timeout=90)),
        files=tools.FILES,
        # Else the runs happen in a daemon that was started before it was known that a session is resumed.
        environment={"CLINE_SESSION_BACKEND_MODE": "local"},
        expects=("TaskResume",),
        quick=False,
    )


def _stopped() -> Scenario:
    keys = (
        *_BEGIN,
        Key("", "hello there", settle=1),
        Key("", "\r"),
        Key("sleep 20", "\x1b", within=30, settle=2),
        Key("", "\x1b", settle=2),
        Key("", "/quit", settle=4),
        Key("", "\r"),
    )
    return Scenario(
        name="stopped",
        title="a turn that the user stops",
        expects=("SessionShutdown",),
        script=Script({"main": (tools.shell("sleep 20"), tools.shell("echo late"))}),
        steps=(Terminal(("{{program}}", "--tui"), keys, timeout=90),),
        files=tools.FILES,
        quick=False,
    )
