"""Capabilities that compare the events of a payload with what the case states, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from hookconform.attach.calls import Call, Response, Result
from hookconform.checks.capability import METHOD_KINDS, Capability, Subject, judge_response
from hookconform.checks.comparisons import Comparison, compared, left_out
from hookconform.checks.outcome import Judgement


def payload_capability(
    name: str,
    applies: Callable[[Subject], bool],
    comparisons: Callable[[Subject], Iterable[Comparison]],
) -> Capability:
    """Return the capability that is judged by these comparisons."""

    def judge(subject: Subject, responses: Sequence[Response]) -> Judgement:
        answer = responses[0]
        asked = tuple(comparisons(subject)) if isinstance(answer, Result) else ()
        judgement = judge_response(subject, answer, lambda value: compared(asked, value))
        missing = left_out(asked, answer.value) if judgement.passed and isinstance(answer, Result) else ()
        return judgement._replace(left_out=missing) if missing else judgement

    return Capability(name, METHOD_KINDS, applies, _calls, judge, of_payload=True, comparisons=comparisons)


def _calls(subject: Subject) -> tuple[Call, ...]:
    return (subject.call("canonicalize"),)
