"""One unattended turn of Code Puppy."""

from __future__ import annotations

from typing import Any, ClassVar

from hookconform_lab.lab.script import Reply, call
from hookconform_lab.lab.turn import PROMPT, Delegation, Started, Turn
from hookconform_lab.platforms.code_puppy import tools
from hookconform_lab.platforms.code_puppy.scenarios import headless

# The program itself stops a push with force, and what it deems destructive, where it can ask nobody.
_GRANTED = {"disable_dangerous_command_guard": "true"}


class CodePuppyTurn(Turn):
    """A `-p` run; nobody is asked where there is no terminal, so nothing needs a grant."""

    # Longer than the hook's timeout.
    late_seconds: ClassVar[int] = 30

    def start(self, *, granted: bool) -> Started:
        """Return a run that allows every tool, or would ask a terminal."""
        return Started(headless(PROMPT), settings=_GRANTED if granted else {"yolo_mode": "false"})

    def shell_call(self, command: str) -> Reply:
        """Return a call of the shell."""
        return tools.shell_call(self.version, command)

    def write_call(self, path: str, text: str) -> Reply:
        """Return a call of create_file."""
        return tools.write_call(f"{{{{workspace}}}}/{path}", text)

    def edit_call(self, path: str, old: str, new: str) -> Reply:
        """Return a call of replace_in_file."""
        change = {"old_str": old, "new_str": new}
        return call("replace_in_file", file_path=f"{{{{workspace}}}}/{path}", replacements=[change])

    def read_call(self, path: str) -> Reply:
        """Return a call of read_file."""
        return call("read_file", file_path=f"{{{{workspace}}}}/{path}")

    def mcp_call(self, arguments: dict[str, Any]) -> Reply:
        """Return a call of the server's tool."""
        return call("lab_echo_text", **arguments)

    def delegation(self, name: str) -> Delegation:
        """Return a call of the sub-agent's tool, which waits for it."""
        return Delegation((call("invoke_agent", agent_name="code-puppy", prompt=f"[[{name}]] do it"),))


TURN = CodePuppyTurn
