"""Capability `result`: what a tool gave back is passed on unchanged, as `tool_response`."""

from __future__ import annotations

from hookconform.checks.capability import Subject
from hookconform.checks.comparisons import Is
from hookconform.checks.expectation import expects_refusal, passes_through_by_tier
from hookconform.checks.payload_capability import payload_capability
from hookconform.ground.pointers import resolve


def _applies(subject: Subject) -> bool:
    case = subject.case
    # Where there is no result, `input` demands that none is made up.
    return (
        isinstance(case.expected.tool_response_from, str)
        and not expects_refusal(case)
        and not passes_through_by_tier(case, subject.manifest)
    )


def _comparisons(subject: Subject) -> list[Is]:
    case = subject.case
    return [Is(0, "tool_response", resolve(case.payload_object, str(case.expected.tool_response_from)))]


CAPABILITY = payload_capability("result", _applies, _comparisons)
