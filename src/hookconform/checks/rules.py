"""Capability `rules`: which rules match, of the combined pack or of the case's own, in pack order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hookconform.attach.calls import INVALID_RULES, Call, Refusal, Response
from hookconform.attach.claims import REFERENCE_ENGINE
from hookconform.checks.capability import METHOD_KINDS, Capability, ResponseError, Subject, events_of, judge_response
from hookconform.checks.comparisons import Matched
from hookconform.checks.expectation import (
    contained_passes_through,
    expects_refusal,
    extended_arguments,
    passes_through_by_tier,
)
from hookconform.checks.outcome import PASS, Difference, Judgement
from hookconform.checks.words import in_canonical_names, known_rules, told_apart
from hookconform.drafting.rules import matched_rules

# The lists drawn from other arguments that rules look at anyhow.
_SEEN_BY_RULES = frozenset({"file_paths", "commands"})


def _applies(subject: Subject) -> bool:
    case, manifest = subject.case, subject.manifest
    return not (
        expects_refusal(case)
        or passes_through_by_tier(case, manifest)
        or any(contained_passes_through(case, manifest, call) for call in case.expected.calls)
        or _rests_on_a_list(subject)
        # The suite's own engine is not what is judged.
        or (case.expected.may_refuse_rules and manifest.claims.rule_engine == REFERENCE_ENGINE)
    )


def _rests_on_a_list(subject: Subject) -> bool:
    """Tell whether a rule may look at an argument of the case that this adapter need not have."""
    lists = subject.case.expected.arguments.keys() & extended_arguments(subject.case, subject.manifest)
    # Rules look at addresses only where they require them.
    return any(name in _SEEN_BY_RULES or name in subject.rules.required_fields for name in lists)


def _calls(subject: Subject) -> tuple[Call, ...]:
    if subject.manifest.claims.rule_engine == REFERENCE_ENGINE:
        return (subject.call("canonicalize"),)
    return (subject.call("match", rules=subject.rules_in_words),)


def _judge(subject: Subject, responses: Sequence[Response]) -> Judgement:
    found = responses[0]
    if isinstance(found, Refusal) and found.code == INVALID_RULES and subject.case.expected.may_refuse_rules:
        return PASS
    return judge_response(subject, found, lambda value: _differences(subject, value))


def _differences(subject: Subject, value: Any) -> list[Difference]:
    case, claims = subject.case, subject.manifest.claims
    if claims.rule_engine == REFERENCE_ENGINE:
        expected = _expected(subject)
        matched = matched_rules(in_canonical_names(events_of(value), case, claims), subject.rules.parsed["rules"])
        return [] if matched == expected else [Difference("/matched_rules", expected, matched)]
    return _matched(subject).differences(_names(value))


def _comparisons(subject: Subject) -> list[Matched]:
    return [_matched(subject)]


def _matched(subject: Subject) -> Matched:
    """Return what is compared; a rule that the adapter's words cannot tell apart from a right one does not count."""
    expected, claims = _expected(subject), subject.manifest.claims
    if not claims.has_words:
        return Matched(expected)
    rules = subject.rules.parsed["rules"]
    counting = told_apart(rules, subject.case, claims).union(expected)
    return Matched(expected, frozenset(rule["name"] for rule in rules) - counting)


def _expected(subject: Subject) -> list[str]:
    """Return the names of the rules that match, of those that the adapter was given."""
    names = subject.case.expected.matched_rules
    if not subject.case.rules:
        return known_rules(names, subject.manifest.claims)
    given = {rule["name"] for rule in subject.rules.parsed["rules"]}
    return [name for name in names if name in given]


def _names(value: Any) -> list[str]:
    names = value.get("matched_rules") if isinstance(value, dict) else None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ResponseError("`matched_rules` must be a list of rule names")
    return names


CAPABILITY = Capability("rules", METHOD_KINDS, _applies, _calls, _judge, of_payload=True, comparisons=_comparisons)
