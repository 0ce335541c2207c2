"""Capability `response`: an adapter's answer must have the effect that the verdict asks for.

The answer is not compared with a spelling. It is given to the model of the platform, which agrees with every
measured answer; what would happen then is judged. What no measured answer achieves must be refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hookconform.attach.calls import UNSUPPORTED_VERDICT, Broken, Call, Refusal, Response
from hookconform.cases.loading import captured_versions
from hookconform.checks.capability import METHOD_KINDS, Capability, Subject
from hookconform.checks.changed_arguments import changes_of, wrongly_changed_arguments
from hookconform.checks.changed_input import wrongly_changed
from hookconform.checks.hook_answer import effect_of, parse_answer
from hookconform.checks.measured_rows import basis_of, is_inferred
from hookconform.checks.outcome import PASS, Difference, Judgement, Outcome
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.vocabulary import PRE_TOOL
from hookconform.effects.effect import Answer, Effect
from hookconform.effects.representatives import stands_for_arguments, stands_for_event, stands_for_input
from hookconform.effects.rows import measured_versions
from hookconform.effects.verdicts import (
    ALLOW,
    ASK,
    DENY,
    INPUT,
    VERDICTS,
    Words,
    carries_reason,
    honoured,
    is_measured,
    must_arrive,
    on_protocol,
    shortfall,
    wanted,
)
from hookconform.ground.versions import at_least, is_prerelease

PLAIN = Words(
    "Denied by the conformance suite.",
    "Context of the conformance suite.",
    "printf changed-by-the-conformance-suite",
)
_LONG = " ".join(f"{number}. as long as a page may be," for number in range(1, 40))
# What is cut, folded, escaped twice, put into normal form or taken for a format is not the same text any more.
_MARKS = """"two" 'one' `back` \\n $HOME ${x} %s {0} <b>&amp;</b> é e\u0301 日本 🙂  two blanks\tand a tab"""
ODD = Words(
    f"Denied: {_MARKS}\n\n- {_LONG}\n- end of the reason.",
    f"Context: {_MARKS}\n\n- {_LONG}\n- end of the context.",
    f"printf '%s\\n' {_MARKS} \\\n  && : '{_LONG}'\nprintf end-of-the-command",
)


@dataclass(frozen=True)
class Question:
    """One verdict as it is asked: its key among the calls, and what a message says before what is wrong."""

    wire: dict[str, Any]
    words: Words
    key: str
    told: str = ""
    without_version: bool = False
    version: str = ""
    changes: Mapping[str, Any] | None = None
    may_be_refused: bool = False


_WITHOUT_WORDS = Words("", "", "")


def _version(subject: Subject) -> str:
    return subject.case.version or ""


def _applies(subject: Subject) -> bool:
    case = subject.case
    asked = stands_for_event(case) or (stands_for_input(case) and _can(subject, INPUT)) or _has_changes(subject)
    return asked and is_measured(case.platform, _version(subject), case.registered_event or "")


def _has_changes(subject: Subject) -> bool:
    return stands_for_arguments(subject.case) and _can(subject, INPUT) and bool(changes_of(subject.case))


def _not_judged(subject: Subject) -> tuple[str, ...]:
    """Return the event, if the case stands for one at which no answer was measured."""
    case, event = subject.case, subject.case.registered_event or ""
    if not event or not stands_for_event(case) or is_measured(case.platform, _version(subject), event):
        return ()
    return (event,)


def _calls(subject: Subject) -> tuple[Call, ...]:
    calls: list[Call] = []
    for question in _questions(subject):
        call = subject.call("respond", verdict=question.wire)._replace(key=question.key)
        if question.without_version:
            call = call._replace(params=call.params | {"platform_version": None})
        elif question.version:
            call = call._replace(params=call.params | {"platform_version": question.version})
        calls.append(call)
    return tuple(calls)


def _questions(subject: Subject) -> Iterator[Question]:
    """Yield the ways in which a verdict is asked: plainly, with odd words, with two parts, and with parts left out."""
    verdict = subject.variant
    if verdict != INPUT or stands_for_event(subject.case) or stands_for_input(subject.case):
        yield from _of_verdict(subject, verdict)
    for number, changes in enumerate(changes_of(subject.case) if verdict == INPUT and _has_changes(subject) else ()):
        wire = {"decision": "allow", "updated_input": changes}
        yield Question(wire, PLAIN, f"respond input, {number}", f"with {', '.join(changes)}: ", changes=changes)


def _of_verdict(subject: Subject, verdict: str) -> Iterator[Question]:
    yield Question(on_protocol(verdict, PLAIN), PLAIN, f"respond {verdict}")
    if verdict != ALLOW:
        told = "with a long text of several lines and odd marks: "
        yield Question(on_protocol(verdict, ODD), ODD, f"respond {verdict}, odd words", told)
    preview = _preview(subject) if verdict != ALLOW else ""
    if preview:
        key, told = f"respond {verdict}, {preview}", f"at {preview}: "
        yield Question(on_protocol(verdict, PLAIN), PLAIN, key, told, version=preview)
    if verdict == INPUT and _can(subject, INPUT):
        both = on_protocol(INPUT, PLAIN) | {"context": PLAIN.context}
        yield Question(both, PLAIN, "respond input, context", "with context beside: ", may_be_refused=True)
    if verdict == DENY and subject.case.expected.event == PRE_TOOL:
        plain = on_protocol(DENY, PLAIN)
        yield Question({"decision": "deny"}, _WITHOUT_WORDS, "respond deny, no reason", "without a reason: ")
        yield Question(plain | {"reason": ""}, _WITHOUT_WORDS, "respond deny, empty", "with an empty reason: ")
        yield Question(plain | {"context": PLAIN.context}, PLAIN, "respond deny, context", "with context beside: ")
        if _version(subject) == measured_versions(subject.case.platform)[-1]:
            told = "without a version, which stands for the newest: "
            yield Question(plain, PLAIN, "respond deny, no version", told, without_version=True)


def _preview(subject: Subject) -> str:
    """Return the pre-release of the version since which the verdict can be carried out; empty if nothing says so.

    Nobody knows what it does, since its neighbours differ. The first version that was recorded since is asked.
    """
    case = subject.case
    if not stands_for_event(case) or not _can(subject, subject.variant):
        return ""
    event = case.registered_event or ""
    return _preview_before(corpus_root(), case.platform, _version(subject), event, subject.variant)


# Each question is put together twice, to ask it and to judge it.
@cache
def _preview_before(root: Path, platform: str, version: str, event: str, verdict: str) -> str:
    earlier = _recorded_before(root, platform, version)
    since = [one for one in measured_versions(platform, root) if at_least(version, one) and not is_prerelease(one)]
    for one in reversed(since):
        if earlier and at_least(earlier, one):
            return ""
        if verdict not in honoured(platform, f"{one}-preview.1", event):
            return f"{one}-preview.1"
    return ""


@cache
def _recorded_before(root: Path, platform: str, version: str) -> str:
    """Return the newest recorded version that is older than this one; empty if there is none."""
    return next((one for one in reversed(_recorded(root, platform)) if not at_least(one, version)), "")


@cache
def _recorded(root: Path, platform: str) -> tuple[str, ...]:
    return tuple(captured_versions(root, platform))


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
    asked = zip(_questions(subject), responses, strict=False)
    judged = (_judge_one(_at(subject, question.version), question, one) for question, one in asked)
    return next((judgement for judgement in judged if judgement.outcome is not Outcome.PASSED), PASS)


def _judge_one(subject: Subject, question: Question, response: Response) -> Judgement:
    verdict, words = subject.variant, question.words
    if isinstance(response, Broken):
        return Judgement(Outcome.ERROR, response.reason)
    if isinstance(response, Refusal) and response.code != UNSUPPORTED_VERDICT:
        return Judgement(Outcome.ERROR, f"the adapter answered {response.words}")
    said = None if isinstance(response, Refusal) else parse_answer(response.value)
    if question.may_be_refused:
        # Both at once are more than many platforms can; half of it would be done in silence.
        problem = "" if said is None else _half_done(subject, verdict, words, said)
    elif question.changes is not None:
        problem = _changed(subject, said, question.changes)
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


def _changed(subject: Subject, answer: Answer | str | None, changes: Mapping[str, Any]) -> str:
    """Return what is wrong with changed arguments; nobody measured that a refusal is."""
    if answer is None or isinstance(answer, str):
        return answer or ""
    return wrongly_changed_arguments(subject.case, answer, changes)


def _can(subject: Subject, verdict: str) -> bool:
    return verdict in honoured(subject.case.platform, _version(subject), subject.case.registered_event or "")


def _expected(subject: Subject, verdict: str) -> str:
    if _can(subject, verdict):
        return wanted(verdict)
    refusal = f"error {UNSUPPORTED_VERDICT}, because this version has no answer that does it"
    stops = verdict == ASK and _can(subject, DENY) and subject.case.expected.tool_name is not None
    return f"{refusal}, or a denial" if stops else refusal


def _refused(subject: Subject, verdict: str) -> str:
    return f"refused with error {UNSUPPORTED_VERDICT}, although the platform can" if _can(subject, verdict) else ""


def _answered(subject: Subject, verdict: str, words: Words, answer: Answer | str) -> str:
    """Return what is wrong with an answer; empty if it does what the verdict says."""
    event = subject.case.expected.event
    if isinstance(answer, str):
        return answer
    found = effect_of(subject.case, answer)
    missing = shortfall(verdict, event, found, words=must_arrive(verdict, words))
    if not missing and verdict == DENY and words.reason and _loses_the_reason(subject, words, found):
        missing = f"it is denied, but the model would not be told the reason: {found.why}"
    if missing and verdict == ASK and not _can(subject, ASK):
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
        case.platform, _version(subject), case.registered_event or ""
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
