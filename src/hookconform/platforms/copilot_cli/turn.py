"""One unattended turn of Copilot CLI."""

from __future__ import annotations

from hookconform.lab.script import Reply, call
from hookconform.lab.turn import PROMPT, Started, Turn


class CopilotCliTurn(Turn):
    """A `-p` run; without a grant it denies what it would ask about."""

    decoys = ("file_path", "filePath")

    def start(self, version: str, *, granted: bool) -> Started:  # noqa: ARG002 (the same at all)
        """Return a run with or without every tool allowed."""
        if granted:
            argv = ("{{program}}", "-p", PROMPT, "--allow-all")
            return Started(argv, environment={"COPILOT_ALLOW_ALL": "true"})
        return Started(("{{program}}", "-p", PROMPT))

    def shell_call(self, version: str, command: str, *, granted: bool) -> Reply:  # noqa: ARG002
        """Return a call of bash."""
        return call("bash", command=command, description="probe")

    def write_call(self, version: str, path: str, text: str) -> Reply:  # noqa: ARG002
        """Return a call of create."""
        return call("create", path=f"{{{{workspace}}}}/{path}", file_text=text)


TURN = CopilotCliTurn()
