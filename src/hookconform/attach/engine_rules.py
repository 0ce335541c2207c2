"""The reference rule engine, for adapters that give canonical events but match no rules themselves."""

from __future__ import annotations

from typing import Any

from hook_adapters.rules import matching
from hookconform.attach.calls import RulePack


def matched_by_reference(events: list[dict[str, Any]], rules: RulePack) -> list[str]:
    """Return the names of the rules that match any of the events, in pack order."""
    return [rule.name for rule in matching(rules.compiled, events)]
