"""Capability `kind`: what the call does, whatever the tool is called, as tool_kind of the primary event."""

from __future__ import annotations

from hookconform.checks.capability import Subject
from hookconform.checks.comparisons import Is
from hookconform.checks.expectation import KIND, expects_refusal, passes_through_by_tier
from hookconform.checks.payload_capability import payload_capability
from hookconform.ground.pointers import MISSING


def _applies(subject: Subject) -> bool:
    # To an adapter of the tier core such a name is unknown, and what it does as well.
    return not expects_refusal(subject.case) and not passes_through_by_tier(subject.case, subject.manifest)


def _comparisons(subject: Subject) -> list[Is]:
    kind = subject.case.expected.kind
    return [Is(0, "tool_kind", MISSING if kind is None else kind)]


CAPABILITY = payload_capability(KIND, _applies, _comparisons)
