"""Capability `decision`: a hook program, run as users install it, stops what it is told to stop and nothing else.

Its answers are judged by effect, under the model of the platform it was installed in. A program of protocol 2 is
judged policy by policy; one of protocol 1 by the suite's combined rule pack, one check a case.
"""

from __future__ import annotations

from collections.abc import Sequence

from hookconform.attach.calls import Call, Response
from hookconform.checks.capability import HOOK_KINDS, Capability, Subject
from hookconform.checks.decision import one_pack, policies, questions
from hookconform.checks.measured_rows import is_inferred
from hookconform.checks.outcome import Judgement

DECISION = "decision"


def _applies(subject: Subject) -> bool:
    return _of(subject).applies(subject)


def _calls(subject: Subject) -> tuple[Call, ...]:
    return _of(subject).calls(subject)


def _judge(subject: Subject, responses: Sequence[Response]) -> Judgement:
    return _of(subject).judge(subject, responses)


def _variants(subject: Subject) -> tuple[str, ...]:
    return ("",) if subject.manifest.protocol == 1 else questions.variants(subject)


def _of(subject: Subject):  # noqa: ANN202 (one of two modules with the same three functions)
    return one_pack if subject.manifest.protocol == 1 else policies


CAPABILITY = Capability(
    DECISION,
    HOOK_KINDS,
    _applies,
    _calls,
    _judge,
    _variants,
    questions.all_variants,
    is_inferred=lambda subject: is_inferred(subject.case),
)
