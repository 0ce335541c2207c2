"""Capability `calls`: the calls that stand within a call, an event each, after those that the payload fires itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hookconform.attach.calls import Call, Response
from hookconform.checks.capability import METHOD_KINDS, Capability, Subject, events_of, judge_response
from hookconform.checks.compare import differences
from hookconform.checks.expectation import (
    CALLS,
    KIND,
    contained_passes_through,
    expects_refusal,
    extended_arguments_within,
)
from hookconform.checks.outcome import Difference, Judgement
from hookconform.corpus.expected import ContainedCall
from hookconform.ground.pointers import MISSING

_RESERVED = "platform_tool_name"
# What an event says of its own call; all else is the payload's and the same in every event.
_OF_THE_CALL = frozenset({"tool_name", "tool_kind", "tool_input", "tool_response"})


def _applies(subject: Subject) -> bool:
    return bool(subject.case.expected.calls) and not expects_refusal(subject.case)


def _calls(subject: Subject) -> tuple[Call, ...]:
    return (subject.call("canonicalize"),)


def _judge(subject: Subject, responses: Sequence[Response]) -> Judgement:
    return judge_response(subject, responses[0], lambda value: _differences(subject, value))


def _differences(subject: Subject, value: Any) -> list[Difference]:
    events, expected = events_of(value), subject.case.expected
    words = subject.manifest.claims.event_words
    before = 1 + sum(words.knows(name) for name in expected.also_fires)
    rest = {key: value for key, value in events[0].items() if key not in _OF_THE_CALL}
    found: list[Difference] = []
    for number, call in enumerate(expected.calls, before):
        place = f"/events/{number}"
        if number >= len(events):
            found += differences(_named(subject, call), MISSING, f"{place}/tool_name")
            continue
        event = events[number]
        found += differences(rest, {key: event[key] for key in event if key not in _OF_THE_CALL}, place)
        unjudged = extended_arguments_within(subject.case, subject.manifest, call)
        described, judged = _described(subject, call), _judged(subject, call, event)
        found += differences(_without_lists(described, unjudged), _without_lists(judged, unjudged), place)
    return found


def _described(subject: Subject, call: ContainedCall) -> dict[str, Any]:
    said: dict[str, Any] = {"tool_name": _named(subject, call)}
    if not contained_passes_through(subject.case, subject.manifest, call):
        if KIND in subject.manifest.capabilities:
            said["tool_kind"] = call.kind
        native = {} if call.platform_tool_name is None else {_RESERVED: call.platform_tool_name}
        arguments = (call.tool_input or {}) | native
        said |= {"tool_input": arguments} if arguments else {}
    return said


def _judged(subject: Subject, call: ContainedCall, event: dict[str, Any]) -> dict[str, Any]:
    """Return what of an event is held against the call; a result of its own it never has."""
    keys = {"tool_name", "tool_response"}
    if not contained_passes_through(subject.case, subject.manifest, call):
        keys |= {"tool_input"} | ({"tool_kind"} if KIND in subject.manifest.capabilities else set())
    return {key: value for key, value in event.items() if key in keys}


def _without_lists(event: dict[str, Any], unjudged: frozenset[str]) -> dict[str, Any]:
    arguments = event.get("tool_input")
    if not isinstance(arguments, dict) or unjudged.isdisjoint(arguments):
        return event
    left = {key: value for key, value in arguments.items() if key not in unjudged}
    return {key: value for key, value in event.items() if key != "tool_input"} | ({"tool_input": left} if left else {})


def _named(subject: Subject, call: ContainedCall) -> str:
    if contained_passes_through(subject.case, subject.manifest, call):
        return call.platform_tool_name or call.tool_name
    return subject.manifest.claims.tools.word(call.tool_name)


CAPABILITY = Capability(CALLS, METHOD_KINDS, _applies, _calls, _judge, of_payload=True)
