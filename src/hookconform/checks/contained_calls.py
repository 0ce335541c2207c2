"""Capability `calls`: the calls that stand within a call, an event each, after those that the payload fires itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hookconform.checks.capability import Subject
from hookconform.checks.comparisons import AsFirst, Comparison, Is
from hookconform.checks.expectation import (
    CALLS,
    KIND,
    contained_passes_through,
    expects_refusal,
    extended_arguments_within,
)
from hookconform.checks.payload_capability import payload_capability
from hookconform.corpus.expected import ContainedCall
from hookconform.ground.pointers import MISSING

_RESERVED = "platform_tool_name"
# What an event says of its own call; all else is the payload's and the same in every event.
_OF_THE_CALL = frozenset({"tool_name", "tool_kind", "tool_input", "tool_response"})


def _applies(subject: Subject) -> bool:
    return bool(subject.case.expected.calls) and not expects_refusal(subject.case)


def _comparisons(subject: Subject) -> Iterator[Comparison]:
    expected, words = subject.case.expected, subject.manifest.claims.event_words
    before = 1 + sum(words.knows(name) for name in expected.also_fires)
    for number, call in enumerate(expected.calls, before):
        passes_through = contained_passes_through(subject.case, subject.manifest, call)
        native = call.platform_tool_name or call.tool_name
        name = native if passes_through else subject.manifest.claims.tools.word(call.tool_name)
        yield Is(number, "tool_name", name)
        yield AsFirst(number, _OF_THE_CALL)
        if not passes_through:
            if KIND in subject.manifest.capabilities:
                yield Is(number, "tool_kind", call.kind)
            unjudged = extended_arguments_within(subject.case, subject.manifest, call)
            yield Is(number, "tool_input", _arguments(call), ignoring=unjudged)
        # A result of its own a call within a call never has.
        yield Is(number, "tool_response", MISSING)


def _arguments(call: ContainedCall) -> Any:
    native = {} if call.platform_tool_name is None else {_RESERVED: call.platform_tool_name}
    return (call.tool_input or {}) | native or MISSING


CAPABILITY = payload_capability(CALLS, _applies, _comparisons)
