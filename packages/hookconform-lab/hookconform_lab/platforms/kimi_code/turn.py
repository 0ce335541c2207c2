"""One unattended turn of Kimi Code."""

from __future__ import annotations

from typing import Any, ClassVar

from hookconform_lab.lab.script import Reply, call
from hookconform_lab.lab.turn import PROMPT, Delegation, Started, Turn


class KimiCodeTurn(Turn):
    """A `-p` run, which never asks anybody: it decides for itself what it would ask about."""

    finish: ClassVar[Reply] = Reply(text="All scripted steps are done.", delay=2)

    def start(self, *, granted: bool) -> Started:  # noqa: ARG002 (it never asks)
        """Return a run of the prompt."""
        return Started(("{{program}}", "-p", PROMPT, "--output-format", "stream-json"))

    def shell_call(self, command: str) -> Reply:
        """Return a call of Bash."""
        return call("Bash", command=command)

    def write_call(self, path: str, text: str) -> Reply:
        """Return a call of Write."""
        return call("Write", path=f"{{{{workspace}}}}/{path}", content=text)

    def edit_call(self, path: str, old: str, new: str) -> Reply:
        """Return a call of Edit."""
        return call("Edit", path=f"{{{{workspace}}}}/{path}", old_string=old, new_string=new)

    def read_call(self, path: str) -> Reply:
        """Return a call of Read."""
        return call("Read", path=f"{{{{workspace}}}}/{path}")

    def mcp_call(self, arguments: dict[str, Any]) -> Reply:
        """Return a call of the server's tool."""
        return call("mcp__lab__echo_text", **arguments)

    def delegation(self, name: str) -> Delegation:
        """Return a call of the sub-agent's tool, which waits for it."""
        return Delegation((call("Agent", prompt=f"[[{name}]] do it", description="Sub", subagent_type="coder"),))


TURN = KimiCodeTurn
