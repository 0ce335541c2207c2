"""One unattended turn of Letta Code."""

from __future__ import annotations

from typing import ClassVar

from hookconform_lab.lab.script import Reply, call
from hookconform_lab.lab.turn import PROMPT, Delegation, Started, Turn
from hookconform_lab.platforms.letta_code.scenarios import flags
from hookconform_lab.platforms.letta_code.tools import agent_call, shell_call, write_call


class LettaCodeTurn(Turn):
    """A run of one prompt; without a grant it would ask before most tools, and nobody answers."""

    late_seconds: ClassVar[int] = 30

    def start(self, version: str, *, granted: bool) -> Started:  # noqa: ARG002 (the same at all)
        """Return a run that allows every tool, or asks nobody."""
        host = ("{{python}}", "-m", "hookconform_lab.platforms.letta_code.host", PROMPT)
        return Started((*host, "{{program}}", *flags(granted=granted), "--new-agent"))

    def shell_call(self, version: str, command: str, *, granted: bool) -> Reply:  # noqa: ARG002
        """Return a call of Bash."""
        return shell_call(command)

    def write_call(self, version: str, path: str, text: str) -> Reply:  # noqa: ARG002
        """Return a call of Write."""
        return write_call(f"{{{{workspace}}}}/{path}", text)

    def edit_call(self, version: str, path: str, old: str, new: str) -> Reply:  # noqa: ARG002
        """Return a call of Edit."""
        return call("Edit", file_path=f"{{{{workspace}}}}/{path}", old_string=old, new_string=new)

    def read_call(self, version: str, path: str) -> Reply:  # noqa: ARG002
        """Return a call of Read."""
        return call("Read", file_path=f"{{{{workspace}}}}/{path}")

    def delegation(self, version: str, name: str) -> Delegation:  # noqa: ARG002
        """Return a call that starts a sub-agent in the background, and one that takes longer than it."""
        return Delegation((agent_call(f"[[{name}]] do it"), shell_call("sleep 15")))


TURN = LettaCodeTurn()
