"""How OpenCode's models say the calls of the shared script."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hookconform_lab.lab.plugins.driver import CLAUDE_MODEL, GPT_MODEL
from hookconform_lab.lab.semantics.native import PATCH, Semantics, Tool
from hookconform_lab.lab.turn import Started
from hookconform_lab.platforms.opencode.driver import DRIVER
from hookconform_lab.platforms.opencode.names import has
from hookconform_lab.platforms.opencode.turn import TURN

_ALL = {
    "Bash": Tool("bash", {"command": "command", "timeout": "timeout", "cwd": "workdir"}, {"description": "A step"}),
    "Read": Tool("read", {"file_path": "filePath", "offset": "offset", "limit": "limit"}),
    "Glob": Tool("glob", {"pattern": "pattern", "path": "path"}),
    "Grep": Tool("grep", {"pattern": "pattern", "path": "path", "glob": "include"}),
}
_EDIT = {"file_path": "filePath", "old_string": "oldString", "new_string": "newString", "replace_all": "replaceAll"}
_STRINGS = {
    "Write": Tool("write", {"file_path": "filePath", "content": "content"}),
    "Edit": Tool("edit", _EDIT),
}
_PATCHES = {PATCH: Tool("apply_patch", {"patch": "patchText"})}


class OpenCodeSemantics(Semantics):
    """Edits are strings, or, for models whose id says GPT, patches."""

    def models(self, version: str) -> tuple[str, ...]:
        """Return one id a family; older versions give all models the same tools."""
        return (CLAUDE_MODEL, GPT_MODEL) if has("apply_patch", version) else (CLAUDE_MODEL,)

    def start(self, version: str, model: str) -> Started:
        """Return a run with everything allowed."""
        usual = TURN(version).start(granted=True)
        return replace(usual, settings={**usual.settings, "configuration": {"model": f"lab/{model}"}})

    def tools(self, version: str, model: str) -> Mapping[str, Tool]:
        """Return the tools of the model's family."""
        gpt = DRIVER.family_of(model) == "gpt" and has("apply_patch", version)
        return {**_ALL, **(_PATCHES if gpt else _STRINGS)}


SEMANTICS = OpenCodeSemantics()
