"""Capability `refusal`: a payload that cannot be read is refused, never taken for a harmless one.

A hook program refuses by any answer under which the platform's own question is left standing.
"""

from __future__ import annotations

from collections.abc import Sequence

from hookconform.attach.calls import Call, Response
from hookconform.checks.capability import HOOK_KINDS, METHOD_KINDS, Capability, Subject, judge_response
from hookconform.checks.decision.shown import shown_answer
from hookconform.checks.expectation import expects_refusal
from hookconform.checks.hook_answer import answer_in, effect_of, is_before_a_tool
from hookconform.checks.outcome import PASS, Difference, Judgement, Outcome
from hookconform.effects.representatives import stands_for_decision

REFUSAL = "refusal"
NOT_VOUCHED_FOR = "the platform's own question is left standing"


def _applies(subject: Subject) -> bool:
    if not expects_refusal(subject.case):
        return False
    if not _is_hook(subject):
        return True
    # A plugin is handed objects, never a text that could not be read.
    is_plugin = subject.manifest.hook.on(subject.case.platform).plugin is not None
    return not is_plugin and is_before_a_tool(subject.case) and stands_for_decision(subject.case)


def _is_hook(subject: Subject) -> bool:
    return subject.manifest.kind in HOOK_KINDS


def _calls(subject: Subject) -> tuple[Call, ...]:
    return (subject.call("decide", rules=subject.rules) if _is_hook(subject) else subject.call("canonicalize"),)


def _judge(subject: Subject, responses: Sequence[Response]) -> Judgement:
    if not _is_hook(subject):
        return judge_response(subject, responses[0], lambda _: [])
    said = answer_in(responses[0], subject.manifest, subject.case.platform)
    if isinstance(said, str):
        return Judgement(Outcome.ERROR, said)
    found = effect_of(subject.case, said)
    if found.question == "skipped":
        got = f"the question is skipped: {found.why}"
        difference = Difference("/answer", NOT_VOUCHED_FOR, got)
        return Judgement(Outcome.FAILED, shown_answer(responses[0]), (difference,), accepted=True)
    return PASS


CAPABILITY = Capability(REFUSAL, METHOD_KINDS | HOOK_KINDS, _applies, _calls, _judge)
