"""What hooks see of Copilot CLI: where they are registered, and the rows that are its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hookconform_lab.lab.escapes import otherwise
from hookconform_lab.lab.escapes.composed import scopes
from hookconform_lab.lab.escapes.lacking import lacking
from hookconform_lab.lab.escapes.measuring import Escapes
from hookconform_lab.lab.escapes.survival import changed
from hookconform_lab.lab.escapes.trial import CARRIED, Trial, made
from hookconform_lab.lab.escapes.usual import delegated, makes, shell_trial, waiting
from hookconform_lab.lab.scenario import Key, Terminal
from hookconform_lab.lab.script import Call, Reply, call
from hookconform_lab.lab.turn import PROMPT, Turn

_USER_HOOKS = "{{home}}/.copilot/hooks"
_LOCAL = "{{workspace}}/.github/copilot/settings.local.json"
_PLUGIN = "lab-plugin"


def _tools(turn: Turn) -> Iterator[Trial]:
    search = call("grep", pattern=otherwise.SEARCHED, output_mode="content")
    yield otherwise.searched(turn.start(granted=True), search)
    row = "shell-background"
    background = call("bash", command=makes(row), description="probe", mode="async", shellId="probe")
    yield otherwise.backgrounded(turn, background)
    for row, kind, mode in (
        ("subagent-typed", "task", "sync"),
        ("subagent-background", "general-purpose", "background"),
    ):
        trial = delegated(shell_trial(row, turn), turn)
        prompt = f"[[{CARRIED}{row}]] do it"
        start = call("task", name=row, description="Sub", agent_type=kind, prompt=prompt, mode=mode)
        yield replace(trial, replies=(start, waiting(turn, 6)), is_alone=True)


def _prompts(turn: Turn) -> Iterator[Trial]:
    row = "user-shell"
    # What is typed after it is a command, not a prompt; the prompt behind it brings the control command.
    keys = (
        Key("commands", f"!{makes(row)}", within=30, settle=1.5),
        Key("", "\r", settle=1.5),
        Key("", PROMPT, settle=4),
        Key("", "\r", settle=1.5),
        *_leaving(),
    )
    yield otherwise.at_the_door(row, turn, _terminal(keys))
    row = "program-status-line"
    line = {"statusLine": {"type": "command", "command": f"printf done > {{{{workspace}}}}/{made(row)}; echo line"}}
    yield otherwise.at_the_door(row, turn, _terminal(_prompting()), user=line)


def _terminal(keys: tuple[Key, ...]) -> Terminal:
    return Terminal(("{{program}}", "--allow-all"), keys, timeout=90)


def _prompting() -> tuple[Key, ...]:
    return Key("commands", PROMPT, within=30, settle=1.5), Key("", "\r", settle=1.5), *_leaving()


def _leaving() -> tuple[Key, ...]:
    return Key("scripted steps are done", "/exit", within=30, settle=2), Key("", "\r", settle=1.5)


def _sessions(turn: Turn) -> Iterator[Trial]:
    first = turn.start(granted=True)
    named = replace(first, argv=(*first.argv, "--session-id", otherwise.SESSION))
    again = otherwise.going_on(first)
    yield otherwise.resumed("session-resumed", turn, named, *again, f"--resume={otherwise.SESSION}")
    yield otherwise.resumed("session-continued", turn, first, *again, "--continue")
    look = Call("bash", {"command": f": {CARRIED}full", "description": "d"})
    full = tuple(Reply(calls=(look,), total_tokens=tokens) for tokens in (1_000, 195_000, 195_000))
    yield otherwise.compacted(turn, *full)
    plan = replace(first, argv=(*first.argv, "--mode", "plan"))
    yield otherwise.reading_in_mode("mode-plan", turn, "plan", plan)
    usual = turn.start(granted=False)
    yield otherwise.reading_in_mode("mode-default", turn, "default", usual)
    yield otherwise.by_door("door-terminal", turn, _terminal(_prompting()))
    yield otherwise.by_protocol(turn, "--acp", "--allow-all")


def _hooks(turn: Turn) -> Iterator[Trial]:
    yield shell_trial("source-project", turn)
    yield otherwise.elsewhere("source-user", turn, hooks_in=_USER_HOOKS)
    yield otherwise.elsewhere("source-local", turn, hooks_in=_LOCAL)
    project, user = "{{workspace}}/.github/hooks/lab.json", f"{_USER_HOOKS}/lab.json"
    yield from scopes(turn, project=project, user=user, usual="")
    manifest = {f"{_PLUGIN}/plugin.json": {"description": "lab", "hooks": "hooks.json"}}
    plugin = otherwise.packaged(turn, manifest, f"{_PLUGIN}/hooks.json")
    argv = (*plugin.started.argv, "--plugin-dir", f"{{{{home}}}}/{_PLUGIN}")
    yield replace(plugin, started=replace(plugin.started, argv=argv))
    disabled = f"mkdir -p {{{{workspace}}}}/.github/copilot; printf '{{\"disableAllHooks\": true}}' > {_LOCAL}"
    yield changed("settings-disabled", turn, disabled, hooks_in=_USER_HOOKS)


def _trials(turn: Turn) -> tuple[Trial, ...]:
    return (*_tools(turn), *_prompts(turn), *_sessions(turn), *_hooks(turn))


ESCAPES = Escapes(
    tuple(f"{{{{workspace}}}}/.github/hooks/{style}.json" for style in ("camel", "pascal")),
    _trials,
    not_offered={
        **lacking(
            "own-delete",
            "own-notebook",
            "subagent-own-mode",
            "code-mode",
            "batch",
            "mcp-resource",
            "user-import",
            "user-command-shell",
            "user-skill",
            "program-formatter",
            "mode-edits",
            "flag-bare",
        ),
        "shell-typed": "no tool that types to a running command since 1.0.63",
        "user-file": "a mention names the file, which the model is left to read",
    },
    not_tried={
        **lacking("door-sdk"),
        "mcp-sampling": "a run of one prompt waits for a user's approval",
        "own-memory": "memories are kept online",
        "session-forked": "only a command of the terminal makes a fork",
    },
    before_model=("userPromptTransformed", "UserPromptTransformed"),
)
