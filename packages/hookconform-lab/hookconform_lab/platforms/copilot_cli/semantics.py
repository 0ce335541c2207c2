"""How Copilot CLI's models say the calls of the shared script."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hookconform.ground.versions import at_least
from hookconform_lab.lab.semantics.native import PATCH, Semantics, Tool
from hookconform_lab.lab.turn import Started
from hookconform_lab.platforms.copilot_cli.driver import DRIVER
from hookconform_lab.platforms.copilot_cli.scenarios import CLAUDE_MODEL, GPT_MODEL
from hookconform_lab.platforms.copilot_cli.turn import TURN

_GPT = "gpt"


def _range(asked: dict[str, Any]) -> dict[str, Any] | None:
    """Return a range as its first and last line; -1 is the end."""
    if not asked:
        return {}
    first = asked.get("offset", 1)
    if not isinstance(first, int):
        return {"view_range": [first, asked.get("limit", -1)]}
    return {"view_range": [first, first + asked["limit"] - 1 if "limit" in asked else -1]}


class CopilotCliSemantics(Semantics):
    """Edits are strings, or, for GPT models, patches; the search by text has another name for these."""

    def models(self, version: str) -> tuple[str, ...]:  # noqa: ARG002 (the same at all)
        """Return one id a family."""
        return (CLAUDE_MODEL, GPT_MODEL)

    def start(self, version: str, model: str) -> Started:
        """Return a run with every tool allowed."""
        usual = TURN(version).start(granted=True)
        wire = {"wire_api": "responses"} if DRIVER.family_of(model) == _GPT else {}
        return replace(usual, settings={**usual.settings, "model": model, **wire})

    def tools(self, version: str, model: str) -> Mapping[str, Tool]:
        """Return the tools of the model's family."""
        place = "paths" if at_least(version, "1.0.86") else "path"
        gpt = DRIVER.family_of(model) == _GPT
        all_models = {
            "Bash": Tool("bash", {"command": "command"}, {"description": "A step"}),
            "Read": Tool("view", {"file_path": "path"}, lines=_range),
            "Glob": Tool("glob", {"pattern": "pattern", "path": place}),
            "Grep": Tool("rg" if gpt else "grep", {"pattern": "pattern", "path": place, "glob": "glob"}),
        }
        if gpt:
            return {**all_models, PATCH: Tool("apply_patch", {"patch": "input"}, free_text=True)}
        return {
            **all_models,
            "Write": Tool("create", {"file_path": "path", "content": "file_text"}),
            "Edit": Tool("edit", {"file_path": "path", "old_string": "old_str", "new_string": "new_str"}),
        }


SEMANTICS = CopilotCliSemantics()
