"""One shipped rule, asked about one shell command."""

from __future__ import annotations

from functools import cache

from hook_adapters.rules import Rule, compile_pack, matching
from hookconform.corpus.rule_packs import combined_rules


@cache
def rule(name: str) -> Rule:
    return next(found for found in compile_pack(list(combined_rules())) if found.name == name)


def blocked(name: str, command: str) -> bool:
    event = {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": command}}
    return bool(matching([rule(name)], [event]))
