"""Capability `rules`: which rules of the combined pack match, in pack order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hookconform.attach.calls import Call, Response
from hookconform.attach.engine_rules import matched_by_reference
from hookconform.attach.manifest import REFERENCE_ENGINE
from hookconform.checks.capability import METHOD_KINDS, Capability, ResponseError, Subject, events_of, judge_response
from hookconform.checks.expectation import expects_refusal, passes_through_by_tier
from hookconform.checks.outcome import Difference, Judgement


def _applies(subject: Subject) -> bool:
    return not expects_refusal(subject.case) and not passes_through_by_tier(subject.case, subject.manifest)


def _calls(subject: Subject) -> tuple[Call, ...]:
    if subject.manifest.rule_engine == REFERENCE_ENGINE:
        return (subject.call("canonicalize"),)
    return (subject.call("match", rules=subject.rules),)


def _judge(subject: Subject, responses: Sequence[Response]) -> Judgement:
    return judge_response(subject, responses[0], lambda value: _differences(subject, value))


def _differences(subject: Subject, value: Any) -> list[Difference]:
    expected = list(subject.case.expected.matched_rules)
    if subject.manifest.rule_engine == REFERENCE_ENGINE:
        matched = matched_by_reference(events_of(value), subject.rules)
    else:
        matched = _names(value)
    return [] if matched == expected else [Difference("/matched_rules", expected, matched)]


def _names(value: Any) -> list[str]:
    names = value.get("matched_rules") if isinstance(value, dict) else None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ResponseError("`matched_rules` must be a list of rule names")
    return names


CAPABILITY = Capability("rules", METHOD_KINDS, _applies, _calls, _judge)
