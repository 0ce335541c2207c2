"""The canonical tools: arguments with their types, what they are for, and which only talk about a call."""

from __future__ import annotations

import functools
from typing import Any

from hook_adapters.facades import data
from hook_adapters.facades.errors import FacadeError, meant
from hook_adapters.facades.validation import Problem, problem


class CanonicalTool:
    """A canonical tool: `arguments` are schemas by name, `advisory` the places that another tool may lack."""

    def __init__(self, said: dict[str, Any]) -> None:
        self.description: str = said["description"]
        self.arguments: dict[str, Any] = said["arguments"]
        self.required: list[str] = said.get("required", [])
        self.advisory = frozenset[str](said.get("advisory", ()))
        self._schema = {"type": "object", "properties": self.arguments, "additionalProperties": False}

    def problem(self, arguments: Any) -> Problem | None:
        """Return why arguments are none of this tool; a missing one is found by the tool that needs it."""
        return problem(arguments, self._schema)


@functools.cache
def canonical_tool(name: str) -> CanonicalTool:
    """Return a canonical tool; raises `FacadeError` (`unknown-tool`)."""
    known: dict[str, Any] = data.read("canonical")
    if name not in known:
        raise FacadeError("unknown-tool", f"{name!r} is no canonical tool.", "canonical", meant(name, known))
    return CanonicalTool(known[name])
