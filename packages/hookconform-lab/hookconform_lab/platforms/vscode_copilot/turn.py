"""One unattended turn of VS Code's agent."""

from __future__ import annotations

import json
from typing import Any, ClassVar

from hookconform_lab.lab.script import Reply, call
from hookconform_lab.lab.turn import PROMPT, Delegation, Started, Turn
from hookconform_lab.platforms.vscode_copilot.account import CLAUDE_MODEL, GPT_MODEL
from hookconform_lab.platforms.vscode_copilot.plan import MCP_TOOL, START_MCP, ask
from hookconform_lab.platforms.vscode_copilot.tools import shell


class VsCodeCopilotTurn(Turn):
    """A window that is given one prompt; without a grant it asks before a tool runs, and nobody answers."""

    decoys: ClassVar[dict[str, tuple[str, ...]]] = {"path": ("file_path", "path")}

    def start(self, *, granted: bool) -> Started:
        """Return a run with a model that is offered patches."""
        return _started(GPT_MODEL, {} if granted else {"asks": True})

    def shell_call(self, command: str) -> Reply:
        """Return a call of run_in_terminal."""
        return shell(command)

    def write_call(self, path: str, text: str) -> Reply:
        """Return a call of create_file."""
        return call("create_file", filePath=f"{{{{workspace}}}}/{path}", content=text)

    def patch_call(self, patch: str) -> Reply:
        """Return a call of apply_patch, which wants whole paths."""
        return call("apply_patch", input=_with_whole_paths(patch), explanation="Change files.")

    def start_with_edits(self, paths: tuple[str, ...]) -> Started:  # noqa: ARG002 (it edits what it has not read)
        """Return a run with a model that is offered to replace strings."""
        return _started(CLAUDE_MODEL, {})

    def edit_call(self, path: str, old: str, new: str) -> Reply:
        """Return a call of replace_string_in_file."""
        return call("replace_string_in_file", filePath=f"{{{{workspace}}}}/{path}", oldString=old, newString=new)

    def read_call(self, path: str) -> Reply:
        """Return a call of read_file."""
        return call("read_file", filePath=f"{{{{workspace}}}}/{path}", startLine=1, endLine=5)

    def start_with_mcp(self) -> Started:
        """Return a run that starts the server before it asks."""
        return _started(GPT_MODEL, {}, *START_MCP)

    def mcp_call(self, arguments: dict[str, Any]) -> Reply:
        """Return a call of the server's tool."""
        return call(MCP_TOOL, **arguments)

    def delegation(self, name: str) -> Delegation:
        """Return a call of runSubagent, whose prompt holds the conversation's marker."""
        return Delegation((call("runSubagent", description="Do it", prompt=f"[[{name}]] do it"),))


def _started(model: str, settings: dict[str, Any], *before: dict[str, Any]) -> Started:
    return Started(("{{program}}",), stdin=json.dumps([*before, ask(PROMPT, model)]), settings=settings)


def _with_whole_paths(patch: str) -> str:
    """Return a patch whose headers name files below the workspace."""
    return patch.replace(" File: ", " File: {{workspace}}/")


TURN = VsCodeCopilotTurn
