"""The canonical tools: arguments with their types, what they are for, and which only talk about a call."""

from __future__ import annotations

import functools
from typing import Any

from tool_facades import data
from tool_facades.errors import FacadeError, meant
from tool_facades.validation import Problem, problem, same


class CanonicalTool:
    """A canonical tool: `arguments` are schemas by name, `advisory` the places that another tool may lack."""

    def __init__(self, said: dict[str, Any]) -> None:
        self.description: str = said["description"]
        self.arguments: dict[str, Any] = said["arguments"]
        self.required: list[str] = said.get("required", [])
        self.advisory = frozenset[str](said.get("advisory", ()))
        self._schema = {"type": "object", "properties": self.arguments, "additionalProperties": False}

    def is_default(self, argument: str, value: Any) -> bool:
        """Tell whether a value is what the absence of an argument means; None is no limit.

        An argument without a default that is absent is just not there: nothing else means the same.
        """
        said = self.arguments.get(argument, {})
        if "at_least" in said:
            return value is None or value >= said["at_least"]
        return "default" not in said or same(value, said["default"])

    def default(self, argument: str) -> Any:
        """Return the value to say where another tool takes the absence of an argument for something else."""
        said = self.arguments[argument]
        return said["at_least"] if "at_least" in said else said["default"]

    @property
    def with_default(self) -> list[str]:
        """Return the arguments whose absence means a value."""
        return [name for name, said in self.arguments.items() if "default" in said or "at_least" in said]

    def may_differ(self, argument: str, meant: Any) -> bool:
        """Tell whether a tool may do otherwise than was meant, but not said, if the caller is told so."""
        which: Any = self.arguments[argument].get("may_differ", False)
        return any(same(meant, one) for one in which) if isinstance(which, list) else which

    def has_meaning(self, argument: str, call: dict[str, Any]) -> bool:
        """Tell whether the absence of an argument means something in a call: some do not beside another argument."""
        unless: dict[str, Any] = self.arguments.get(argument, {}).get("unless", {})
        return not any(name in call and same(call[name], value) for name, value in unless.items())

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
