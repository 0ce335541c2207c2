"""One unattended turn of Claude Code."""

from __future__ import annotations

from hookconform.lab.script import Reply, call
from hookconform.lab.turn import PROMPT, Started, Turn


class ClaudeCodeTurn(Turn):
    """A `-p` run; without a grant it denies what it would ask about."""

    def start(self, version: str, *, granted: bool) -> Started:  # noqa: ARG002 (the same at all)
        """Return a run that skips permissions, or has the default ones."""
        mode = ("--dangerously-skip-permissions",) if granted else ("--permission-mode", "default")
        return Started(("{{program}}", "-p", PROMPT, *mode, "--output-format", "stream-json", "--verbose"))

    def shell_call(self, version: str, command: str, *, granted: bool) -> Reply:  # noqa: ARG002
        """Return a call of Bash."""
        return call("Bash", command=command, description="probe")

    def write_call(self, version: str, path: str, text: str) -> Reply:  # noqa: ARG002
        """Return a call of Write."""
        return call("Write", file_path=f"{{{{workspace}}}}/{path}", content=text)


TURN = ClaudeCodeTurn()
