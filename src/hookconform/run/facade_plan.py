"""Cases of tool facades before one adapter: what it offers and maps, asked in two rounds.

What comes of the first answers is asked in the second: an adapter's canonical call is what it is given back.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hookconform.attach.calls import Call, Response
from hookconform.attach.manifest import Manifest
from hookconform.attach.python_host import told
from hookconform.checks.bounds import bounded
from hookconform.checks.facade.questions import Again, first_question, judged
from hookconform.checks.outcome import CheckResult, Judgement, Outcome, check_name
from hookconform.corpus.facade_case import FACADE, FacadeCase


@dataclass(frozen=True)
class FacadePlan:
    """One round of one case: what is asked, and the result, if the answers are enough for one."""

    case: FacadeCase
    calls: tuple[Call, ...]
    judge_answers: Callable[[Sequence[Response]], Judgement | None]

    def judge(self, responses: Sequence[Response], *, explained: bool = True) -> list[CheckResult]:
        """Return the result; none if a second round tells it. What is not `explained` may be of any length."""
        try:
            found = self.judge_answers(responses)
        except Exception as error:  # noqa: BLE001 (an answer no judge can take is one red check, not the end of the run)
            found = Judgement(Outcome.ERROR, f"the answer cannot be judged: {told(error)}")
        return [] if found is None else [_result(self.case, bounded(found) if explained else found)]


class FacadeRounds:
    """The plans of all cases: the second round is filled while the answers of the first are judged."""

    def __init__(self, cases: Iterable[FacadeCase]) -> None:
        self._cases = cases
        self._again: deque[Any] = deque()

    def first(self) -> Iterator[Any]:
        """Yield what is asked in any case."""
        return map(self.plan, self._cases)

    def second(self) -> Iterator[Any]:
        """Yield what the first answers made necessary; only after the first round."""
        while self._again:
            yield self._again.popleft()

    def plan(self, case: FacadeCase) -> FacadePlan:
        """Return the first round of a case."""
        return FacadePlan(case, (first_question(case),), self._judge_of(case))

    def go_on(self, plan: Any) -> None:
        """Have this plan asked in the second round."""
        self._again.append(plan)

    def _judge_of(self, case: FacadeCase) -> Callable[[Sequence[Response]], Judgement | None]:
        def judge(responses: Sequence[Response]) -> Judgement | None:
            found = judged(case, responses[0])
            if isinstance(found, Again):
                self.go_on(FacadePlan(case, found.calls, found.judge))
                return None
            return found

        return judge


def second_plan(case: FacadeCase, response: Response) -> FacadePlan:
    """Return the second round of a case, which this answer to the first makes necessary."""
    found = judged(case, response)
    assert isinstance(found, Again)  # noqa: S101 (as the caller knows)
    return FacadePlan(case, found.calls, found.judge)


def is_asked(case: FacadeCase, manifest: Manifest) -> bool:
    """Tell whether a case is about an adapter: facades are a claim, and so is the platform."""
    return FACADE in manifest.capabilities and case.platform in manifest.platforms


def name_of(case: FacadeCase) -> str:
    """Return the name of the one check of a case."""
    return check_name(FACADE, case.variant)


def _result(case: FacadeCase, judgement: Judgement) -> CheckResult:
    red = judgement.outcome is not Outcome.PASSED
    return CheckResult(
        case.id,
        FACADE,
        case.platform,
        judgement.outcome,
        judgement.message,
        judgement.differences,
        case_file=f"corpus/{case.file}" if red else "",
        variant=case.variant,
    )
