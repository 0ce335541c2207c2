"""One unattended turn of Qwen Code."""

from __future__ import annotations

from typing import Any

from hookconform_lab.lab.script import Reply, call
from hookconform_lab.lab.turn import PROMPT, Delegation, Started, Turn


class QwenCodeTurn(Turn):
    """A `-p` run; without a grant it refuses what it would ask about."""

    def start(self, version: str, *, granted: bool) -> Started:  # noqa: ARG002 (the same at all)
        """Return a run that allows every tool, or asks nobody."""
        mode = "yolo" if granted else "default"
        return Started(("{{program}}", "-p", PROMPT, "--approval-mode", mode, "--output-format", "json"))

    def shell_call(self, version: str, command: str, *, granted: bool) -> Reply:  # noqa: ARG002
        """Return a call of run_shell_command."""
        return call("run_shell_command", command=command, is_background=False, description="probe")

    def write_call(self, version: str, path: str, text: str) -> Reply:  # noqa: ARG002
        """Return a call of write_file."""
        return call("write_file", file_path=f"{{{{workspace}}}}/{path}", content=text)

    def start_with_edits(self, version: str, paths: tuple[str, ...]) -> Started:  # noqa: ARG002
        """Return a run whose prompt mentions the files: before an edit a file must have been read."""
        mode = ("--approval-mode", "yolo", "--output-format", "json")
        prompt = " ".join((PROMPT, *(f"@{path}" for path in paths)))
        return Started(("{{program}}", "-p", prompt, *mode))

    def edit_call(self, version: str, path: str, old: str, new: str) -> Reply:  # noqa: ARG002
        """Return a call of edit."""
        return call("edit", file_path=f"{{{{workspace}}}}/{path}", old_string=old, new_string=new)

    def read_call(self, version: str, path: str) -> Reply:  # noqa: ARG002
        """Return a call of read_file."""
        return call("read_file", file_path=f"{{{{workspace}}}}/{path}")

    def mcp_call(self, version: str, arguments: dict[str, Any]) -> Reply:  # noqa: ARG002
        """Return a call of the server's tool."""
        return call("mcp__lab__echo_text", **arguments)

    def delegation(self, version: str, name: str) -> Delegation:  # noqa: ARG002
        """Return a call of the sub-agent's tool that waits for it."""
        agent = {"description": "Sub", "subagent_type": "general-purpose", "run_in_background": False}
        return Delegation((call("agent", prompt=f"[[{name}]] do it", **agent),))


TURN = QwenCodeTurn()
