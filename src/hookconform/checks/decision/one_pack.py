"""The decisions of protocol 1: the combined rule pack is in force, and each case that stands is one check."""

from __future__ import annotations

from collections.abc import Sequence

from hookconform.attach.calls import Call, Response
from hookconform.checks.capability import Subject
from hookconform.checks.expectation import expects_refusal, passes_through_by_tier
from hookconform.checks.hook_answer import answer_in, effect_of, is_before_a_tool
from hookconform.checks.outcome import PASS, Difference, Judgement, Outcome
from hookconform.checks.words import known_rules
from hookconform.effects.representatives import PRE_TOOL, blocking_rules, stands_for_decision
from hookconform.effects.verdicts import ALLOW, DENY, shortfall

BLOCKED = "the tool is stopped"
UNTOUCHED = "the tool runs as without a hook"


def applies(subject: Subject) -> bool:
    """Tell whether the case stands for a decision."""
    case = subject.case
    return (
        not expects_refusal(case)
        and is_before_a_tool(case)
        and not passes_through_by_tier(case, subject.manifest)
        and stands_for_decision(case)
    )


def calls(subject: Subject) -> tuple[Call, ...]:
    """Return the one call."""
    return (subject.call("decide", rules=subject.rules),)


def judge(subject: Subject, responses: Sequence[Response]) -> Judgement:
    """Judge its answer by what the platform would do."""
    said = answer_in(responses[0], subject.manifest, subject.case.platform)
    if isinstance(said, str):
        return Judgement(Outcome.ERROR, said)
    found = effect_of(subject.case, said)
    blocking = known_rules(blocking_rules(subject.case), subject.manifest.claims)
    missing = shortfall(DENY if blocking else ALLOW, PRE_TOOL, found)
    if not missing:
        return PASS
    expected = f"{BLOCKED}, because of the rule {blocking[0]}" if blocking else UNTOUCHED
    return _failed("/answer", expected, missing)


def _failed(pointer: str, expected: str, got: str) -> Judgement:
    return Judgement(Outcome.FAILED, differences=(Difference(pointer, expected, got),))
