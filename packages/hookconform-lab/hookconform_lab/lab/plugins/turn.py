"""What unattended turns of such programs have in common."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from hookconform.effects.forms import Form, output_word
from hookconform_lab.lab.script import Reply, call
from hookconform_lab.lab.turn import PROMPT, Delegation, Started, Turn


class PluginTurn(Turn):
    """A `run`; without a grant the shell tool is asked about, and nobody answers."""

    decoys: ClassVar[dict[str, tuple[str, ...]]] = {"path": ("file_path", "path"), "patch": ("patch", "input")}
    headers = ("unspaced",)

    def start(self, *, granted: bool) -> Started:
        """Return a run with the permissions in the workspace's configuration."""
        permission = {"*": "allow"} if granted else {"*": "allow", "bash": "ask"}
        return Started(("{{program}}", "run", PROMPT), settings={"permission": permission})

    def shell_call(self, command: str) -> Reply:
        """Return a call of bash."""
        return call("bash", command=command, description="probe")

    def write_call(self, path: str, text: str) -> Reply:
        """Return a call of write."""
        return call("write", filePath=f"{{{{workspace}}}}/{path}", content=text)

    def start_with_patches(self) -> Started | None:
        """Return a run with a model that is offered patches in place of write."""
        usual = self.start(granted=True)
        return replace(usual, settings={**usual.settings, "configuration": {"model": "lab/gpt-5-scripted"}})

    def patch_call(self, patch: str) -> Reply:
        """Return a call of apply_patch."""
        return call("apply_patch", patchText=patch)

    def start_with_edits(self, paths: tuple[str, ...]) -> Started:
        """Return a run whose prompt has the files with it: before an edit a file must have been read."""
        usual = self.start(granted=True)
        attached = (word for path in paths for word in ("--file", f"{{{{workspace}}}}/{path}"))
        return replace(usual, argv=(*usual.argv, *attached))

    def edit_call(self, path: str, old: str, new: str) -> Reply:
        """Return a call of edit."""
        return call("edit", filePath=f"{{{{workspace}}}}/{path}", oldString=old, newString=new)

    def read_call(self, path: str) -> Reply:
        """Return a call of read."""
        return call("read", filePath=f"{{{{workspace}}}}/{path}")

    def mcp_call(self, arguments: dict[str, Any]) -> Reply:
        """Return a call of the server's tool."""
        return call("lab_echo_text", **arguments)

    def delegation(self, name: str) -> Delegation:
        """Return a call of task."""
        return Delegation((call("task", description="Sub", prompt=f"[[{name}]] do it", subagent_type="general"),))

    def texts_of(self, form: Form) -> list[str]:
        """Return texts of the record, which begins with the hook, and in old versions shows of a call its output."""
        hook = f'"hook":"{form.registered_event}"'
        return [hook, output_word(form.marker)] if form.event == "PostToolUse" else [hook, *super().texts_of(form)]
