"""One unattended turn of Gemini CLI."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from hookconform.ground.versions import at_least
from hookconform_lab.lab.script import Call, Reply, Route, call
from hookconform_lab.lab.turn import PROMPT, Delegation, Started, Turn

_MODEL = "gemini-2.5-flash"
_AGENT = "generalist"


class GeminiCliTurn(Turn):
    """A `-p` run; without a grant it denies what it would ask about."""

    decoys: ClassVar[dict[str, tuple[str, ...]]] = {"path": ("filePath", "path", "absolute_path")}

    def start(self, *, granted: bool) -> Started:
        """Return a run in which scripted calls may repeat themselves and go on for as long as they like."""
        mode = "yolo" if granted else "default"
        argv = ("{{program}}", "-p", PROMPT, "-m", _MODEL, "--approval-mode", mode, "--output-format", "json")
        return Started(argv, settings={"model": {"disableLoopDetection": True, "maxSessionTurns": -1}})

    def shell_call(self, command: str) -> Reply:
        """Return a call of run_shell_command."""
        return call("run_shell_command", command=command)

    def write_call(self, path: str, text: str) -> Reply:
        """Return a call of write_file."""
        return call("write_file", file_path=f"{{{{workspace}}}}/{path}", content=text)

    def edit_call(self, path: str, old: str, new: str) -> Reply:
        """Return a call of replace."""
        file = f"{{{{workspace}}}}/{path}"
        return call("replace", file_path=file, old_string=old, new_string=new, instruction="Replace the line.")

    def read_call(self, path: str) -> Reply:
        """Return a call of read_file."""
        return call("read_file", file_path=f"{{{{workspace}}}}/{path}")

    def mcp_call(self, arguments: dict[str, Any]) -> Reply:
        """Return a call of the server's tool, whose name has a prefix since 0.33.0."""
        return call(f"{'mcp_lab_' if at_least(self.version, '0.33.0') else ''}echo_text", **arguments)

    def start_with_agents(self) -> Started:
        """Return a run in which the general sub-agent is switched on."""
        usual = self.start(granted=True)
        agents = {"experimental": {"enableAgents": True}, "agents": {"overrides": {_AGENT: {"enabled": True}}}}
        # Up to 0.29 the generalist refuses to start beside an MCP server.
        return replace(usual, settings={**usual.settings, **agents, "mcpServers": {"lab": None}})

    def delegation(self, name: str) -> Delegation:
        """Return a call of the sub-agent, which is told apart by the tool it ends with and by its words."""
        words = f"work as {name}"
        if at_least(self.version, "0.39.0"):
            reply = call("invoke_agent", agent_name=_AGENT, prompt=words)
        else:
            reply = call(_AGENT, request=words)
        route = Route(name, declares="complete_task", matches=words)
        return Delegation((reply,), (route,), Reply(calls=(Call("complete_task", args_from_schema=True),)))


TURN = GeminiCliTurn
