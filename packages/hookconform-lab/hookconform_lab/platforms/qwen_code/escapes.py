"""What hooks see of Qwen Code: where they are registered, and the rows that are its own."""

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
from hookconform_lab.lab.script import call
from hookconform_lab.lab.turn import PROMPT, Turn
from hookconform_lab.platforms.qwen_code.tools import NOTEBOOK

_PROJECT = "{{workspace}}/.qwen/settings.json"
_HOME_SETTINGS = "{{home}}/.qwen/settings.json"
_EXTENSION = ".qwen/extensions/lab"
_AGENT = "---\nname: {name}\ndescription: A helper.\n{mode}---\nYou help.\n"
_COMMAND = "---\ndescription: lab\n---\nThe time is !{{{command}}}.\n"
_SKILL = "---\nname: inline\ndescription: lab\n---\nThe time is !{{{command}}} or !`{command}`.\n"


def _tools(turn: Turn) -> Iterator[Trial]:
    usual = turn.start(granted=True)
    yield otherwise.searched(usual, call("grep_search", pattern=otherwise.SEARCHED))
    edit = call(
        "notebook_edit",
        notebook_path=f"{{{{workspace}}}}/{otherwise.NOTEBOOK}",
        cell_id="c1",
        new_source=otherwise.SOURCE,
        edit_mode="replace",
        cell_type="code",
    )
    editing = otherwise.prompted(turn, f"{PROMPT} @{otherwise.NOTEBOOK}")
    yield otherwise.edited_notebook(editing, edit, NOTEBOOK)
    row = "shell-background"
    background = call("run_shell_command", command=makes(row), is_background=True, description="probe")
    yield otherwise.backgrounded(turn, background)
    yield otherwise.resource_read(usual, call("read_mcp_resource", server_name="lab", uri=otherwise.RESOURCE))


def _sub_agents(turn: Turn) -> Iterator[Trial]:
    usual = turn.start(granted=True)
    default = otherwise.reworded(usual, "yolo", "default")
    for row, kind, started in (
        ("subagent-typed", "typed", usual),
        ("subagent-background", "general-purpose", usual),
        ("subagent-own-mode", "free", default),
    ):
        trial = delegated(shell_trial(row, turn, started), turn)
        is_background, is_free = row == "subagent-background", kind == "free"
        start = call(
            "agent",
            description="Sub",
            prompt=f"[[{CARRIED}{row}]] do it",
            subagent_type=kind,
            run_in_background=is_background,
        )
        wait = (waiting(turn, 6),) if is_background else ()
        agent = _AGENT.format(name=kind, mode="approvalMode: yolo\n" if is_free else "")
        yield replace(
            trial,
            replies=(start, *wait),
            workspace_files={f".qwen/agents/{kind}.md": agent},
            is_alone=True,
            mode="default" if is_free else "granted",
            has_control=not is_free,
        )


def _prompts(turn: Turn) -> Iterator[Trial]:
    yield otherwise.mentioned(turn)
    yield otherwise.imported(turn, "QWEN.md")
    row = "user-command-shell"
    files = {".qwen/commands/inline.md": _COMMAND.format(command=makes(row))}
    yield otherwise.inlined(row, turn, "/inline", files)
    row = "user-skill"
    files = {".qwen/skills/inline/SKILL.md": _SKILL.format(command=makes(row))}
    yield otherwise.inlined(row, turn, "/inline", files)
    row = "user-shell"
    # What is typed after it is a command, not a prompt; the prompt behind it brings the control command.
    keys = (
        Key("Type your message", "!", within=60, settle=2),
        Key("", makes(row), settle=1),
        Key("", "\r", settle=1),
        # Leaves the mode in which what is typed is a command.
        Key("", "\x1b", settle=4),
        Key("", PROMPT, settle=2),
        Key("", "\r", settle=1),
        *_leaving(),
    )
    yield otherwise.at_the_door(row, turn, _terminal(keys))
    row = "program-status-line"
    line = {"ui": {"statusLine": {"type": "command", "command": f"printf done > {made(row)}; echo line"}}}
    yield otherwise.at_the_door(row, turn, _terminal(_prompting()), **line)


def _terminal(keys: tuple[Key, ...]) -> Terminal:
    return Terminal(("{{program}}", "--approval-mode", "yolo"), keys, timeout=120)


def _prompting() -> tuple[Key, ...]:
    return Key("Type your message", PROMPT, within=60, settle=2), Key("", "\r", settle=1.5), *_leaving()


def _leaving() -> tuple[Key, ...]:
    return Key("scripted steps are done", "/quit", within=40, settle=3), Key("", "\r", settle=1.5)


def _sessions(turn: Turn) -> Iterator[Trial]:
    first = turn.start(granted=True)
    named = replace(first, argv=(*first.argv, "--session-id", otherwise.SESSION))
    again = otherwise.going_on(first)
    yield otherwise.resumed("session-resumed", turn, named, *again, "--resume", otherwise.SESSION)
    yield otherwise.resumed("session-continued", turn, first, *again, "--continue")
    yield otherwise.resumed("session-forked", turn, first, *again, "--continue", "--fork-session")
    for row, mode in (("mode-plan", "plan"), ("mode-default", "default")):
        yield otherwise.reading_in_mode(row, turn, mode, otherwise.reworded(first, "yolo", mode))
    yield otherwise.edits_accepted(turn, otherwise.reworded(first, "yolo", "auto-edit"))
    yield otherwise.by_door("door-terminal", turn, _terminal(_prompting()))
    yield otherwise.by_protocol(turn, "--acp", "--approval-mode", "yolo")


def _hooks(turn: Turn) -> Iterator[Trial]:
    yield shell_trial("source-project", turn)
    yield otherwise.elsewhere("source-user", turn, hooks_in=_HOME_SETTINGS)
    yield from scopes(turn, project=_PROJECT, user=_HOME_SETTINGS, usual=_PROJECT)
    manifest = {f"{_EXTENSION}/qwen-extension.json": {}}
    yield otherwise.packaged(turn, manifest, f"{_EXTENSION}/hooks/hooks.json")
    disabled = "printf '{\"disableAllHooks\": true}' > {{workspace}}/.qwen/settings.json"
    yield changed("settings-disabled", turn, disabled, hooks_in=_HOME_SETTINGS)
    usual = turn.start(granted=True)
    yield otherwise.bare(turn, replace(usual, argv=(*usual.argv, "--bare")))


def _trials(turn: Turn) -> tuple[Trial, ...]:
    return (*_tools(turn), *_sub_agents(turn), *_prompts(turn), *_sessions(turn), *_hooks(turn))


ESCAPES = Escapes(
    (_PROJECT,),
    _trials,
    not_offered={
        **lacking("own-patch", "own-delete", "shell-typed", "code-mode", "batch", "program-formatter", "source-local"),
        "own-memory": "no tool for memories; it writes them as files",
    },
    not_tried=lacking("door-sdk"),
)
