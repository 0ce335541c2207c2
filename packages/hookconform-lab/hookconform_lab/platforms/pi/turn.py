"""One unattended turn of pi."""

from __future__ import annotations

from typing import ClassVar

from hookconform.effects.forms import Form
from hookconform_lab.lab.script import Reply, call
from hookconform_lab.lab.turn import PROMPT, Started, Turn
from hookconform_lab.platforms.pi.scenarios import started


class PiTurn(Turn):
    """A `-p` run; the program never asks about a tool, so that a grant changes nothing."""

    decoys: ClassVar[dict[str, tuple[str, ...]]] = {"command": ("cmd",), "path": ("file_path", "filePath")}

    def start(self, *, granted: bool) -> Started:  # noqa: ARG002 (it never asks)
        """Return a run with every tool."""
        return Started(started("-p", PROMPT))

    def shell_call(self, command: str) -> Reply:
        """Return a call of bash."""
        return call("bash", command=command)

    def write_call(self, path: str, text: str) -> Reply:
        """Return a call of write."""
        return call("write", path=f"{{{{workspace}}}}/{path}", content=text)

    def edit_call(self, path: str, old: str, new: str) -> Reply:
        """Return a call of edit."""
        return call("edit", path=f"{{{{workspace}}}}/{path}", edits=[{"oldText": old, "newText": new}])

    def read_call(self, path: str) -> Reply:
        """Return a call of read."""
        return call("read", path=f"{{{{workspace}}}}/{path}")

    def texts_of(self, form: Form) -> list[str]:
        """Return texts of the record, which begins with the event."""
        return [f'"hook":"{form.registered_event}"', *super().texts_of(form)]


TURN = PiTurn
