"""Capability `event`: which canonical events a payload is, and the envelope fields.

Of further fields of the payload, those that the event keeps must be as they were; those that it leaves out are named,
or are a fault where the adapter claims to keep them all.
A field of the platform's that the payload does not have must not be made up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from hookconform.attach.calls import Call, Response, Result
from hookconform.checks.bounds import MAX_DIFFERENCES
from hookconform.checks.capability import METHOD_KINDS, Capability, Subject, events_of, judge_response
from hookconform.checks.compare import differences
from hookconform.checks.expectation import CALLS, EVENT, expects_refusal
from hookconform.checks.outcome import Difference, Judgement, Outcome
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import load_platform
from hookconform.corpus.expected import UNSTATED, Expected, Text
from hookconform.ground.pointers import MISSING, escaped


def _applies(subject: Subject) -> bool:
    return not expects_refusal(subject.case)


def _calls(subject: Subject) -> tuple[Call, ...]:
    return (subject.call("canonicalize"),)


def _judge(subject: Subject, responses: Sequence[Response]) -> Judgement:
    further, answer = _further(subject.case), responses[0]
    judgement = judge_response(subject, answer, lambda value: _differences(subject, value, further))
    if judgement.outcome is not Outcome.PASSED or not isinstance(answer, Result):
        return judgement
    primary = events_of(answer.value)[0]
    left_out = tuple(key for key in further if key not in primary)
    return replace(judgement, left_out=left_out) if left_out else judgement


def _differences(subject: Subject, value: Any, further: Mapping[str, Any]) -> list[Difference]:
    expected, words = subject.case.expected, subject.manifest.claims.event_words
    events = events_of(value)
    primary = events[0]
    found = differences(
        words.word(expected.event), primary.get("hook_event_name", MISSING), "/events/0/hook_event_name"
    )
    for field, text in _fields(expected).items():
        if text is not UNSTATED:
            stated = MISSING if text is None else text
            found += differences(stated, primary.get(field, MISSING), f"/events/0/{field}")
    for key, came in further.items():
        left_out = MISSING if subject.manifest.claims.further_fields else came
        found += differences(came, primary.get(key, left_out), f"/events/0/{escaped(key)}")
    for key in _made_up(subject.case, primary):
        found += differences(MISSING, primary[key], f"/events/0/{escaped(key)}")
    also = [words.word(name) for name in expected.also_fires if words.knows(name)]
    # More events than that, and than the calls within the call, are all too many.
    calls = len(expected.calls) if CALLS in subject.manifest.capabilities else 0
    for index in range(len(also)):
        name = also[index]
        event = events[index + 1] if index + 1 < len(events) else {}
        found += differences(name, event.get("hook_event_name", MISSING), f"/events/{index + 1}/hook_event_name")
        if event:
            # A further event equals the first but for its name: a rule for it must see the same call.
            found += differences(_unnamed(primary), _unnamed(event), f"/events/{index + 1}")
    for index, event in enumerate(events[1 + len(also) + calls :][: MAX_DIFFERENCES + 1], 1 + len(also) + calls):
        found += differences(MISSING, event.get("hook_event_name", MISSING), f"/events/{index}/hook_event_name")
    return found


def _further(case: Case) -> dict[str, Any]:
    """Return the known top-level fields of the payload that the canonical event has no place for."""
    platform = load_platform(case.platform)
    claim = platform.events.get(case.expected.native_event)
    further = platform.payload.further_keys.difference(claim.implied_arguments if claim else ())
    return {key: value for key, value in (case.payload_object or {}).items() if key in further}


def _made_up(case: Case, primary: dict[str, Any]) -> list[str]:
    """Return the event's fields that the platform has a meaning for and this payload does not have."""
    payload = case.payload_object
    if payload is None:
        return []
    further = load_platform(case.platform).payload.further_keys
    return sorted(key for key in primary if key in further and key not in payload)


def _fields(expected: Expected) -> dict[str, Text]:
    return {
        "platform_event_name": expected.platform_event_name,
        "session_id": expected.session_id,
        "cwd": expected.cwd,
        "prompt": expected.prompt,
    }


def _unnamed(event: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in event.items() if key != "hook_event_name"}


CAPABILITY = Capability(EVENT, METHOD_KINDS, _applies, _calls, _judge, of_payload=True)
