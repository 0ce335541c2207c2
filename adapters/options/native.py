"""The reference adapter without its tool table: names stay native, and it is left to the matcher to know them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from hook_adapters.rules import Rule, compile_pack, matching
from hook_adapters.suite import create

Event = dict[str, Any]
RESERVED = "platform_tool_name"


class NativeNames(ABC):
    """Answers as the reference adapter does, but for tool names; subclasses say how a rule finds its tools."""

    name: str

    def __init__(self) -> None:
        self._reference = create()
        self._pack: tuple[Any, list[Rule]] = (None, [])
        self._wanted: list[str] = []

    def initialize(self, **params: Any) -> dict[str, Any]:
        """Say who this is."""
        return self._reference.initialize(**params) | {"name": self.name}

    def canonicalize(self, **params: Any) -> dict[str, Any]:
        """Return the reference adapter's events with their native tool names."""
        return {"events": [_native(event) for event in self._reference.canonicalize(**params)["events"]]}

    def match(self, *, rules: Any, **params: Any) -> dict[str, Any]:
        """Match with the reference engine: an event is shown to it under every name that its own stands for.

        The arguments still hold `platform_tool_name`, so that rules fail for the tool's name alone.
        """
        if self._pack[0] is not rules:
            self._pack = (rules, compile_pack(rules))
            self._wanted = sorted({name for rule in rules["rules"] for name in _tools_of(rule)})
        right = self._reference.canonicalize(**params)["events"]
        events = [self.event(event | _native_name(event)) for event in right]
        shown = [variant for event in events for variant in self._variants(event)]
        return {"matched_rules": [rule.name for rule in matching(self._pack[1], shown)]}

    def _variants(self, event: Event) -> list[Event]:
        own = event.get("tool_name")
        return [event, *(event | {"tool_name": name} for name in self._wanted if own in self.tools([name]))]

    @abstractmethod
    def tools(self, names: list[str]) -> list[str]:
        """Return the native names that a rule's tools stand for."""

    def event(self, event: Event) -> Event:
        """Return the event as the matcher sees it."""
        return event


def _tools_of(rule: dict[str, Any]) -> list[str]:
    """Return the tools a rule names, in its long or its short form."""
    return rule.get("matchers", rule).get("tools", [])


def _native_name(event: Event) -> Event:
    """Return the key and the value of the name that the platform sent, nothing for an event without a tool."""
    name = event.get("tool_input", {}).get(RESERVED, event.get("tool_name"))
    return {} if name is None else {"tool_name": name}


def _native(event: Event) -> Event:
    """Return the event with the name that the platform sent; nothing says any more that it was mapped."""
    arguments = {key: value for key, value in event.get("tool_input", {}).items() if key != RESERVED}
    rest = {key: value for key, value in event.items() if key != "tool_input"} | _native_name(event)
    return rest | {"tool_input": arguments} if arguments else rest
