"""Fault: a matcher is ignored when its field is missing from the event."""

from __future__ import annotations

from typing import Any

from broken.wrapper import BrokenAdapter, Event

from hook_adapters.rules import compile_pack, matching


class Adapter(BrokenAdapter):
    """Fires a rule about commands on events that have no command."""

    name = "broken-missing-field-ignored"

    def match(self, *, rules: Any, **params: Any) -> dict[str, Any]:
        """Match each rule without the matchers whose field is missing."""
        events = self._right.canonicalize(**params)["events"]
        fired = [rule["name"] for rule in rules["rules"] if any(_fires(rule, event) for event in events)]
        return {"matched_rules": fired}

    def distort(self, event: Event, params: dict[str, Any]) -> Event:
        """Change nothing: the fault is in the rule engine."""
        del params
        return event


def _fires(rule: dict[str, Any], event: Event) -> bool:
    matchers = rule.get("matchers") or {"operations": [rule["event"]]} | {k: rule[k] for k in ("tools",) if k in rule}
    left = {name: value for name, value in matchers.items() if _has_field(name, event)}
    shorter = {"rules": [{"name": rule["name"], "matchers": left, "actions": {"audit": True}}]}
    return not left or bool(matching(compile_pack(shorter), [event]))


def _has_field(matcher: str, event: Event) -> bool:
    arguments = event.get("tool_input", {})
    match matcher:
        case "tools":
            return "tool_name" in event
        case "command_match":
            return "command" in arguments
        case "prompt_match":
            return "prompt" in event
        case "extensions" | "directories":
            return "file_path" in arguments or "file_paths" in arguments
        case _:
            return True


create = Adapter
