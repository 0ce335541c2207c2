"""What hooks see of Qwen Code: where they are registered, and the rows that are its own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from hookconform_lab.lab.escapes import otherwise
from hookconform_lab.lab.escapes.measuring import Escapes
from hookconform_lab.lab.escapes.survival import changed
from hookconform_lab.lab.escapes.trial import CARRIED, Trial, made
from hookconform_lab.lab.escapes.usual import delegated, makes, shell_trial
from hookconform_lab.lab.scenario import Key, Terminal
from hookconform_lab.lab.script import call
from hookconform_lab.lab.turn import PROMPT
from hookconform_lab.platforms.qwen_code.tools import NOTEBOOK
from hookconform_lab.platforms.qwen_code.turn import TURN

_SESSION = "6f1b2f0e-5d0c-4b57-9a2e-0a4f6c2d9b11"
_HOME_SETTINGS = "{{home}}/.qwen/settings.json"
_EXTENSION = ".qwen/extensions/lab"
_AGENT = "---\nname: {name}\ndescription: A helper.\n{mode}---\nYou help.\n"
_COMMAND = "---\ndescription: lab\n---\nThe time is !{{{command}}}.\n"
_SKILL = "---\nname: inline\ndescription: lab\n---\nThe time is !{{{command}}} or !`{command}`.\n"


class QwenCodeEscapes(Escapes):
    """Hooks are in the project's settings."""

    hook_files: ClassVar[tuple[str, ...]] = ("{{workspace}}/.qwen/settings.json",)

    def trials(self, version: str) -> tuple[Trial, ...]:
        """Return its own rows."""
        return (*_tools(version), *_sub_agents(version), *_prompts(version), *_sessions(version), *_hooks(version))

    def not_offered(self, version: str) -> Mapping[str, str]:  # noqa: ARG002
        """Return what it does not have."""
        return {
            "own-patch": "no tool for patches",
            "own-delete": "no tool that deletes a file",
            "own-memory": "no tool for memories; it writes them as files",
            "shell-typed": "no tool that types to a running command",
            "code-mode": "no tool that runs a script of calls",
            "batch": "no tool that makes several calls",
            "program-formatter": "no formatters",
            "source-local": "no local settings",
        }

    def not_tried(self, version: str) -> Mapping[str, str]:  # noqa: ARG002
        """Return what cannot be reached here."""
        return {"door-sdk": "the SDK is a package of its own"}


def _tools(version: str) -> Iterator[Trial]:
    usual = TURN.start(version, granted=True)
    word = "canary-own-search"
    search = call("grep_search", pattern=f"{word}.*")
    files = {"searched.txt": f"{word}-7c1\n"}
    yield Trial("own-search", (word,), usual, (search,), told=f"{word}-7c1", workspace_files=files)
    word, file = "after-own-notebook", "own.ipynb"
    edit = call(
        "notebook_edit",
        notebook_path=f"{{{{workspace}}}}/{file}",
        cell_id="c1",
        new_source=word,
        edit_mode="replace",
        cell_type="code",
    )
    yield Trial(
        "own-notebook",
        (word,),
        TURN.start_with_edits(version, (file,)),
        (edit,),
        files={file: word},
        workspace_files={file: NOTEBOOK},
    )
    row = "shell-background"
    background = call("run_shell_command", command=makes(row), is_background=True, description="probe")
    wait = TURN.shell_call(version, f"sleep 2; : {CARRIED}wait", granted=True)
    yield replace(shell_trial(row, TURN, version), replies=(background, wait))
    word = "said-mcp-resource"
    resource = call("read_mcp_resource", server_name="lab", uri=f"lab://echo/{word}")
    yield Trial("mcp-resource", (word,), usual, (resource,), told=f"echo: {word}")


def _sub_agents(version: str) -> Iterator[Trial]:
    usual = TURN.start(version, granted=True)
    default = replace(usual, argv=tuple("default" if word == "yolo" else word for word in usual.argv))
    for row, kind, started in (
        ("subagent-typed", "typed", usual),
        ("subagent-background", "general-purpose", usual),
        ("subagent-own-mode", "free", default),
    ):
        plain = shell_trial(row, TURN, version, started)
        trial = delegated(row, TURN, version, started, plain.replies)
        is_background, is_free = row == "subagent-background", kind == "free"
        start = call(
            "agent",
            description="Sub",
            prompt=f"[[{CARRIED}{row}]] do it",
            subagent_type=kind,
            run_in_background=is_background,
        )
        wait = (TURN.shell_call(version, f"sleep 6; : {CARRIED}wait", granted=True),) if is_background else ()
        agent = _AGENT.format(name=kind, mode="approvalMode: yolo\n" if is_free else "")
        yield replace(
            trial,
            words=plain.words,
            files=plain.files,
            replies=(start, *wait),
            workspace_files={f".qwen/agents/{kind}.md": agent},
            is_alone=True,
            mode="default" if is_free else "granted",
            has_control=not is_free,
        )


def _prompts(version: str) -> Iterator[Trial]:
    yield otherwise.mentioned(TURN, version)
    yield otherwise.imported(TURN, version, "QWEN.md")
    row = "user-command-shell"
    files = {".qwen/commands/inline.md": _COMMAND.format(command=makes(row))}
    yield otherwise.inlined(row, TURN, version, "/inline", files)
    row = "user-skill"
    files = {".qwen/skills/inline/SKILL.md": _SKILL.format(command=makes(row))}
    yield otherwise.inlined(row, TURN, version, "/inline", files)
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
    yield replace(otherwise.by_door(row, TURN, version, _terminal(keys)), replies=())
    row = "program-status-line"
    line = {"ui": {"statusLine": {"type": "command", "command": f"printf done > {made(row)}; echo line"}}}
    yield replace(otherwise.by_door(row, TURN, version, _terminal(_prompting()), **line), replies=())


def _terminal(keys: tuple[Key, ...]) -> Terminal:
    return Terminal(("{{program}}", "--approval-mode", "yolo"), keys, timeout=120)


def _prompting() -> tuple[Key, ...]:
    return Key("Type your message", PROMPT, within=60, settle=2), Key("", "\r", settle=1.5), *_leaving()


def _leaving() -> tuple[Key, ...]:
    return Key("scripted steps are done", "/quit", within=40, settle=3), Key("", "\r", settle=1.5)


def _sessions(version: str) -> Iterator[Trial]:
    first = TURN.start(version, granted=True)
    named = replace(first, argv=(*first.argv, "--session-id", _SESSION))
    again = tuple("Go on." if word == PROMPT else word for word in first.argv)
    yield otherwise.resumed("session-resumed", TURN, version, named, *again, "--resume", _SESSION)
    yield otherwise.resumed("session-continued", TURN, version, first, *again, "--continue")
    yield otherwise.resumed("session-forked", TURN, version, first, *again, "--continue", "--fork-session")
    for row, mode in (("mode-plan", "plan"), ("mode-default", "default")):
        started = replace(first, argv=tuple(mode if word == "yolo" else word for word in first.argv))
        yield otherwise.reading_in_mode(row, TURN, version, mode, started)
    edits = replace(first, argv=tuple("auto-edit" if word == "yolo" else word for word in first.argv))
    write = TURN.write_call(version, made("mode-edits"), "done\n")
    yield otherwise.in_mode("mode-edits", "accept-edits", edits, write)
    yield otherwise.by_door("door-terminal", TURN, version, _terminal(_prompting()))
    yield otherwise.by_protocol(TURN, version, "--acp", "--approval-mode", "yolo")


def _hooks(version: str) -> Iterator[Trial]:
    yield shell_trial("source-project", TURN, version)
    yield otherwise.elsewhere("source-user", TURN, version, hooks_in=_HOME_SETTINGS)
    extension = otherwise.elsewhere(
        "source-plugin", TURN, version, hooks_in=f"{{{{home}}}}/{_EXTENSION}/hooks/hooks.json"
    )
    manifest = json.dumps({"name": "lab", "version": "1.0.0"})
    yield replace(extension, home_files={f"{_EXTENSION}/qwen-extension.json": manifest}, is_alone=True)
    disabled = changed(
        "settings-disabled",
        TURN,
        version,
        "printf '{\"disableAllHooks\": true}' > {{workspace}}/.qwen/settings.json",
    )
    started = disabled.started
    settings = {**started.settings, "hooks_in": _HOME_SETTINGS}
    yield replace(disabled, started=replace(started, settings=settings))
    usual = TURN.start(version, granted=True)
    bare = replace(usual, argv=(*usual.argv, "--bare"))
    yield replace(shell_trial("flag-bare", TURN, version, bare), has_control=False)


ESCAPES = QwenCodeEscapes()
