"""One unattended turn of Claude Code."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hookconform.ground.versions import at_least
from hookconform_lab.lab.script import Reply, call
from hookconform_lab.lab.turn import PROMPT, Delegation, Started, Turn


class ClaudeCodeTurn(Turn):
    """A `-p` run; without a grant it denies what it would ask about."""

    def start(self, *, granted: bool) -> Started:
        """Return a run that skips permissions, or has the default ones."""
        mode = ("--dangerously-skip-permissions",) if granted else ("--permission-mode", "default")
        return Started(("{{program}}", "-p", PROMPT, *mode, "--output-format", "stream-json", "--verbose"))

    def shell_call(self, command: str) -> Reply:
        """Return a call of Bash."""
        return call("Bash", command=command, description="probe")

    def write_call(self, path: str, text: str) -> Reply:
        """Return a call of Write."""
        return call("Write", file_path=f"{{{{workspace}}}}/{path}", content=text)

    def start_with_edits(self, paths: tuple[str, ...]) -> Started:
        """Return a run whose prompt mentions the files: before an edit a file must have been read."""
        usual = self.start(granted=True)
        prompt = " ".join((PROMPT, *(f"@{path}" for path in paths)))
        return replace(usual, argv=(*usual.argv[:2], prompt, *usual.argv[3:]))

    def edit_call(self, path: str, old: str, new: str) -> Reply:
        """Return a call of Edit."""
        return call("Edit", file_path=f"{{{{workspace}}}}/{path}", old_string=old, new_string=new)

    def read_call(self, path: str) -> Reply:
        """Return a call of Read."""
        return call("Read", file_path=f"{{{{workspace}}}}/{path}")

    def start_with_mcp(self) -> Started:
        """Return a run that is told of the server, and finds its tools without a search."""
        usual = self.start(granted=True)
        argv = (*usual.argv, "--mcp-config", "{{home}}/.mcp-lab.json")
        return replace(usual, argv=argv, environment={"ENABLE_TOOL_SEARCH": "0"})

    def mcp_call(self, arguments: dict[str, Any]) -> Reply:
        """Return a call of the server's tool."""
        return call("mcp__lab__echo_text", **arguments)

    def delegation(self, name: str) -> Delegation:
        """Return a call of the sub-agent's tool: `Task`, since 2.1.63 `Agent`."""
        waits = {"run_in_background": False} if at_least(self.version, "2.0.60") else {}
        tool = "Agent" if at_least(self.version, "2.1.63") else "Task"
        prompt = f"[[{name}]] do it"
        return Delegation((call(tool, description="Sub", prompt=prompt, subagent_type="general-purpose", **waits),))


TURN = ClaudeCodeTurn
