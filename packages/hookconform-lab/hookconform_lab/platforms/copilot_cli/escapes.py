"""What hooks see of Copilot CLI: where they are registered, and the rows that are its own."""

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
from hookconform_lab.lab.script import Call, Reply, call
from hookconform_lab.lab.turn import PROMPT
from hookconform_lab.platforms.copilot_cli.turn import TURN

_SESSION = "6f1b2f0e-5d0c-4b57-9a2e-0a4f6c2d9b11"
_USER_HOOKS = "{{home}}/.copilot/hooks"
_LOCAL = "{{workspace}}/.github/copilot/settings.local.json"
_PLUGIN = "lab-plugin"


class CopilotCliEscapes(Escapes):
    """Hooks are in the workspace, a file for each casing."""

    hook_files: ClassVar[tuple[str, ...]] = tuple(
        f"{{{{workspace}}}}/.github/hooks/{style}.json" for style in ("camel", "pascal")
    )
    before_model: ClassVar[tuple[str, ...]] = ("userPromptTransformed", "UserPromptTransformed")

    def trials(self, version: str) -> tuple[Trial, ...]:
        """Return its own rows."""
        return (*_tools(version), *_prompts(version), *_sessions(version), *_hooks(version))

    def not_offered(self, version: str) -> Mapping[str, str]:  # noqa: ARG002
        """Return what it does not have."""
        return {
            "own-delete": "no tool that deletes a file",
            "own-notebook": "no tool for notebooks",
            "shell-typed": "no tool that types to a running command since 1.0.63",
            "subagent-own-mode": "an agent's definition has no permission mode",
            "code-mode": "no tool that runs a script of calls",
            "batch": "no tool that makes several calls",
            "mcp-resource": "no tool that reads a server's resource",
            "user-file": "a mention names the file, which the model is left to read",
            "user-import": "instructions import no files",
            "user-command-shell": "commands within a prompt are not run",
            "user-skill": "commands within a skill are not run",
            "program-formatter": "no formatters",
            "mode-edits": "no mode that accepts edits alone",
            "flag-bare": "no flag that leaves out hooks",
        }

    def not_tried(self, version: str) -> Mapping[str, str]:  # noqa: ARG002
        """Return what cannot be reached here."""
        return {
            "own-memory": "memories are kept online",
            "session-forked": "only a command of the terminal makes a fork",
            "door-sdk": "the SDK is a package of its own",
        }


def _tools(version: str) -> Iterator[Trial]:
    word = "canary-own-search"
    search = call("grep", pattern=f"{word}.*", output_mode="content")
    yield Trial(
        "own-search",
        (word,),
        TURN.start(version, granted=True),
        (search,),
        told=f"{word}-7c1",
        workspace_files={"searched.txt": f"{word}-7c1\n"},
    )
    row = "shell-background"
    background = call("bash", command=makes(row), description="probe", mode="async", shellId="probe")
    wait = TURN.shell_call(version, f"sleep 2; : {CARRIED}wait", granted=True)
    yield replace(shell_trial(row, TURN, version), replies=(background, wait))
    for row, kind, mode in (
        ("subagent-typed", "task", "sync"),
        ("subagent-background", "general-purpose", "background"),
    ):
        usual = shell_trial(row, TURN, version)
        trial = delegated(row, TURN, version, usual.started, usual.replies)
        prompt = f"[[{CARRIED}{row}]] do it"
        start = call("task", name=row, description="Sub", agent_type=kind, prompt=prompt, mode=mode)
        wait = TURN.shell_call(version, f"sleep 6; : {CARRIED}wait", granted=True)
        yield replace(trial, words=(made(row),), files={made(row): ""}, replies=(start, wait), is_alone=True)


def _prompts(version: str) -> Iterator[Trial]:
    row = "user-shell"
    # What is typed after it is a command, not a prompt; the prompt behind it brings the control command.
    keys = (
        Key("commands", f"!{makes(row)}", within=30, settle=1.5),
        Key("", "\r", settle=1.5),
        Key("", PROMPT, settle=4),
        Key("", "\r", settle=1.5),
        *_leaving(),
    )
    yield replace(otherwise.by_door(row, TURN, version, _terminal(keys)), replies=())
    row = "program-status-line"
    line = {"statusLine": {"type": "command", "command": f"printf done > {{{{workspace}}}}/{made(row)}; echo line"}}
    trial = otherwise.by_door(row, TURN, version, _terminal((*_prompting(), *_leaving())), user=line)
    yield replace(trial, replies=())


def _terminal(keys: tuple[Key, ...]) -> Terminal:
    return Terminal(("{{program}}", "--allow-all"), keys, timeout=90)


def _prompting() -> tuple[Key, ...]:
    return Key("commands", PROMPT, within=30, settle=1.5), Key("", "\r", settle=1.5)


def _leaving() -> tuple[Key, ...]:
    return Key("scripted steps are done", "/exit", within=30, settle=2), Key("", "\r", settle=1.5)


def _sessions(version: str) -> Iterator[Trial]:
    first = TURN.start(version, granted=True)
    named = replace(first, argv=(*first.argv, "--session-id", _SESSION))
    again = tuple("Go on." if word == PROMPT else word for word in first.argv)
    yield otherwise.resumed("session-resumed", TURN, version, named, *again, f"--resume={_SESSION}")
    yield otherwise.resumed("session-continued", TURN, version, first, *again, "--continue")
    look = Call("bash", {"command": f": {CARRIED}full", "description": "d"})
    full = tuple(Reply(calls=(look,), total_tokens=tokens) for tokens in (1_000, 195_000, 195_000))
    trial = shell_trial("session-compacted", TURN, version)
    yield replace(trial, replies=(*full, *trial.replies), is_alone=True)
    plan = replace(first, argv=(*first.argv, "--mode", "plan"))
    yield otherwise.reading_in_mode("mode-plan", TURN, version, "plan", plan)
    usual = TURN.start(version, granted=False)
    yield otherwise.reading_in_mode("mode-default", TURN, version, "default", usual)
    terminal = _terminal((*_prompting(), *_leaving()))
    yield otherwise.by_door("door-terminal", TURN, version, terminal)
    yield otherwise.by_protocol(TURN, version, "--acp", "--allow-all")


def _hooks(version: str) -> Iterator[Trial]:
    yield shell_trial("source-project", TURN, version)
    yield otherwise.elsewhere("source-user", TURN, version, hooks_in=_USER_HOOKS)
    yield otherwise.elsewhere("source-local", TURN, version, hooks_in=_LOCAL)
    plugin = otherwise.elsewhere("source-plugin", TURN, version, hooks_in=f"{{{{home}}}}/{_PLUGIN}/hooks.json")
    manifest = json.dumps({"name": "lab", "version": "1.0.0", "description": "lab", "hooks": "hooks.json"})
    argv = (*plugin.started.argv, "--plugin-dir", f"{{{{home}}}}/{_PLUGIN}")
    started = replace(plugin.started, argv=argv)
    yield replace(plugin, started=started, home_files={f"{_PLUGIN}/plugin.json": manifest}, is_alone=True)
    disabled = changed(
        "settings-disabled",
        TURN,
        version,
        f"mkdir -p {{{{workspace}}}}/.github/copilot; printf '{{\"disableAllHooks\": true}}' > {_LOCAL}",
    )
    started = disabled.started
    yield replace(disabled, started=replace(started, settings={**started.settings, "hooks_in": _USER_HOOKS}))


ESCAPES = CopilotCliEscapes()
