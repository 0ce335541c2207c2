"""Capability `tool-name`: tool_name and tool_input.platform_tool_name of the primary event."""

from __future__ import annotations

from typing import Any

from hookconform.checks.capability import Subject
from hookconform.checks.comparisons import Is
from hookconform.checks.expectation import TOOL_NAME, expected_tool_name, expects_refusal
from hookconform.checks.payload_capability import payload_capability
from hookconform.ground.pointers import MISSING


def _applies(subject: Subject) -> bool:
    return not expects_refusal(subject.case)


def _comparisons(subject: Subject) -> list[Is]:
    expected = expected_tool_name(subject.case, subject.manifest)
    return [
        Is(0, "tool_name", _or_absent(expected.canonical)),
        Is(0, "tool_input", _or_absent(expected.native), key="platform_tool_name"),
    ]


def _or_absent(name: str | None) -> Any:
    return MISSING if name is None else name


CAPABILITY = payload_capability(TOOL_NAME, _applies, _comparisons)
