"""One unattended turn of Gemini CLI."""

from __future__ import annotations

from typing import ClassVar

from hookconform.lab.script import Reply, call
from hookconform.lab.turn import PROMPT, Started, Turn

_MODEL = "gemini-2.5-flash"


class GeminiCliTurn(Turn):
    """A `-p` run; without a grant it denies what it would ask about."""

    decoys: ClassVar[dict[str, tuple[str, ...]]] = {"path": ("filePath", "path", "absolute_path")}

    def start(self, version: str, *, granted: bool) -> Started:  # noqa: ARG002 (the same at all)
        """Return a run in which scripted calls may repeat themselves and go on for as long as they like."""
        mode = "yolo" if granted else "default"
        argv = ("{{program}}", "-p", PROMPT, "-m", _MODEL, "--approval-mode", mode, "--output-format", "json")
        return Started(argv, settings={"model": {"disableLoopDetection": True, "maxSessionTurns": -1}})

    def shell_call(self, version: str, command: str, *, granted: bool) -> Reply:  # noqa: ARG002
        """Return a call of run_shell_command."""
        return call("run_shell_command", command=command)

    def write_call(self, version: str, path: str, text: str) -> Reply:  # noqa: ARG002
        """Return a call of write_file."""
        return call("write_file", file_path=f"{{{{workspace}}}}/{path}", content=text)


TURN = GeminiCliTurn()
