"""The reference adapter with a place for one fault: subclasses distort its canonical events, and nothing else."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from hook_adapters.rules import Rule, compile_pack, matching
from hook_adapters.suite import create

RESERVED = "platform_tool_name"
Event = dict[str, Any]


class BrokenAdapter(ABC):
    """Answers as the reference adapter does, but for `distort`; rules are matched against the distorted events."""

    name: str

    def __init__(self) -> None:
        self._right = create()
        self._pack: tuple[Any, list[Rule]] = (None, [])

    def initialize(self, **params: Any) -> dict[str, Any]:
        """Say who this is."""
        return self._right.initialize(**params) | {"name": self.name}

    def canonicalize(self, **params: Any) -> dict[str, Any]:
        """Return the reference adapter's events, distorted."""
        right = self._right.canonicalize(**params)["events"]
        return {"events": [self.distort(dict(event), params) for event in right]}

    def match(self, *, rules: Any, **params: Any) -> dict[str, Any]:
        """Match with the reference engine against the distorted events."""
        events = self.canonicalize(**params)["events"]
        # Every call brings a pack of its own, read from its message; it is the same one all the time.
        if self._pack[0] != rules:
            self._pack = (rules, compile_pack(rules))
        return {"matched_rules": [rule.name for rule in matching(self._pack[1], events)]}

    @abstractmethod
    def distort(self, event: Event, params: dict[str, Any]) -> Event:
        """Return the event as this adapter gets it wrong; `params` are those of the call."""


def native_name(event: Event) -> str | None:
    """Return the tool name as the platform sent it, None for an event without a tool."""
    return event.get("tool_input", {}).get(RESERVED, event.get("tool_name"))


def renamed(event: Event, canonical: str) -> Event:
    """Return the event with its tool called `canonical`, and the native name kept only if it differs."""
    native = native_name(event)
    arguments = {key: value for key, value in event.get("tool_input", {}).items() if key != RESERVED}
    if canonical != native:
        arguments[RESERVED] = native
    return with_input(event | {"tool_name": canonical}, arguments)


def with_input(event: Event, arguments: Event) -> Event:
    """Return the event with these arguments; none at all are absent."""
    rest = {key: value for key, value in event.items() if key != "tool_input"}
    return rest | {"tool_input": arguments} if arguments else rest
