"""One unattended turn of Grok Build."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from hookconform_lab.lab.script import Reply, call
from hookconform_lab.lab.turn import PROMPT, Delegation, Started, Turn
from hookconform_lab.platforms.grok_build.scenarios import headless
from hookconform_lab.platforms.grok_build.toolsets import CODEX, CONCISE, HASHLINE, OPENCODE, Toolset

_SERVER_SECONDS = 8


class GrokBuildTurn(Turn):
    """A `-p` run; without a grant it refuses what it would ask about."""

    decoys: ClassVar[dict[str, tuple[str, ...]]] = {"command": ("cmd",), "path": ("path", "filePath")}

    def start(self, *, granted: bool) -> Started:
        """Return a run that allows every tool, or asks nobody."""
        return Started(headless(PROMPT, *(("--always-approve",) if granted else ())))

    def shell_call(self, command: str) -> Reply:
        """Return a call of run_terminal_command."""
        return call("run_terminal_command", command=command, description="probe")

    def write_call(self, path: str, text: str) -> Reply:
        """Return a call of write."""
        return call("write", file_path=f"{{{{workspace}}}}/{path}", content=text)

    def edit_call(self, path: str, old: str, new: str) -> Reply:
        """Return a call of search_replace."""
        return call("search_replace", file_path=f"{{{{workspace}}}}/{path}", old_string=old, new_string=new)

    def read_call(self, path: str) -> Reply:
        """Return a call of read_file."""
        return call("read_file", target_file=f"{{{{workspace}}}}/{path}")

    def mcp_call(self, arguments: dict[str, Any]) -> Reply:
        """Return a call of use_tool, by which the tools of servers are called; the server takes a while to start."""
        return replace(call("use_tool", tool_name="lab__echo_text", tool_input=arguments), delay=_SERVER_SECONDS)

    def delegation(self, name: str) -> Delegation:
        """Return a call of the sub-agent's tool that waits for it."""
        return Delegation((call("spawn_subagent", prompt=f"[[{name}]] do it", description="Sub", background=False),))


class _ToolsetTurn(GrokBuildTurn):
    """The usual run with another set of tools."""

    switched_on: ClassVar[Toolset]
    other_toolsets: ClassVar[tuple[type[Turn], ...]] = ()

    def start(self, *, granted: bool) -> Started:
        """Return the usual run with the setting that chooses the set."""
        usual = super().start(granted=granted)
        chosen = self.switched_on
        return replace(usual, argv=(*usual.argv, *chosen.flags), settings=chosen.settings)


class _HashlineTurn(_ToolsetTurn):
    toolset = "hashline tools"
    switched_on = HASHLINE

    def edit_call(self, path: str, old: str, new: str) -> Reply:  # noqa: ARG002 (it writes the whole file)
        """Return a call of hashline_edit."""
        edits = [{"op": "write", "content": new}]
        return call("hashline_edit", file_path=f"{{{{workspace}}}}/{path}", edits=edits)

    def read_call(self, path: str) -> Reply:
        """Return a call of hashline_read."""
        return call("hashline_read", target_file=f"{{{{workspace}}}}/{path}")


class _CodexTurn(_ToolsetTurn):
    toolset = "Codex's tools"
    switched_on = CODEX
    # It has no tool that replaces text.
    edit_call = Turn.edit_call
    delegation = Turn.delegation

    def patch_call(self, patch: str) -> Reply:
        """Return a call of apply_patch."""
        return call("apply_patch", patch=patch)

    def read_call(self, path: str) -> Reply:
        """Return a call of read_file."""
        return call("read_file", file_path=f"{{{{workspace}}}}/{path}")


class _OpenCodeTurn(_ToolsetTurn):
    toolset = "OpenCode's tools"
    switched_on = OPENCODE
    # It reaches neither servers nor sub-agents.
    mcp_call = Turn.mcp_call
    delegation = Turn.delegation

    def shell_call(self, command: str) -> Reply:
        """Return a call of bash."""
        return call("bash", command=command, description="probe")

    def edit_call(self, path: str, old: str, new: str) -> Reply:
        """Return a call of edit."""
        return call("edit", filePath=f"{{{{workspace}}}}/{path}", oldString=old, newString=new)

    def read_call(self, path: str) -> Reply:
        """Return a call of read."""
        return call("read", filePath=f"{{{{workspace}}}}/{path}")


class _ConciseTurn(_ToolsetTurn):
    toolset = "concise tools"
    switched_on = CONCISE
    mcp_call = Turn.mcp_call
    delegation = Turn.delegation

    def shell_call(self, command: str) -> Reply:
        """Return a call of run_terminal_cmd."""
        return call("run_terminal_cmd", command=command, description="probe")


GrokBuildTurn.other_toolsets = (_HashlineTurn, _CodexTurn, _OpenCodeTurn, _ConciseTurn)

TURN = GrokBuildTurn
