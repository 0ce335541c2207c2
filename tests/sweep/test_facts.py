"""What a unit shows: events that called a hook, with the keys of their payloads."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hookconform_lab.sweep.facts import bundle_facts
from hookconform_lab.sweep.store import Bundle
from hookconform_lab.sweep.subjects import NO, YES, Subject

SENT: dict[str, Any] = {
    "platform": "somewhere",
    "platform_version": "1.0.0",
    "registered_event": "preToolUse",
    "payload_text": '{"cwd": "/w", "toolName": "bash"}',
}
IN_PROCESS: dict[str, Any] = {
    "platform": "somewhere",
    "platform_version": "1.0.0",
    "hook": "tool_result",
    "input": {"type": "tool_result", "durationMs": 5},
    "directory": "/w",
}


def unit(*rows: dict[str, Any]) -> Bundle:
    parts = {
        "manifest.json": {"scenarios": [{"expects": ["preToolUse", "tool_result"]}]},
        "declared.json": {"tools": {}},
        "recording.jsonl": None,
    }
    lines = "\n".join(json.dumps(row) for row in rows)
    texts = {name: (lines if part is None else json.dumps(part)).encode() for name, part in parts.items()}
    return Bundle("somewhere", "1.0.0", {}, texts)


@pytest.mark.parametrize(
    ("claim", "shown"),
    [
        ("preToolUse/cwd", YES),
        ("preToolUse/prompt", NO),
        ("tool_result/directory", YES),
        # A hook that is a function is told in an input, whose keys may be new.
        ("tool_result/input/durationMs", YES),
        ("tool_result/input/isError", NO),
        ("tool_result/durationMs", NO),
        ("session_start/cwd", None),
    ],
)
def test_a_key_is_shown_as_drift_names_it(claim: str, shown: str | None) -> None:
    value = Subject("key", claim).of(bundle_facts(unit(SENT, IN_PROCESS)))
    assert value == (None if shown is None else {claim: shown})


def test_a_payload_that_is_no_object_has_no_key() -> None:
    facts = bundle_facts(unit({**SENT, "payload_text": "[]"}, {**SENT, "payload_text": "{"}))
    assert facts.events == {"preToolUse": frozenset()}
