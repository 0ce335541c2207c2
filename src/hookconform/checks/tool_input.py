"""Capability `input`: tool_input without platform_tool_name, exactly, and no result that is made up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hookconform.attach.calls import Call, Response
from hookconform.checks.capability import METHOD_KINDS, Capability, Subject, events_of, judge_response
from hookconform.checks.compare import differences
from hookconform.checks.expectation import expects_refusal, extended_arguments, passes_through_by_tier
from hookconform.checks.outcome import Difference, Judgement
from hookconform.corpus.expected import UNSTATED
from hookconform.ground.pointers import MISSING

_RESERVED = "platform_tool_name"


def _applies(subject: Subject) -> bool:
    return not expects_refusal(subject.case) and not passes_through_by_tier(subject.case, subject.manifest)


def _calls(subject: Subject) -> tuple[Call, ...]:
    return (subject.call("canonicalize"),)


def _judge(subject: Subject, responses: Sequence[Response]) -> Judgement:
    return judge_response(subject, responses[0], lambda value: _differences(subject, value))


def _differences(subject: Subject, value: Any) -> list[Difference]:
    event = events_of(value)[0]
    expected = subject.case.expected
    unjudged = extended_arguments(subject.case, subject.manifest) | {_RESERVED}
    found: list[Difference] = []
    if expected.tool_input is not UNSTATED:
        arguments = MISSING if expected.tool_input is None else _without(expected.tool_input, unjudged)
        found += differences(arguments, _without(event.get("tool_input", MISSING), unjudged), "/events/0/tool_input")
    if expected.tool_response_from is None:
        found += differences(MISSING, event.get("tool_response", MISSING), "/events/0/tool_response")
    return found


def _without(arguments: Any, keys: frozenset[str]) -> Any:
    """Return the arguments without some; an object that held nothing else is absent."""
    if not isinstance(arguments, dict) or keys.isdisjoint(arguments):
        return arguments
    return {key: value for key, value in arguments.items() if key not in keys} or MISSING


CAPABILITY = Capability("input", METHOD_KINDS, _applies, _calls, _judge, of_payload=True)
