"""One unattended turn of Copilot CLI."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from hookconform_lab.lab.script import Call, Reply, call
from hookconform_lab.lab.turn import PROMPT, Delegation, Started, Turn
from hookconform_lab.platforms.copilot_cli.scenarios import GPT_MODEL, MCP, granting


class CopilotCliTurn(Turn):
    """A `-p` run; without a grant it denies what it would ask about."""

    decoys: ClassVar[dict[str, tuple[str, ...]]] = {"path": ("file_path", "filePath")}
    headers = ("indented",)

    def start(self, *, granted: bool) -> Started:
        """Return a run with or without every tool allowed."""
        if granted:
            argv = ("{{program}}", "-p", PROMPT, *granting(self.version))
            return Started(argv, environment={"COPILOT_ALLOW_ALL": "true"})
        return Started(("{{program}}", "-p", PROMPT))

    def shell_call(self, command: str) -> Reply:
        """Return a call of bash."""
        return call("bash", command=command, description="probe")

    def write_call(self, path: str, text: str) -> Reply:
        """Return a call of create."""
        return call("create", path=f"{{{{workspace}}}}/{path}", file_text=text)

    def start_with_patches(self) -> Started:
        """Return a run with a model that is offered patches in place of create."""
        started = self.start(granted=True)
        return replace(started, settings={**started.settings, "model": GPT_MODEL, "wire_api": "responses"})

    def patch_call(self, patch: str) -> Reply:
        """Return a call of apply_patch, a tool of free text."""
        return Reply(calls=(Call("apply_patch", custom=patch),))

    def edit_call(self, path: str, old: str, new: str) -> Reply:
        """Return a call of edit."""
        return call("edit", path=f"{{{{workspace}}}}/{path}", old_str=old, new_str=new)

    def read_call(self, path: str) -> Reply:
        """Return a call of view."""
        return call("view", path=f"{{{{workspace}}}}/{path}")

    def start_with_mcp(self) -> Started | None:
        """Return a run that is told of the server; 1.0.81 cannot connect to it."""
        if self.version == "1.0.81":
            return None
        usual = self.start(granted=True)
        return replace(usual, argv=(*usual.argv, *MCP))

    def mcp_call(self, arguments: dict[str, Any]) -> Reply:
        """Return a call of the server's tool."""
        return call("lab-echo_text", **arguments)

    def delegation(self, name: str) -> Delegation:
        """Return a call of task."""
        prompt = f"[[{name}]] do it"
        return Delegation((call("task", name=name, description="Sub", agent_type="general-purpose", prompt=prompt),))


TURN = CopilotCliTurn
