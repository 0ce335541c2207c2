"""One unattended turn of Hermes Agent."""

from __future__ import annotations

from typing import Any, ClassVar

from hookconform.effects.forms import Form
from hookconform.ground.versions import at_least
from hookconform_lab.lab.script import Reply, call
from hookconform_lab.lab.turn import PROMPT, Delegation, Started, Turn
from hookconform_lab.platforms.hermes_agent.scenarios import headless
from hookconform_lab.platforms.hermes_agent.tools import mcp_name


class HermesAgentTurn(Turn):
    """A `chat -q` run; without `--yolo` a command that it deems dangerous is refused, since nobody answers."""

    late_seconds: ClassVar[int] = 30

    def start(self, *, granted: bool) -> Started:
        """Return a run that allows every tool, or asks nobody."""
        return Started(headless(PROMPT, granted=granted))

    def shell_call(self, command: str) -> Reply:
        """Return a call of terminal."""
        return call("terminal", command=command)

    def write_call(self, path: str, text: str) -> Reply:
        """Return a call of write_file."""
        return call("write_file", path=f"{{{{workspace}}}}/{path}", content=text)

    def patch_call(self, patch: str) -> Reply:
        """Return a call of patch in its second mode."""
        return call("patch", mode="patch", patch=patch)

    def edit_call(self, path: str, old: str, new: str) -> Reply:
        """Return a call of patch in its first mode."""
        return call("patch", mode="replace", path=f"{{{{workspace}}}}/{path}", old_string=old, new_string=new)

    def read_call(self, path: str) -> Reply:
        """Return a call of read_file."""
        return call("read_file", path=f"{{{{workspace}}}}/{path}")

    def mcp_call(self, arguments: dict[str, Any]) -> Reply:
        """Return a call of the server's tool."""
        return call(mcp_name(self.version, "echo_text"), **arguments)

    def delegation(self, name: str) -> Delegation:
        """Return a call of the sub-agent's tool, and one that takes as long where it is not waited for."""
        waits = (call("terminal", command="sleep 12"),) if at_least(self.version, "0.19.0") else ()
        return Delegation((call("delegate_task", goal=f"[[{name}]] do it"), *waits))

    def texts_of(self, form: Form) -> list[str]:
        """Return what stands in the payload; before the end of a turn that is the file that was changed."""
        return [form.marker] if form.registered_event == "pre_verify" else super().texts_of(form)


TURN = HermesAgentTurn
