"""Capability `tool-name`: tool_name and tool_input.platform_tool_name of the primary event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hookconform.attach.calls import Call, Response
from hookconform.checks.capability import METHOD_KINDS, Capability, Subject, events_of, judge_response
from hookconform.checks.compare import differences
from hookconform.checks.expectation import TOOL_NAME, expected_tool_name, expects_refusal
from hookconform.checks.outcome import Difference, Judgement
from hookconform.ground.pointers import MISSING


def _applies(subject: Subject) -> bool:
    return not expects_refusal(subject.case)


def _calls(subject: Subject) -> tuple[Call, ...]:
    return (subject.call("canonicalize"),)


def _judge(subject: Subject, responses: Sequence[Response]) -> Judgement:
    return judge_response(subject, responses[0], lambda value: _differences(subject, value))


def _differences(subject: Subject, value: Any) -> list[Difference]:
    event = events_of(value)[0]
    expected = expected_tool_name(subject.case, subject.manifest)
    arguments = event.get("tool_input")
    native = arguments.get("platform_tool_name", MISSING) if isinstance(arguments, dict) else MISSING
    return [
        *differences(_or_absent(expected.canonical), event.get("tool_name", MISSING), "/events/0/tool_name"),
        *differences(_or_absent(expected.native), native, "/events/0/tool_input/platform_tool_name"),
    ]


def _or_absent(name: str | None) -> Any:
    return MISSING if name is None else name


CAPABILITY = Capability(TOOL_NAME, METHOD_KINDS, _applies, _calls, _judge, of_payload=True)
