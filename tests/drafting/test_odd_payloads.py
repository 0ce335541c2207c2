"""Drafting says something about every payload that is an object, whatever stands where a name or arguments should."""

from __future__ import annotations

from typing import Any

import pytest

from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.drafting.event import draft

ODD: list[Any] = [{"a": 1}, ["Bash"], 7, 1.5, True, None, "", [], {}]


def with_value(pointer: str, value: Any) -> dict[str, Any]:
    for part in reversed(pointer.removeprefix("/").split("/")):
        value = {part: value}
    return value


@pytest.mark.parametrize("platform", platform_ids())
def test_a_name_of_another_type_is_no_name(platform: str) -> None:
    claims = load_platform(platform)
    for event, claim in claims.events.items():
        for pointer in claims.payload.tool_name:
            for value in ODD:
                named = draft(claims, event, with_value(pointer, value)).native_tool
                assert named in (None, "", claim.implies_tool)
        for pointer in (*claims.payload.session_id, *claims.payload.cwd, *claims.payload.prompt):
            for value in ODD[:-3]:
                drafted = draft(claims, event, with_value(pointer, value))
                assert {type(text) for text in (drafted.session_id, drafted.cwd, drafted.prompt)} <= {str, type(None)}


@pytest.mark.parametrize(
    "value", ["https://example.com/x", ["https://example.com/x"], {"url": "https://example.com/x"}]
)
def test_an_empty_key_names_nothing(value: Any) -> None:
    arguments = {"command": "ls", "": value}
    payload = {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": arguments}
    assert draft(load_platform("claude-code"), "PreToolUse", payload).tool_input == arguments
