"""What hooks see of such programs: where they are registered, and the rows that they have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from hookconform_lab.lab.escapes import otherwise
from hookconform_lab.lab.escapes.measuring import Escapes
from hookconform_lab.lab.escapes.trial import CARRIED, Trial, made
from hookconform_lab.lab.escapes.usual import delegated, makes, shell, shell_trial
from hookconform_lab.lab.plugins import talk
from hookconform_lab.lab.plugins.driver import PluginDriver
from hookconform_lab.lab.scenario import Key, Program, Terminal
from hookconform_lab.lab.script import Call, Reply, call
from hookconform_lab.lab.turn import PROMPT, Turn

_AGENT = "---\ndescription: A helper.\nmode: subagent\n{permission}---\nYou help.\n"
# The file is named by who calls it up: the definition is told to hooks when the program starts.
_COMMAND = "---\ndescription: lab\n---\nThe time is !`printf done > $ARGUMENTS`.\n"
_SKILL = "---\nname: inline\ndescription: lab\n---\nThe time is !`printf done > $ARGUMENTS`.\n"
_PACKAGE = "{{home}}/lab-plugin/plugin"
# The id of the only session.
_ID = 'id=$("$0" session list --format json | sed -n \'s/.*"id": *"\\(ses_[^"]*\\)".*/\\1/p\' | head -1); '


class PluginEscapes(Escapes):
    """Hooks are functions of a plugin in the workspace."""

    before_model: ClassVar[tuple[str, ...]] = ("command.execute.before", "experimental.chat.messages.transform")
    driver: ClassVar[PluginDriver]
    turn: ClassVar[Turn]

    def trials(self, version: str) -> tuple[Trial, ...]:
        """Return the rows of all such programs."""
        return (*self._tools(version), *self._prompts(version), *self._sessions(version), *self._hooks(version))

    def not_offered(self, version: str) -> Mapping[str, str]:  # noqa: ARG002 (the same at all)
        """Return what none of them has."""
        return {
            "own-delete": "files are deleted by patches",
            "own-notebook": "no tool for notebooks",
            "own-memory": "no tool for memories",
            "shell-background": "the shell tool has no background",
            "shell-typed": "no tool that types to a running command",
            "batch": "no tool that makes several calls since 1.2",
            "workflow": "no workflows",
            "user-import": "instructions import no files by themselves",
            "program-status-line": "no status line with a command",
            "mode-edits": "each tool has a permission of its own, and there is no such mode",
            "source-local": "no local settings",
            "source-agent": "an agent's definition has no hooks",
            "settings-disabled": "no setting leaves out the plugins that a folder holds",
        }

    def _tools(self, version: str) -> Iterator[Trial]:
        usual = self.turn.start(version, granted=True)
        word = "canary-own-search"
        search = call("grep", pattern=f"{word}.*", path="{{workspace}}")
        files = {"searched.txt": f"{word}-7c1\n"}
        yield Trial("own-search", (word,), usual, (search,), told=f"{word}-7c1", workspace_files=files)
        fetch = call("webfetch", url="{{model_url}}/page?own-fetch", format="html")
        yield Trial("own-fetch", ("page?own-fetch",), usual, (fetch,), told="Lab page")
        word = "said-mcp-resource"
        resource = call("read_mcp_resource", server="lab", uri=f"lab://echo/{word}")
        yield Trial("mcp-resource", (word,), usual, (resource,), told=f"echo: {word}")
        word = "said-code-mode"
        # The script is what leads to the call; the word is put together in it.
        script = f"/* {CARRIED}script */ return await tools.lab.echo_text({{text: 'said-' + 'code-mode'}})"
        mode = replace(usual, environment={f"{self.driver.variables}_EXPERIMENTAL_CODE_MODE": "1"})
        yield Trial("code-mode", (word,), mode, (call("execute", code=script),), told=f"echo: {word}")
        yield from self._sub_agents(version)

    def _sub_agents(self, version: str) -> Iterator[Trial]:
        allowed = {"*": "allow"}
        background = {f"{self.driver.variables}_EXPERIMENTAL_BACKGROUND_SUBAGENTS": "1"}
        for row, kind, permission in (
            ("subagent-typed", "typed", allowed),
            ("subagent-background", "general", allowed),
            ("subagent-own-mode", "free", {**allowed, "bash": "deny"}),
        ):
            started = replace(self.turn.start(version, granted=True), settings={"permission": permission})
            more = {"background": True} if row == "subagent-background" else {}
            started = replace(started, environment=background) if more else started
            usual = shell_trial(row, self.turn, version, started)
            trial = delegated(row, self.turn, version, started, usual.replies)
            prompt = f"[[{CARRIED}{row}]] do it"
            start = call("task", description="Sub", prompt=prompt, subagent_type=kind, **more)
            wait = (shell(self.turn, version, f"sleep 6; : {CARRIED}wait"),) if more else ()
            own = "permission:\n  bash: allow\n" if kind == "free" else ""
            yield replace(
                trial,
                words=usual.words,
                files=usual.files,
                replies=(start, *wait),
                workspace_files={f"{self.driver.folder}/agent/{kind}.md": _AGENT.format(permission=own)},
                is_alone=True,
                mode="granted" if not own else "default",
                # The main model has no shell where only the sub-agent's mode allows one.
                has_control=not own,
            )

    def _prompts(self, version: str) -> Iterator[Trial]:
        usual = self.turn.start(version, granted=True)
        file, word = "read-user-file.txt", "canary-user-file-7c1"
        # What the terminal makes of `@file` is an attachment, as this is.
        attached = replace(usual, argv=(*usual.argv, "--file", f"{{{{workspace}}}}/{file}"))
        yield Trial("user-file", (file,), attached, told=word, workspace_files={file: f"{word}\n"}, is_alone=True)
        for row, path, content in (
            ("user-command-shell", "command/inline.md", _COMMAND),
            ("user-skill", "skill/inline/SKILL.md", _SKILL),
        ):
            files = {f"{self.driver.folder}/{path}": content}
            trial = otherwise.inlined(row, self.turn, version, PROMPT, files)
            # A slash command's template is the prompt, and the control command comes after it.
            argv = ("{{program}}", "run", "--command", "inline", made(row))
            yield replace(trial, started=replace(trial.started, argv=argv))
        row = "user-shell"
        typed = talk.step("shell", {"agent": "build", "model": talk.model(), "command": makes(row)})
        trial = otherwise.by_door(row, self.turn, version, self._served(typed, _said(PROMPT)))
        yield replace(trial, replies=())

    def _served(self, *steps: dict[str, object]) -> Program:
        return replace(talk.served([talk.session(), *steps]), timeout=120 + self.driver.startup_seconds)

    def _sessions(self, version: str) -> Iterator[Trial]:
        first = self.turn.start(version, granted=True)
        again = ("{{program}}", "run", "Go on.")
        named = ("bash", "-c", f'{_ID} exec "$0" run "Go on." --session "$id"', "{{program}}")
        yield otherwise.resumed("session-resumed", self.turn, version, first, *named)
        yield otherwise.resumed("session-continued", self.turn, version, first, *again, "--continue")
        yield otherwise.resumed("session-forked", self.turn, version, first, *again, "--continue", "--fork")
        settings = {**first.settings, "configuration": {"model": "lab/small-context"}}
        full = Reply(calls=(Call("bash", {"command": f": {CARRIED}full", "description": "d"}),), total_tokens=19_600)
        trial = shell_trial("session-compacted", self.turn, version, replace(first, settings=settings))
        yield replace(trial, replies=(full, *trial.replies), is_alone=True)
        plan = replace(first, argv=(*first.argv, "--agent", "plan"))
        yield otherwise.reading_in_mode("mode-plan", self.turn, version, "plan", plan)
        default = replace(first, settings={"permission": {}})
        yield otherwise.reading_in_mode("mode-default", self.turn, version, "default", default)
        yield otherwise.by_door("door-sdk", self.turn, version, self._served(_said(PROMPT)))
        acp = otherwise.by_protocol(self.turn, version, "acp")
        yield acp
        keys = (
            Key("Ask anything", PROMPT, within=40 + self.driver.startup_seconds, settle=3),
            Key("", "\r", settle=1),
            Key("scripted steps are done", "/exit", within=40, settle=2),
            Key("", "\r", settle=1),
            Key("", "\r", settle=2),
        )
        seconds = 120 + self.driver.startup_seconds
        terminal = Terminal(("{{program}}",), keys, timeout=seconds)
        yield otherwise.by_door("door-terminal", self.turn, version, terminal)

    def _hooks(self, version: str) -> Iterator[Trial]:
        yield shell_trial("source-project", self.turn, version)
        user = f"{{{{home}}}}/.config/{self.driver.user_folder}/plugin"
        yield otherwise.elsewhere("source-user", self.turn, version, hooks_in=user)
        listed = {"plugin": [f"file://{_PACKAGE}/{name}.js" for name in ("hookconform-capture", "answering")]}
        yield otherwise.elsewhere("source-plugin", self.turn, version, hooks_in=_PACKAGE, configuration=listed)
        usual = self.turn.start(version, granted=True)
        bare = replace(usual, argv=(*usual.argv, "--pure"))
        yield replace(shell_trial("flag-bare", self.turn, version, bare), has_control=False)


def _said(words: str) -> dict[str, object]:
    return talk.step("message", {"model": talk.model(), "parts": [{"type": "text", "text": words}]})
