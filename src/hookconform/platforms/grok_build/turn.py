"""One unattended turn of Grok Build."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from hookconform.lab.script import Reply, call
from hookconform.lab.turn import PROMPT, Delegation, Started, Turn
from hookconform.platforms.grok_build.scenarios import headless

_SERVER_SECONDS = 3


class GrokBuildTurn(Turn):
    """A `-p` run; without a grant it refuses what it would ask about."""

    decoys: ClassVar[dict[str, tuple[str, ...]]] = {"command": ("cmd",), "path": ("path", "filePath")}

    def start(self, version: str, *, granted: bool) -> Started:  # noqa: ARG002 (the same at all)
        """Return a run that allows every tool, or asks nobody."""
        return Started(headless(PROMPT, *(("--always-approve",) if granted else ())))

    def shell_call(self, version: str, command: str, *, granted: bool) -> Reply:  # noqa: ARG002
        """Return a call of run_terminal_command."""
        return call("run_terminal_command", command=command, description="probe")

    def write_call(self, version: str, path: str, text: str) -> Reply:  # noqa: ARG002
        """Return a call of write."""
        return call("write", file_path=f"{{{{workspace}}}}/{path}", content=text)

    def edit_call(self, version: str, path: str, old: str, new: str) -> Reply:  # noqa: ARG002
        """Return a call of search_replace."""
        return call("search_replace", file_path=f"{{{{workspace}}}}/{path}", old_string=old, new_string=new)

    def read_call(self, version: str, path: str) -> Reply:  # noqa: ARG002
        """Return a call of read_file."""
        return call("read_file", target_file=f"{{{{workspace}}}}/{path}")

    def mcp_call(self, version: str, arguments: dict[str, Any]) -> Reply:  # noqa: ARG002
        """Return a call of use_tool, by which the tools of servers are called; the server takes a while to start."""
        return replace(call("use_tool", tool_name="lab__echo_text", tool_input=arguments), delay=_SERVER_SECONDS)

    def delegation(self, version: str, name: str) -> Delegation:  # noqa: ARG002
        """Return a call of the sub-agent's tool that waits for it."""
        return Delegation((call("spawn_subagent", prompt=f"[[{name}]] do it", description="Sub", background=False),))


TURN = GrokBuildTurn()
