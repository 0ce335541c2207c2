"""Capability `kind`: what the call does, whatever the tool is called, as tool_kind of the primary event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hookconform.attach.calls import Call, Response
from hookconform.checks.capability import METHOD_KINDS, Capability, Subject, events_of, judge_response
from hookconform.checks.compare import differences
from hookconform.checks.expectation import KIND, expects_refusal, passes_through_by_tier
from hookconform.checks.outcome import Difference, Judgement
from hookconform.corpus.cases import Case
from hookconform.ground.pointers import MISSING


def _applies(subject: Subject) -> bool:
    # To an adapter of the tier core such a name is unknown, and what it does as well.
    return not expects_refusal(subject.case) and not passes_through_by_tier(subject.case, subject.manifest)


def _calls(subject: Subject) -> tuple[Call, ...]:
    return (subject.call("canonicalize"),)


def _judge(subject: Subject, responses: Sequence[Response]) -> Judgement:
    return judge_response(subject, responses[0], lambda value: _differences(subject.case, value))


def _differences(case: Case, value: Any) -> list[Difference]:
    expected = MISSING if case.expected.kind is None else case.expected.kind
    return differences(expected, events_of(value)[0].get("tool_kind", MISSING), "/events/0/tool_kind")


CAPABILITY = Capability(KIND, METHOD_KINDS, _applies, _calls, _judge, of_payload=True)
