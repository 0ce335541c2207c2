"""What hooks see of such programs: where they are registered, and the rows that they have in common."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hookconform_lab.lab.escapes import otherwise
from hookconform_lab.lab.escapes.lacking import lacking
from hookconform_lab.lab.escapes.measuring import Escapes
from hookconform_lab.lab.escapes.trial import CARRIED, Trial, made, showing, shown
from hookconform_lab.lab.escapes.usual import delegated, makes, shell_trial, waiting
from hookconform_lab.lab.plugins import talk
from hookconform_lab.lab.plugins.driver import PluginDriver, plugin_files
from hookconform_lab.lab.scenario import Key, Program, Terminal
from hookconform_lab.lab.script import Call, Reply, call
from hookconform_lab.lab.turn import PROMPT, Turn

_AGENT = "---\ndescription: A helper.\nmode: subagent\n{permission}---\nYou help.\n"
# The path is the caller's argument: at its start the program passes the definition itself to hooks.
_COMMAND = "---\ndescription: lab\n---\nThe time is !`printf done > $ARGUMENTS`.\n"
_SKILL = "---\nname: inline\ndescription: lab\n---\nThe time is !`printf done > $ARGUMENTS`.\n"
_PACKAGE = "{{home}}/lab-plugin/plugin"
# The id of the only session.
_ID = 'id=$("$0" session list --format json | sed -n \'s/.*"id": *"\\(ses_[^"]*\\)".*/\\1/p\' | head -1); '


def plugin_escapes(driver: PluginDriver) -> Escapes:
    """Return what hooks see of one of these programs."""

    def trials(turn: Turn) -> tuple[Trial, ...]:
        rooms = (_tools, _sub_agents, _prompts, _sessions, _hooks)
        return tuple(trial for room in rooms for trial in room(driver, turn))

    return Escapes(
        plugin_files(driver),
        trials,
        not_offered={
            **lacking("own-notebook", "own-memory", "shell-background", "shell-typed", "workflow"),
            **lacking("program-status-line", "source-local", "source-agent"),
            "own-delete": "files are deleted by patches",
            "batch": "no tool that makes several calls since 1.2",
            "user-import": "instructions import no files by themselves",
            "mode-edits": "each tool has a permission of its own, and there is no such mode",
            "settings-disabled": "no setting leaves out the plugins that a folder holds",
        },
        before_model=("command.execute.before", "experimental.chat.messages.transform"),
    )


def _tools(driver: PluginDriver, turn: Turn) -> Iterator[Trial]:
    usual = turn.start(granted=True)
    yield otherwise.searched(usual, call("grep", pattern=otherwise.SEARCHED, path="{{workspace}}"))
    yield otherwise.fetched(usual, call("webfetch", url=otherwise.PAGE, format="html"))
    yield otherwise.resource_read(usual, call("read_mcp_resource", server="lab", uri=otherwise.RESOURCE))
    word = "said-code-mode"
    # The script is what leads to the call; the word is put together in it.
    script = f"/* {CARRIED}script */ return await tools.lab.echo_text({{text: 'said-' + 'code-mode'}})"
    mode = replace(usual, environment={f"{driver.variables}_EXPERIMENTAL_CODE_MODE": "1"})
    yield Trial("code-mode", (word,), mode, (call("execute", code=script),), told=f"echo: {word}")


def _sub_agents(driver: PluginDriver, turn: Turn) -> Iterator[Trial]:
    allowed = {"*": "allow"}
    background = {f"{driver.variables}_EXPERIMENTAL_BACKGROUND_SUBAGENTS": "1"}
    for row, kind, permission in (
        ("subagent-typed", "typed", allowed),
        ("subagent-background", "general", allowed),
        ("subagent-own-mode", "free", {**allowed, "bash": "deny"}),
    ):
        started = replace(turn.start(granted=True), settings={"permission": permission})
        more = {"background": True} if row == "subagent-background" else {}
        started = replace(started, environment=background) if more else started
        trial = delegated(shell_trial(row, turn, started), turn)
        prompt = f"[[{CARRIED}{row}]] do it"
        start = call("task", description="Sub", prompt=prompt, subagent_type=kind, **more)
        wait = (waiting(turn, 6),) if more else ()
        own = "permission:\n  bash: allow\n" if kind == "free" else ""
        yield replace(
            trial,
            replies=(start, *wait),
            workspace_files={f"{driver.folder}/agent/{kind}.md": _AGENT.format(permission=own)},
            is_alone=True,
            mode="granted" if not own else "default",
            # The main model has no shell where only the sub-agent's mode allows one.
            has_control=not own,
        )


def _prompts(driver: PluginDriver, turn: Turn) -> Iterator[Trial]:
    usual = turn.start(granted=True)
    row = "user-file"
    # What the terminal makes of `@file` is an attachment, as this is.
    attached = replace(usual, argv=(*usual.argv, "--file", f"{{{{workspace}}}}/{shown(row)}"))
    yield replace(showing(row, attached), is_alone=True)
    for row, path, content in (
        ("user-command-shell", "command/inline.md", _COMMAND),
        ("user-skill", "skill/inline/SKILL.md", _SKILL),
    ):
        files = {f"{driver.folder}/{path}": content}
        trial = otherwise.inlined(row, turn, PROMPT, files)
        # A slash command's template is the prompt, and the control command comes after it.
        argv = ("{{program}}", "run", "--command", "inline", made(row))
        yield replace(trial, started=replace(trial.started, argv=argv))
    row = "user-shell"
    typed = talk.step("shell", {"agent": "build", "model": talk.model(), "command": makes(row)})
    yield otherwise.at_the_door(row, turn, _served(driver, typed, _said(PROMPT)))


def _served(driver: PluginDriver, *steps: dict[str, object]) -> Program:
    return replace(talk.served([talk.session(), *steps]), timeout=120 + driver.startup_seconds)


def _sessions(driver: PluginDriver, turn: Turn) -> Iterator[Trial]:
    first = turn.start(granted=True)
    again = ("{{program}}", "run", "Go on.")
    named = ("bash", "-c", f'{_ID} exec "$0" run "Go on." --session "$id"', "{{program}}")
    yield otherwise.resumed("session-resumed", turn, first, *named)
    yield otherwise.resumed("session-continued", turn, first, *again, "--continue")
    yield otherwise.resumed("session-forked", turn, first, *again, "--continue", "--fork")
    settings = {**first.settings, "configuration": {"model": "lab/small-context"}}
    full = Reply(calls=(Call("bash", {"command": f": {CARRIED}full", "description": "d"}),), total_tokens=19_600)
    yield otherwise.compacted(turn, full, started=replace(first, settings=settings))
    plan = replace(first, argv=(*first.argv, "--agent", "plan"))
    yield otherwise.reading_in_mode("mode-plan", turn, "plan", plan)
    default = replace(first, settings={"permission": {}})
    yield otherwise.reading_in_mode("mode-default", turn, "default", default)
    yield otherwise.by_door("door-sdk", turn, _served(driver, _said(PROMPT)))
    yield otherwise.by_protocol(turn, "acp")
    keys = (
        Key("Ask anything", PROMPT, within=40 + driver.startup_seconds, settle=3),
        Key("", "\r", settle=1),
        Key("scripted steps are done", "/exit", within=40, settle=2),
        Key("", "\r", settle=1),
        Key("", "\r", settle=2),
    )
    seconds = 120 + driver.startup_seconds
    terminal = Terminal(("{{program}}",), keys, timeout=seconds)
    yield otherwise.by_door("door-terminal", turn, terminal)


def _hooks(driver: PluginDriver, turn: Turn) -> Iterator[Trial]:
    yield shell_trial("source-project", turn)
    user = f"{{{{home}}}}/.config/{driver.user_folder}/plugin"
    yield otherwise.elsewhere("source-user", turn, hooks_in=user)
    listed = {"plugin": [f"file://{_PACKAGE}/{name}.js" for name in ("hookconform-capture", "answering")]}
    yield otherwise.elsewhere("source-plugin", turn, hooks_in=_PACKAGE, configuration=listed)
    usual = turn.start(granted=True)
    yield otherwise.bare(turn, replace(usual, argv=(*usual.argv, "--pure")))


def _said(words: str) -> dict[str, object]:
    return talk.step("message", {"model": talk.model(), "parts": [{"type": "text", "text": words}]})
