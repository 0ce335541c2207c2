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

    def start(self, *, granted: bool) -> Started:
        """Return a run that allows every tool, or asks nobody."""
        host = ("{{python}}", "-m", "hookconform_lab.platforms.letta_code.host", PROMPT)
        return Started((*host, "{{program}}", *flags(granted=granted), "--new-agent"))

    def shell_call(self, command: str) -> Reply:
        """Return a call of Bash."""
        return shell_call(command)

    def write_call(self, path: str, text: str) -> Reply:
        """Return a call of Write."""
        return write_call(f"{{{{workspace}}}}/{path}", text)

    def edit_call(self, path: str, old: str, new: str) -> Reply:
        """Return a call of Edit."""
        return call("Edit", file_path=f"{{{{workspace}}}}/{path}", old_string=old, new_string=new)

    def read_call(self, path: str) -> Reply:
        """Return a call of Read."""
        return call("Read", file_path=f"{{{{workspace}}}}/{path}")

    def delegation(self, name: str) -> Delegation:
        """Return a call that starts a sub-agent in the background, and one that takes longer than it."""
        return Delegation((agent_call(f"[[{name}]] do it"), shell_call("sleep 15")))


TURN = LettaCodeTurn
