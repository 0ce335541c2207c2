"""The plans of a run's cases, platform by platform: made anew, or known from an earlier run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from hookconform.attach.calls import RulePack
from hookconform.cases.loading import iter_cases, wanted_platforms
from hookconform.checks.expectation import LEGACY_ALIAS
from hookconform.checks.neighbours import NEIGHBOURS
from hookconform.checks.outcome import split_name
from hookconform.checks.words import pack_in_words
from hookconform.corpus.cases import Case
from hookconform.corpus.facade_case import FACADE
from hookconform.corpus.locate import corpus_root
from hookconform.run.kept_answers import KeptAnswers, KeptCase, KeptPlatform
from hookconform.run.known_plans import KnownCases, KnownPlan, NotedPlan
from hookconform.run.perturb import perturbed
from hookconform.run.plan import CasePlan, plan_case
from hookconform.run.record import RunRecord
from hookconform.run.selection import Selection


class CasePlans:
    """Plans the cases of one run, and counts in its record those that it plans and those that have no check."""

    def __init__(self, record: RunRecord, rules: RulePack) -> None:
        self._record = record
        self._rules = rules
        self._own_words = pack_in_words(rules, record.manifest.claims)

    def of(self, cases: Iterable[Case] | None = None) -> Iterator[CasePlan]:
        """Yield the plans of these cases; without any, of the selection's own."""
        selection = self._record.selection
        chosen = {} if cases is not None else selection.chosen() or {}
        for case in self._own_cases(selection) if cases is None else cases:
            plan = self._counted(case, tuple(chosen.get(case.id, ())) or selection.capabilities)
            if plan is not None:
                yield plan

    def with_kept(self, kept: KeptAnswers) -> Iterator[CasePlan | KnownPlan | NotedPlan]:
        """Yield the plans of the selection's own cases: known ones of a platform whose right answers are kept."""
        for platform in wanted_platforms(corpus_root(), self._record.selection.platforms):
            known = kept.of_platform(platform) if platform in self._record.manifest.platforms else None
            yield from self._noted(kept, platform) if known is None else self._known(known)

    def _noted(self, kept: KeptAnswers, platform: str) -> Iterator[NotedPlan]:
        for case in self._own_cases(replace(self._record.selection, platforms=(platform,))):
            notes = kept.notes(platform)
            plan = self._counted(case)
            if plan is None:
                notes.cases.add(KeptCase(case.id))
            else:
                yield NotedPlan(plan, self._own_words, notes, notes.cases.add)

    def _known(self, platform: KeptPlatform) -> Iterator[CasePlan | KnownPlan]:
        cases = KnownCases(platform.platform)
        for kept in platform.cases():
            if kept.calls is not None:
                self._record.cases += 1
                self._count_unmeasured(platform.platform, kept.not_judged)
                yield self._known_plan(kept, platform, cases)
                continue
            plan = self._counted(cases.case(kept.id))
            if plan is not None:
                yield plan

    def _known_plan(self, kept: KeptCase, platform: KeptPlatform, cases: KnownCases) -> KnownPlan:
        def anew() -> CasePlan:
            plan = self._plan(cases.case(kept.id), ())
            assert plan is not None  # noqa: S101 (it was planned when it was kept)
            return plan

        return KnownPlan(kept, platform, self._own_words, anew)

    def _counted(self, filed: Case, capabilities: tuple[str, ...] = ()) -> CasePlan | None:
        """Return the plan of a case, put into another form if the selection says so; None if it has no check."""
        record = self._record
        record.cases += 1
        seed, is_hook = record.selection.perturb, record.manifest.kind == "hook"
        # Hook programs are asked in folders, and with texts, of the suite's own choice already.
        case = filed if seed is None else perturbed(filed, seed, words=not is_hook)
        record.perturbed += case.payload_text != filed.payload_text
        plan = self._plan(case, capabilities)
        if plan is not None:
            self._count_unmeasured(case.platform, plan.not_judged)
        elif case.platform not in record.manifest.platforms:
            record.not_applicable[_not_claimed(case.platform)] += 1
        else:
            record.not_applicable[f"{LEGACY_ALIAS}es are not claimed"] += 1
        return plan

    def _plan(self, case: Case, capabilities: tuple[str, ...]) -> CasePlan | None:
        return plan_case(
            case,
            self._record.manifest,
            self._rules,
            capabilities,
            own_words=self._own_words,
            measured_only=self._record.selection.measured_only,
        )

    def _count_unmeasured(self, platform: str, not_judged: Iterable[tuple[str, str]]) -> None:
        for capability, what in not_judged:
            self._record.unmeasured[platform, capability].add(what)

    def _own_cases(self, selection: Selection) -> Iterator[Case]:
        record, manifest = self._record, self._record.manifest
        # Where facades alone are asked about, no payload is; a platform that is not there is wrong use all the same.
        if {split_name(name)[0] for name in selection.capabilities} == {FACADE}:
            yield from iter_cases(platforms=selection.platforms, ids=())
            return
        # A seed counts what it changes, and a hook program may run hooks of platforms that it does not claim.
        builds_all = selection.perturb is not None or NEIGHBOURS in manifest.capabilities
        for platform, number, cases in selection.by_platform():
            # To build the cases of all platforms takes longer than to judge those of one.
            if builds_all or platform in manifest.platforms:
                yield from cases
            elif number:
                record.cases += number
                record.not_applicable[_not_claimed(platform)] += number


def _not_claimed(platform: str) -> str:
    return f"platform {platform} is not claimed"
