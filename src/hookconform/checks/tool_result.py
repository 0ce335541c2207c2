"""Capability `result`: what a tool gave back is passed on unchanged, as `tool_response`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hookconform.attach.calls import Call, Response
from hookconform.checks.capability import METHOD_KINDS, Capability, Subject, events_of, judge_response
from hookconform.checks.compare import differences
from hookconform.checks.expectation import expects_refusal, passes_through_by_tier
from hookconform.checks.outcome import Difference, Judgement
from hookconform.corpus.cases import Case
from hookconform.ground.pointers import MISSING, resolve


def _applies(subject: Subject) -> bool:
    case = subject.case
    # Where there is no result, `input` demands that none is made up.
    return (
        isinstance(case.expected.tool_response_from, str)
        and not expects_refusal(case)
        and not passes_through_by_tier(case, subject.manifest)
    )


def _calls(subject: Subject) -> tuple[Call, ...]:
    return (subject.call("canonicalize"),)


def _judge(subject: Subject, responses: Sequence[Response]) -> Judgement:
    return judge_response(subject, responses[0], lambda value: _differences(subject.case, value))


def _differences(case: Case, value: Any) -> list[Difference]:
    expected = resolve(case.payload_object, str(case.expected.tool_response_from))
    return differences(expected, events_of(value)[0].get("tool_response", MISSING), "/events/0/tool_response")


CAPABILITY = Capability("result", METHOD_KINDS, _applies, _calls, _judge, of_payload=True)
