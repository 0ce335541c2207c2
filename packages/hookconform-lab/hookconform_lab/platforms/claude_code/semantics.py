"""How Claude Code's models say the calls of the shared script."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hookconform.ground.versions import at_least
from hookconform_lab.lab.semantics.native import Semantics, Tool
from hookconform_lab.lab.turn import Started
from hookconform_lab.platforms.claude_code.turn import TURN

_TOOLS = {
    "Bash": Tool("Bash", {"command": "command", "timeout": "timeout"}, {"description": "A step"}),
    "Write": Tool("Write", {"file_path": "file_path", "content": "content"}),
    "Edit": Tool(
        "Edit",
        {key: key for key in ("file_path", "old_string", "new_string", "replace_all")},
    ),
    "Read": Tool("Read", {key: key for key in ("file_path", "offset", "limit")}),
    "Glob": Tool("Glob", {"pattern": "pattern", "path": "path"}),
    "Grep": Tool("Grep", {"pattern": "pattern", "path": "path", "glob": "glob"}),
}
# Some of its rules, such as the one that a file is to be read first, depend on the model.
_MODELS = ("claude-opus-5-5", "claude-sonnet-4-5")


class ClaudeCodeSemantics(Semantics):
    """All models are given the same tools; since 2.1.162 those for searching only where they are named."""

    def models(self, version: str) -> tuple[str, ...]:  # noqa: ARG002 (the same at all)
        """Return the id that is the newest version's own choice, and an older one."""
        return _MODELS

    def start(self, version: str, model: str) -> Started:
        """Return a run that skips permissions."""
        usual = TURN(version).start(granted=True)
        named = ("--tools", ",".join(_TOOLS)) if at_least(version, "2.1.162") else ()
        return replace(usual, argv=(*usual.argv, "--model", model, *named))

    def tools(self, version: str, model: str) -> Mapping[str, Tool]:  # noqa: ARG002 (the same for all)
        """Return the tools, whose arguments are the canonical ones."""
        return _TOOLS


SEMANTICS = ClaudeCodeSemantics()
