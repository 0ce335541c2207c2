"""Capability `input`: tool_input without platform_tool_name, exactly, and no result that is made up."""

from __future__ import annotations

from hookconform.checks.capability import Subject
from hookconform.checks.comparisons import Is
from hookconform.checks.expectation import expects_refusal, extended_arguments, passes_through_by_tier
from hookconform.checks.payload_capability import payload_capability
from hookconform.corpus.expected import UNSTATED
from hookconform.ground.pointers import MISSING

_RESERVED = "platform_tool_name"


def _applies(subject: Subject) -> bool:
    return not expects_refusal(subject.case) and not passes_through_by_tier(subject.case, subject.manifest)


def _comparisons(subject: Subject) -> list[Is]:
    expected = subject.case.expected
    found: list[Is] = []
    if expected.tool_input is not UNSTATED:
        arguments = MISSING if expected.tool_input is None else expected.tool_input
        unjudged = extended_arguments(subject.case, subject.manifest) | {_RESERVED}
        found.append(Is(0, "tool_input", arguments, ignoring=unjudged))
    if expected.tool_response_from is None:
        found.append(Is(0, "tool_response", MISSING))
    return found


CAPABILITY = payload_capability("input", _applies, _comparisons)
