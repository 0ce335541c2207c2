"""Plans of cases whose right answers are kept, and of cases whose answers are noted to be kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from hookconform.attach.calls import Answer, Call, Encoded, Refusal, Response, Result, RulePack
from hookconform.attach.manifest import Manifest
from hookconform.attach.messages import digest_of_answer, encoded, read_line
from hookconform.cases.index import index_of
from hookconform.checks.outcome import CheckResult
from hookconform.corpus.cases import Case
from hookconform.corpus.facade_case import FACADE, FacadeCase
from hookconform.corpus.facade_cases import facade_cases
from hookconform.corpus.facade_table import table_platforms
from hookconform.corpus.locate import corpus_root
from hookconform.run.facade_plan import FacadePlan, FacadeRounds, second_plan
from hookconform.run.kept_answers import KeptAnswers, KeptCall, KeptCase, KeptPlatform, Notes
from hookconform.run.plan import CasePlan
from hookconform.run.selection import Selection

_Plan = CasePlan | FacadePlan


class KnownPlan:
    """A case whose right answers are known: it is planned, and judged, only where an answer is another one.

    `anew` plans it; `going_on` is called where a second round has the results.
    """

    def __init__(
        self,
        case: KeptCase,
        platform: KeptPlatform,
        pack: RulePack | None,
        anew: Callable[[], _Plan],
        going_on: Callable[[Sequence[Answer]], None] | None = None,
    ) -> None:
        assert case.calls is not None  # noqa: S101 (nothing would be asked, and nothing judged)
        self.calls = tuple(_call(case.id, kept, pack) for kept in case.calls)
        self._case = case
        self._platform = platform
        self._anew = anew
        self._going_on = going_on

    def judge_answers(self, answers: Sequence[Answer]) -> list[CheckResult]:
        """Return the results of all checks; none if a second round tells them."""
        if any(answer.response is not None for answer in answers):
            self._platform.note_other()
            return self._anew().judge([read(answer) for answer in answers])
        if self._going_on is not None:
            self._going_on(answers)
        return self._platform.results(self._case)


class NotedPlan:
    """A plan whose answers are noted once they are judged; `add` takes the note, None if they are not to be kept."""

    def __init__(self, plan: _Plan, pack: RulePack | None, notes: Notes, add: Callable[[KeptCase], None]) -> None:
        self._plan = plan
        self._notes = notes
        self._add = add
        self._pack = pack
        self.calls = tuple(_encoded(call, pack) for call in plan.calls)

    def judge_answers(self, answers: Sequence[Answer]) -> list[CheckResult]:
        """Return the results of all checks."""
        results = self._plan.judge([read(answer) for answer in answers])
        self._add(self._note(answers, results))
        return results

    def _note(self, answers: Sequence[Answer], results: list[CheckResult]) -> KeptCase:
        plan = self._plan
        digests = [_digest(answer) for answer in answers]
        places = self._notes.places(results)
        if places is None or not all(digests):
            return KeptCase(plan.case.id)
        calls = tuple(
            KeptCall(call.method, call.key, *_text(call)[:2], call.rules is not None, digest)
            for call, digest in zip(self.calls, digests, strict=True)
        )
        not_judged = plan.not_judged if isinstance(plan, CasePlan) else ()
        return KeptCase(plan.case.id, calls, places, not_judged, goes_on=isinstance(plan, FacadePlan) and not results)


AnyPlan = CasePlan | FacadePlan | KnownPlan | NotedPlan


class KnownCases:
    """Cases of a platform that are read only if an answer is another one than before."""

    def __init__(self, platform: str) -> None:
        self._platform = platform
        self._root = corpus_root()

    def case(self, case_id: str) -> Case:
        """Return a case with a payload."""
        return next(self._index.cases([case_id]))

    def facade(self, case_id: str) -> FacadeCase:
        """Return a case of the facades."""
        return self._facades[case_id]

    @cached_property
    def _index(self) -> Any:
        return index_of(self._root, self._platform)

    @cached_property
    def _facades(self) -> dict[str, FacadeCase]:
        return {case.id: case for case in facade_cases(self._root, [self._platform])}


class KnownRounds(FacadeRounds):
    """Both rounds of the facades of some platforms whose right answers are known."""

    def __init__(self, platforms: Iterable[KeptPlatform]) -> None:
        super().__init__(())
        self._platforms = platforms

    def first(self) -> Iterator[AnyPlan]:
        """Yield what is asked in any case."""
        for platform in self._platforms:
            cases = KnownCases(platform.platform)
            for kept in platform.facades():
                yield self._first(kept, platform, cases)

    def _first(self, kept: KeptCase, platform: KeptPlatform, cases: KnownCases) -> AnyPlan:
        def anew() -> FacadePlan:
            return self.plan(cases.facade(kept.id))

        if kept.calls is None or (kept.goes_on and kept.id not in platform.again):
            return anew()
        if not kept.goes_on:
            return KnownPlan(kept, platform, None, anew)

        def going_on(answers: Sequence[Answer]) -> None:
            again = platform.again[kept.id]
            self.go_on(KnownPlan(again, platform, None, lambda: second_plan(cases.facade(kept.id), read(answers[0]))))

        return KnownPlan(kept, platform, None, anew, going_on)


class NotedRounds(FacadeRounds):
    """Both rounds of facade cases, whose answers are noted."""

    def __init__(self, cases: Iterable[FacadeCase], kept: KeptAnswers) -> None:
        super().__init__(cases)
        self._kept = kept

    def first(self) -> Iterator[AnyPlan]:
        """Yield what is asked in any case."""
        for plan in super().first():
            notes = self._kept.notes(plan.case.platform)
            yield NotedPlan(plan, None, notes, notes.facades.add)

    def second(self) -> Iterator[AnyPlan]:
        """Yield what the first answers made necessary; only after the first round."""
        for plan in super().second():
            notes = self._kept.notes(plan.case.platform)
            yield NotedPlan(plan, None, notes, notes.again.add)


def facade_rounds(
    cases: Iterable[FacadeCase], manifest: Manifest, selection: Selection, kept: KeptAnswers | None
) -> FacadeRounds:
    """Return the rounds of facade cases: known if the right answers of every platform are, else noted if `kept`."""
    if kept is None:
        return FacadeRounds(cases)
    named = set(selection.platforms or manifest.platforms) & manifest.platforms
    asked = [name for name in table_platforms() if name in named] if FACADE in manifest.capabilities else []
    known = [kept.of_platform(name) for name in asked]
    platforms = [platform for platform in known if platform is not None]
    return KnownRounds(platforms) if len(platforms) == len(known) else NotedRounds(cases, kept)


def read(answer: Answer) -> Response:
    """Return the response in an answer, read if it was not."""
    return read_line(answer.line)[0].response if answer.response is None else answer.response


def _call(case_id: str, kept: KeptCall, pack: RulePack | None) -> Call:
    text = Encoded(kept.params, kept.payload, kept.answer)
    return Call(kept.method, {}, case_id, kept.key, pack if kept.has_pack else None, text)


def _encoded(call: Call, pack: RulePack | None) -> Call:
    """Return a call as text; rules of the case's own are part of it."""
    text = encoded(call)
    if call.rules is None or call.rules is pack:
        return call._replace(encoded=text)
    rules = f'{text.params[:-1].decode()},"rules":{call.rules.encoded}}}'.encode()
    return call._replace(encoded=text._replace(params=rules), rules=None)


def _text(call: Call) -> Encoded:
    assert call.encoded is not None  # noqa: S101 (made above)
    return call.encoded


def _digest(answer: Answer) -> bytes:
    """Return the digest of an answer; empty where there is none, or none that can be known again."""
    return digest_of_answer(answer.line) if isinstance(answer.response, Result | Refusal) else b""
