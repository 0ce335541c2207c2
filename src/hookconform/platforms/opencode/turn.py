"""One unattended turn of OpenCode."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from hookconform.effects.forms import Form, output_word
from hookconform.lab.script import Reply, call
from hookconform.lab.turn import PROMPT, Started, Turn
from hookconform.platforms.opencode.names import has


class OpenCodeTurn(Turn):
    """An `opencode run`; without a grant the shell tool is asked about, and nobody answers."""

    decoys: ClassVar[dict[str, tuple[str, ...]]] = {"path": ("file_path", "path"), "patch": ("patch", "input")}
    headers = ("unspaced",)

    def start(self, version: str, *, granted: bool) -> Started:  # noqa: ARG002 (the same at all)
        """Return a run with the permissions in the workspace's configuration."""
        permission = {"*": "allow"} if granted else {"*": "allow", "bash": "ask"}
        return Started(("{{program}}", "run", PROMPT), settings={"permission": permission})

    def shell_call(self, version: str, command: str, *, granted: bool) -> Reply:  # noqa: ARG002
        """Return a call of bash."""
        return call("bash", command=command, description="probe")

    def write_call(self, version: str, path: str, text: str) -> Reply:  # noqa: ARG002
        """Return a call of write."""
        return call("write", filePath=f"{{{{workspace}}}}/{path}", content=text)

    def start_with_patches(self, version: str) -> Started | None:
        """Return a run with a model that is offered patches in place of write, by versions that have the tool."""
        if not has("apply_patch", version):
            return None
        usual = self.start(version, granted=True)
        return replace(usual, settings={**usual.settings, "configuration": {"model": "lab/gpt-5-scripted"}})

    def patch_call(self, version: str, patch: str) -> Reply:  # noqa: ARG002 (the same at all)
        """Return a call of apply_patch."""
        return call("apply_patch", patchText=patch)

    def texts_of(self, form: Form) -> list[str]:
        """Return texts of the record, which begins with the hook and, before 1.1.65, shows of a call its output."""
        hook = f'"hook":"{form.registered_event}"'
        return [hook, output_word(form.marker)] if form.event == "PostToolUse" else [hook, *super().texts_of(form)]


TURN = OpenCodeTurn()
