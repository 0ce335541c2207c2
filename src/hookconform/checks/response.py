"""Capability `response`: an adapter's answer must have the effect that the verdict asks for.

The answer is not compared with a spelling. It is given to the model of the platform, which agrees with every
measured answer; what would happen then is judged. What no measured answer achieves must be refused.
"""

from __future__ import annotations

from collections.abc import Sequence

from hookconform.attach.calls import UNSUPPORTED_VERDICT, Broken, Call, Refusal, Response
from hookconform.checks.capability import METHOD_KINDS, Capability, Subject
from hookconform.checks.changed_arguments import wrongly_changed_arguments
from hookconform.checks.changed_input import wrongly_changed
from hookconform.checks.drawn_arguments import wrongly_changed_drawn
from hookconform.checks.hook_answer import effect_of, parse_answer
from hookconform.checks.measured_rows import basis_of, is_inferred
from hookconform.checks.outcome import PASS, Difference, Judgement, Outcome
from hookconform.checks.verdict_questions import Question, can, has_changes, questions_of, version_of
from hookconform.effects.effect import Answer, Effect
from hookconform.effects.representatives import stands_for_event, stands_for_input
from hookconform.effects.verdicts import (
    ASK,
    DENY,
    INPUT,
    VERDICTS,
    Words,
    carries_reason,
    is_measured,
    must_arrive,
    shortfall,
    wanted,
)


def _applies(subject: Subject) -> bool:
    case = subject.case
    asked = stands_for_event(case) or (stands_for_input(case) and can(subject, INPUT)) or has_changes(subject)
    return asked and is_measured(case.platform, version_of(subject), case.registered_event or "")


def _not_judged(subject: Subject) -> tuple[str, ...]:
    """Return the event, if the case stands for one at which no answer was measured."""
    case, event = subject.case, subject.case.registered_event or ""
    if not event or not stands_for_event(case) or is_measured(case.platform, version_of(subject), event):
        return ()
    return (event,)


def _calls(subject: Subject) -> tuple[Call, ...]:
    calls: list[Call] = []
    for question in questions_of(subject):
        call = subject.call("respond", verdict=question.wire)._replace(key=question.key)
        if question.without_version:
            call = call._replace(params=call.params | {"platform_version": None})
        elif question.version:
            call = call._replace(params=call.params | {"platform_version": question.version})
        calls.append(call)
    return tuple(calls)


def _at(subject: Subject, version: str) -> Subject:
    """Return the subject as if its case were of this version; empty for its own."""
    return subject._replace(case=subject.case._replace(version=version)) if version else subject


def _verdicts(subject: Subject) -> tuple[str, ...]:
    """Return the verdicts to ask for; an input can only be changed where there is one, and no more than one call."""
    if not stands_for_event(subject.case):
        return (INPUT,)
    expected = subject.case.expected
    one_input = expected.tool_input is not None and len(expected.calls) <= 1
    return tuple(verdict for verdict in VERDICTS if verdict != INPUT or one_input)


def _judge(subject: Subject, responses: Sequence[Response]) -> Judgement:
    asked = zip(questions_of(subject), responses, strict=False)
    judged = (_judge_one(_at(subject, question.version), question, one) for question, one in asked)
    return next((judgement for judgement in judged if judgement.outcome is not Outcome.PASSED), PASS)


def _judge_one(subject: Subject, question: Question, response: Response) -> Judgement:
    verdict, words = subject.variant, question.words
    if isinstance(response, Broken):
        return Judgement(Outcome.ERROR, response.reason)
    if isinstance(response, Refusal) and response.code != UNSUPPORTED_VERDICT:
        return Judgement(Outcome.ERROR, f"the adapter answered {response.words}")
    said = None if isinstance(response, Refusal) else parse_answer(response.value)
    if question.changes is not None:
        problem = _changed(subject, said, question)
    elif question.may_be_refused:
        # Both at once are more than many platforms can; half of it would be done in silence.
        problem = "" if said is None else _half_done(subject, verdict, words, said)
    else:
        problem = _refused(subject, verdict) if said is None else _answered(subject, verdict, words, said)
    if not problem:
        return PASS
    answer = said if isinstance(said, Answer) else None
    return Judgement(
        Outcome.FAILED,
        differences=(Difference(f"/{verdict}", _expected(subject, verdict), question.told + problem),),
        basis=basis_of(subject.case, verdict, answer, (words.reason, words.context, words.command)),
    )


def _changed(subject: Subject, answer: Answer | str | None, question: Question) -> str:
    """Return what is wrong with changed arguments; nobody measured that a refusal is."""
    if answer is None or isinstance(answer, str):
        return answer or ""
    judge = wrongly_changed_drawn if question.is_drawn else wrongly_changed_arguments
    return judge(subject.case, answer, question.changes or {})


def _expected(subject: Subject, verdict: str) -> str:
    if can(subject, verdict):
        return wanted(verdict)
    refusal = f"error {UNSUPPORTED_VERDICT}, because this version has no answer that does it"
    stops = verdict == ASK and can(subject, DENY) and subject.case.expected.tool_name is not None
    return f"{refusal}, or a denial" if stops else refusal


def _refused(subject: Subject, verdict: str) -> str:
    return f"refused with error {UNSUPPORTED_VERDICT}, although the platform can" if can(subject, verdict) else ""


def _answered(subject: Subject, verdict: str, words: Words, answer: Answer | str) -> str:
    """Return what is wrong with an answer; empty if it does what the verdict says."""
    event = subject.case.expected.event
    if isinstance(answer, str):
        return answer
    found = effect_of(subject.case, answer)
    missing = shortfall(verdict, event, found, words=must_arrive(verdict, words))
    if not missing and verdict == DENY and words.reason and _loses_the_reason(subject, words, found):
        missing = f"it is denied, but the model would not be told the reason: {found.why}"
    if missing and verdict == ASK and not can(subject, ASK):
        # Where nobody can be asked, the safe answer is to stop.
        missing = shortfall(DENY, event, found)
    if not missing and verdict == INPUT:
        return wrongly_changed(subject.case, found, "command", words.command)
    return missing


def _half_done(subject: Subject, verdict: str, words: Words, answer: Answer | str) -> str:
    """Return which half of a verdict with context an answer leaves out; empty if it does both."""
    missing = _answered(subject, verdict, words, answer)
    if missing or isinstance(answer, str):
        return missing
    found = effect_of(subject.case, answer)
    is_told = any(words.context in text for text in found.told)
    return "" if is_told else f"the model would not be told the context: {found.why}"


def _loses_the_reason(subject: Subject, words: Words, found: Effect) -> bool:
    case = subject.case
    return not any(words.reason in text for text in found.told) and carries_reason(
        case.platform, version_of(subject), case.registered_event or ""
    )


CAPABILITY = Capability(
    "response",
    METHOD_KINDS,
    _applies,
    _calls,
    _judge,
    variants=_verdicts,
    all_variants=lambda: tuple(VERDICTS),
    is_inferred=lambda subject: is_inferred(subject.case),
    not_judged=_not_judged,
)
