"""One unattended turn of Cline."""

from __future__ import annotations

from typing import Any, ClassVar

from hookconform_lab.lab.script import Reply, call
from hookconform_lab.lab.turn import PROMPT, Delegation, Started, Turn
from hookconform_lab.platforms.cline.scenarios import PATCHING_MODEL


class ClineTurn(Turn):
    """A run of one prompt that prints JSON; without a grant it refuses what it would ask about."""

    decoys: ClassVar[dict[str, tuple[str, ...]]] = {"path": ("file_path", "filePath"), "patch": ("patch", "file_path")}
    stop_ends_run: ClassVar[bool] = True
    late_seconds: ClassVar[int] = 160

    def start(self, *, granted: bool) -> Started:
        """Return a run that goes on when many calls fail in a row."""
        approve = "true" if granted else "false"
        return Started(("{{program}}", "--json", "--auto-approve", approve, "--retries", "60", PROMPT))

    def shell_call(self, command: str) -> Reply:
        """Return a call of run_commands."""
        return call("run_commands", commands=[command])

    def write_call(self, path: str, text: str) -> Reply:
        """Return a call of editor, which makes a file that is not there."""
        return call("editor", path=f"{{{{workspace}}}}/{path}", new_text=text)

    def edit_call(self, path: str, old: str, new: str) -> Reply:
        """Return a call of editor."""
        return call("editor", path=f"{{{{workspace}}}}/{path}", old_text=old, new_text=new)

    def read_call(self, path: str) -> Reply:
        """Return a call of read_files, in which the file is the second of two."""
        return call("read_files", files=[{"path": "{{workspace}}/notes.txt"}, {"path": f"{{{{workspace}}}}/{path}"}])

    def mcp_call(self, arguments: dict[str, Any]) -> Reply:
        """Return a call of the server's tool."""
        return call("lab__echo_text", **arguments)

    def start_with_patches(self) -> Started:
        """Return a run of a model that is given the tool for patches in place of the editor."""
        usual = self.start(granted=True)
        return Started(usual.argv, settings={"model": PATCHING_MODEL})

    def patch_call(self, patch: str) -> Reply:
        """Return a call of apply_patch."""
        return call("apply_patch", input=patch)

    def delegation(self, name: str) -> Delegation:
        """Return a call of spawn_agent, whose task holds the conversation's mark."""
        return Delegation((call("spawn_agent", systemPrompt="You help.", task=f"[[{name}]] do the work"),))


TURN = ClineTurn
