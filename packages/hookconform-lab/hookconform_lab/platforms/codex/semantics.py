"""How Codex's models say the calls of the shared script."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hookconform_lab.lab.semantics.native import PATCH, Semantics, Tool
from hookconform_lab.lab.turn import Started
from hookconform_lab.platforms.codex.turn import TURN

_TOOLS = {
    "Bash": Tool("exec_command", {"command": "cmd", "cwd": "workdir"}, {"yield_time_ms": 20_000}),
    PATCH: Tool("apply_patch", {"patch": "input"}, free_text=True),
}


class CodexSemantics(Semantics):
    """Reading and searching are shell commands; every edit is a patch."""

    def models(self, version: str) -> tuple[str, ...]:  # noqa: ARG002 (the same at all)
        """Return a model that is given tools, and not one that calls them from scripts."""
        return ("gpt-5.5",)

    def start(self, version: str, model: str) -> Started:
        """Return a run without approvals and sandbox."""
        usual = TURN(version).start(granted=True)
        return replace(usual, settings={**usual.settings, "model": model})

    def tools(self, version: str, model: str) -> Mapping[str, Tool]:  # noqa: ARG002 (the same for all)
        """Return the two tools that touch files."""
        return _TOOLS


SEMANTICS = CodexSemantics()
