"""Capability `refusal`: reject a payload that cannot be read, and accept as many that can.

A hook program rejects by any answer that leaves the platform's own question standing. It accepts a harmless call by
letting it run as without a hook. Without the second half an adapter that rejects everything would pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hookconform.attach.calls import Call, Response
from hookconform.checks.capability import HOOK_KINDS, METHOD_KINDS, Capability, Subject, events_of, judge_response
from hookconform.checks.decision import policies
from hookconform.checks.decision.questions import first_variant, harmless_question, policy_names, under_first
from hookconform.checks.decision.shown import shown_answer
from hookconform.checks.expectation import expects_refusal, passes_through_by_tier
from hookconform.checks.hook_answer import answer_in, effect_of, is_before_a_tool
from hookconform.checks.outcome import PASS, Difference, Judgement, Outcome
from hookconform.effects.good_payloads import stands_for_good, stands_for_harmless
from hookconform.effects.representatives import stands_for_decision

REFUSAL = "refusal"
NOT_VOUCHED_FOR = "the platform's own question is left standing"


def _applies(subject: Subject) -> bool:
    case = subject.case
    if not _is_hook(subject):
        return expects_refusal(case) or stands_for_good(case)
    # A plugin is handed objects, never a text that could not be read.
    if subject.manifest.hook.on(case.platform).plugin is not None or not is_before_a_tool(case):
        return False
    if expects_refusal(case):
        return stands_for_decision(case)
    variant = first_variant(subject.manifest.hook)
    policy = variant if variant in policy_names() else ""
    return stands_for_harmless(case, policy) and not passes_through_by_tier(case, subject.manifest)


def _is_hook(subject: Subject) -> bool:
    return subject.manifest.kind in HOOK_KINDS


def _calls(subject: Subject) -> tuple[Call, ...]:
    if not _is_hook(subject):
        return (subject.call("canonicalize"),)
    if expects_refusal(subject.case):
        return (subject.call("decide", rules=subject.rules),)
    under = under_first(subject)
    return (policies.call_of(under, harmless_question(under)),)


def _judge(subject: Subject, responses: Sequence[Response]) -> Judgement:
    if not _is_hook(subject):
        return judge_response(subject, responses[0], _has_events)
    if not expects_refusal(subject.case):
        under = under_first(subject)
        return policies.judge_questions(under, (harmless_question(under),), responses)
    answer = answer_in(responses[0], subject.manifest, subject.case.platform)
    if isinstance(answer, str):
        return Judgement(Outcome.ERROR, answer)
    effect = effect_of(subject.case, answer)
    if effect.question == "skipped":
        got = f"the question is skipped: {effect.why}"
        difference = Difference("/answer", NOT_VOUCHED_FOR, got)
        return Judgement(Outcome.FAILED, shown_answer(responses[0]), (difference,), accepted=True)
    return PASS


def _comparisons(subject: Subject) -> tuple[()]:
    """Return nothing to compare: an answer with events is enough."""
    del subject
    return ()


def _has_events(value: Any) -> list[Difference]:
    """Return no difference: which events they are is judged elsewhere. Raises `ResponseError` if there are none."""
    events_of(value)
    return []


CAPABILITY = Capability(REFUSAL, METHOD_KINDS | HOOK_KINDS, _applies, _calls, _judge, comparisons=_comparisons)
