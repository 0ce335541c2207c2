"""One unattended turn of Qwen Code."""

from __future__ import annotations

from typing import Any, ClassVar

from hookconform_lab.lab.script import Reply, call
from hookconform_lab.lab.turn import PROMPT, Delegation, Started, Turn


class QwenCodeTurn(Turn):
    """A `-p` run; without a grant it refuses what it would ask about.

    It reads a command's output from a terminal, and loses it in one of three runs if the command ends at once.
    """

    linger: ClassVar[str] = "; sleep 0.5"

    def start(self, *, granted: bool) -> Started:
        """Return a run that allows every tool, or asks nobody."""
        mode = "yolo" if granted else "default"
        return Started(("{{program}}", "-p", PROMPT, "--approval-mode", mode, "--output-format", "json"))

    def shell_call(self, command: str) -> Reply:
        """Return a call of run_shell_command."""
        return call("run_shell_command", command=command, is_background=False, description="probe")

    def write_call(self, path: str, text: str) -> Reply:
        """Return a call of write_file."""
        return call("write_file", file_path=f"{{{{workspace}}}}/{path}", content=text)

    def start_with_edits(self, paths: tuple[str, ...]) -> Started:
        """Return a run whose prompt mentions the files: before an edit a file must have been read."""
        mode = ("--approval-mode", "yolo", "--output-format", "json")
        prompt = " ".join((PROMPT, *(f"@{path}" for path in paths)))
        return Started(("{{program}}", "-p", prompt, *mode))

    def edit_call(self, path: str, old: str, new: str) -> Reply:
        """Return a call of edit."""
        return call("edit", file_path=f"{{{{workspace}}}}/{path}", old_string=old, new_string=new)

    def read_call(self, path: str) -> Reply:
        """Return a call of read_file."""
        return call("read_file", file_path=f"{{{{workspace}}}}/{path}")

    def mcp_call(self, arguments: dict[str, Any]) -> Reply:
        """Return a call of the server's tool."""
        return call("mcp__lab__echo_text", **arguments)

    def delegation(self, name: str) -> Delegation:
        """Return a call of the sub-agent's tool that waits for it."""
        agent = {"description": "Sub", "subagent_type": "general-purpose", "run_in_background": False}
        return Delegation((call("agent", prompt=f"[[{name}]] do it", **agent),))


TURN = QwenCodeTurn
