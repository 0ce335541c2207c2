"""Capability `event`: which canonical events a payload is, and the envelope fields.

Of further fields of the payload, those that the event keeps must be as they were; those that it leaves out are named,
or are a fault where the adapter claims to keep them all.
A field of the platform's that the payload does not have must not be made up.
"""

from __future__ import annotations

from typing import Any

from hookconform.checks.capability import Subject
from hookconform.checks.comparisons import AsFirst, AtMost, Comparison, Is, Without
from hookconform.checks.expectation import CALLS, EVENT, expects_refusal
from hookconform.checks.payload_capability import payload_capability
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import load_platform
from hookconform.corpus.expected import UNSTATED, Expected, Text
from hookconform.ground.pointers import MISSING

_NAME = frozenset({"hook_event_name"})


def _applies(subject: Subject) -> bool:
    return not expects_refusal(subject.case)


def _comparisons(subject: Subject) -> list[Comparison]:
    expected, claims = subject.case.expected, subject.manifest.claims
    words = claims.event_words
    also = [words.word(name) for name in expected.also_fires if words.knows(name)]
    found: list[Comparison] = [Is(0, "hook_event_name", words.word(expected.event))]
    for field, text in _fields(expected).items():
        if text is not UNSTATED:
            found.append(Is(0, field, MISSING if text is None else text))
    for key, came in _further(subject.case).items():
        found.append(Is(0, key, came, or_absent=not claims.further_fields))
    found.append(Without(_not_sent(subject.case)))
    for number, name in enumerate(also, 1):
        # A further event equals the first but for its name: a rule for it must see the same call.
        found += [Is(number, "hook_event_name", name), AsFirst(number, _NAME)]
    # More events than that, and than the calls within the call, are all too many.
    calls = len(expected.calls) if CALLS in claims.capabilities else 0
    found.append(AtMost(1 + len(also) + calls))
    return found


def _further(case: Case) -> dict[str, Any]:
    """Return the known top-level fields of the payload that the canonical event has no place for."""
    platform = load_platform(case.platform)
    claim = platform.events.get(case.expected.native_event)
    further = platform.payload.further_keys.difference(claim.implied_arguments if claim else ())
    return {key: value for key, value in (case.payload_object or {}).items() if key in further}


def _not_sent(case: Case) -> frozenset[str]:
    """Return the fields that the platform has a meaning for and this payload does not have."""
    payload = case.payload_object
    return frozenset() if payload is None else load_platform(case.platform).payload.further_keys.difference(payload)


def _fields(expected: Expected) -> dict[str, Text]:
    return {
        "platform_event_name": expected.platform_event_name,
        "session_id": expected.session_id,
        "cwd": expected.cwd,
        "prompt": expected.prompt,
    }


CAPABILITY = payload_capability(EVENT, _applies, _comparisons)
