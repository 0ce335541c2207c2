"""Capability `fails-closed`: whatever goes wrong in a hook program, the call that its policy names is stopped.

One recorded call that the policy stops is put to the program again and again, each time with one failure. What the
platform would do with the answer decides, by its measured rows. A failure that leaves the program no way to be heard
(standard output is closed, and no exit code stops a tool) is not asked about, and said to be not judged.
"""

from __future__ import annotations

from collections.abc import Sequence

from hookconform.attach.calls import Call, Response
from hookconform.attach.failures import FAILURES, Failure, Heard, can_happen
from hookconform.attach.hook_spec import HookSpec
from hookconform.checks.capability import HOOK_KINDS, Capability, Subject
from hookconform.checks.decision import policies
from hookconform.checks.decision.questions import Question, first_variant, questions, under_first, variants
from hookconform.checks.decision.shown import shown_answer
from hookconform.checks.hook_answer import answer_in, effect_of
from hookconform.checks.measured_rows import is_inferred
from hookconform.checks.outcome import PASS, Difference, Judgement, Outcome
from hookconform.effects.representatives import PRE_TOOL
from hookconform.effects.rows import adapter_rows
from hookconform.effects.verdicts import DENY, carries_out, shortfall

FAILS_CLOSED = "fails-closed"
STOPPED = "the tool is stopped, because the hook has failed"


def _applies(subject: Subject) -> bool:
    hook, case = subject.manifest.hook, subject.case
    if hook.on(case.platform).plugin is not None or not policies.applies(subject):
        return False
    variant = first_variant(hook)
    return variant in variants(subject) and _question(under_first(subject)) is not None


def _question(under: Subject) -> Question | None:
    """Return the call that must be stopped, if the case is the one that stands for its platform: it is varied."""
    asked = questions(under)
    return asked[0] if asked[0].stopped and any(question.name == "varied" for question in asked) else None


def _variants(subject: Subject) -> tuple[str, ...]:
    return tuple(name for name in _possible(subject.manifest.hook) if _can_be_heard(subject, FAILURES[name]))


def _not_judged(subject: Subject) -> tuple[str, ...]:
    """Return the failures under which no answer of the platform stops a tool."""
    if not _applies(subject):
        return ()
    return tuple(name for name in _possible(subject.manifest.hook) if not _can_be_heard(subject, FAILURES[name]))


def _possible(hook: HookSpec) -> list[str]:
    """Return the failures that this program can have on this system: one without policies has no file to damage."""
    return [name for name, failure in FAILURES.items() if can_happen(name) and _concerns(hook, failure)]


def _concerns(hook: HookSpec, failure: Failure) -> bool:
    if failure.packs_only and not hook.reads_packs:
        return False
    return failure.policy is None or hook.reads_packs or bool(hook.policies)


def _can_be_heard(subject: Subject, failure: Failure) -> bool:
    """Tell whether a measured answer stops a tool without the stream that the failure takes away."""
    case = subject.case
    version = case.version or ""
    return any(
        carries_out(case.platform, version, row, DENY)
        and not (failure.heard is Heard.NOT_OUTPUT and row.answer.stdout)
        and not (failure.heard is Heard.NOT_MESSAGES and row.answer.stderr)
        for row in adapter_rows(case.platform, version, case.registered_event or "")
    )


def _calls(subject: Subject) -> tuple[Call, ...]:
    under = under_first(subject)
    question = _question(under)
    assert question is not None  # noqa: S101 (else the capability does not apply)
    call = policies.call_of(under, question)
    name = subject.variant
    return (call._replace(params={**call.params, "failure": name}, key=f"{FAILS_CLOSED} {name}"),)


def _judge(subject: Subject, responses: Sequence[Response]) -> Judgement:
    """Judge by what the platform would do; a program that gives no answer at all stops nothing."""
    answer = answer_in(responses[0], subject.manifest, subject.case.platform)
    missing = answer if isinstance(answer, str) else shortfall(DENY, PRE_TOOL, effect_of(subject.case, answer))
    if not missing:
        return PASS
    shown = "" if isinstance(answer, str) else shown_answer(responses[0])
    return Judgement(Outcome.FAILED, shown, (Difference(f"/{subject.variant}", STOPPED, missing),))


CAPABILITY = Capability(
    FAILS_CLOSED,
    HOOK_KINDS,
    _applies,
    _calls,
    _judge,
    variants=_variants,
    all_variants=lambda: tuple(FAILURES),
    is_inferred=lambda subject: is_inferred(subject.case),
    not_judged=_not_judged,
)
