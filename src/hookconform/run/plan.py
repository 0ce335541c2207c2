"""Expand a case into checks and the calls they need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from hookconform.attach.calls import Call, Response, RulePack
from hookconform.attach.manifest import Manifest
from hookconform.attach.python_host import told
from hookconform.checks.bounds import bounded
from hookconform.checks.capability import Capability, Subject
from hookconform.checks.claimed import unclaimed
from hookconform.checks.expectation import EVENT, TOOL_NAME, extended_name, is_in_scope, mapping_row
from hookconform.checks.grounds import Ground, ground_of
from hookconform.checks.neighbours import NEIGHBOURS, registered_platforms
from hookconform.checks.outcome import CheckResult, Judgement, Outcome, check_name, split_name
from hookconform.checks.table import CAPABILITIES
from hookconform.checks.traits import Trait, traits_of
from hookconform.checks.words import pack_for, pack_in_words
from hookconform.corpus.cases import Case

# The capabilities that are about a name which a row of the tables gives.
_NAMED = frozenset({EVENT, TOOL_NAME})
_NO_GROUND = Ground()
# Those that judge by what was measured, with what they cannot judge.
_NOT_JUDGED = {name: row.not_judged for name, row in CAPABILITIES.items() if row.not_judged is not None}


class PlannedCheck(NamedTuple):
    """One check: why it is not claimed, or the keys of the calls whose responses it judges.

    A named tuple, because a run makes a hundred thousand.
    """

    capability: Capability
    subject: Subject
    unclaimed: Judgement | None = None
    keys: tuple[str, ...] = ()


@dataclass(frozen=True)
class CasePlan:
    """The checks of one case before one adapter; `calls` are asked once each and shared by the checks.

    `not_judged` are (capability, what) that the case would be about if anybody had measured it.
    """

    case: Case
    checks: tuple[PlannedCheck, ...]
    calls: tuple[Call, ...]
    not_judged: tuple[tuple[str, str], ...] = ()

    @property
    def names(self) -> list[str]:
        """Return the names of the checks, in the table's order."""
        return [check_name(check.capability.name, check.subject.variant) for check in self.checks]

    def judge(self, responses: Sequence[Response], *, explained: bool = True) -> list[CheckResult]:
        """Return the results of all checks, in the table's order; `responses` belong to `calls` one by one.

        Not `explained`, a check that is not passed has no differences, and says nothing of the case and its evidence.
        """
        by_key = {call.key: response for call, response in zip(self.calls, responses, strict=True)}
        return [self._result(check, by_key, explained) for check in self.checks]

    def _result(self, check: PlannedCheck, by_key: Mapping[str, Response], explained: bool) -> CheckResult:
        case, capability = self.case, check.capability.name
        judgement = check.unclaimed or _guarded(check, [by_key[key] for key in check.keys], explained)
        outcome = judgement.outcome
        # A refusal that passes shows nothing of a table.
        shows_name = outcome is not Outcome.PASSED or not case.expected.may_refuse
        row = ""
        if explained and capability in _NAMED and outcome is not Outcome.UNSUPPORTED and shows_name:
            row = mapping_row(case, check.subject.manifest, by_event=capability == EVENT)
        told = explained and outcome is not Outcome.PASSED and outcome is not Outcome.UNSUPPORTED
        ground = ground_of(case, capability) if told else _NO_GROUND
        return CheckResult(
            case.id,
            capability,
            case.platform,
            outcome,
            judgement.message,
            differences=judgement.differences if told else (),
            case_file=case.file if told else "",
            case_entry=case.entry if told else "",
            claim=ground.claim,
            evidence=(judgement.basis or ground.evidence) if told else "",
            variant=check.subject.variant,
            inferred=check.capability.is_inferred(check.subject),
            left_out=judgement.left_out,
            accepted=judgement.accepted,
            name_row=row,
            traits=self._traits if row else (),
            extended_name=extended_name(case, check.subject.manifest) if told else "",
        )

    @cached_property
    def _traits(self) -> tuple[Trait, ...]:
        return traits_of(self.case)


def plan_case(  # noqa: PLR0913 (what is judged, and which part of it)
    case: Case,
    manifest: Manifest,
    rules: RulePack,
    capabilities: Sequence[str] = (),
    *,
    own_words: RulePack | None = None,
    measured_only: bool = False,
) -> CasePlan | None:
    """Return the checks of a case; None if the case is not about this adapter at all.

    `capabilities` limits the checks to these, whole ones or single variants (`response`, `response[deny]`); empty: all
    that this kind of adapter can have. `own_words` is the pack in the words of an adapter that has some; rules of the
    case's own take its place. With `measured_only` there is no check that is judged by what was measured at another
    version.
    """
    wanted = _wanted(case, manifest, capabilities)
    if wanted is None:
        return None
    if case.rules:
        rules = pack_for(RulePack({"version": "1.0", "rules": list(case.rules)}), manifest.claims)
        own_words = pack_in_words(rules, manifest.claims)
    whole = Subject(case, manifest, rules, own_words=own_words)
    checks: list[PlannedCheck] = []
    calls: dict[str, Call] = {}
    for subject, capability in _subjects(whole, wanted):
        if measured_only and capability.is_inferred(subject):
            continue
        missing = unclaimed(capability, subject)
        needed = () if missing else capability.calls(subject)
        checks.append(PlannedCheck(capability, subject, missing, tuple(call.key for call in needed)))
        for call in needed:
            calls.setdefault(call.key, call)
    return CasePlan(case, tuple(checks), tuple(calls.values()), tuple(_not_judged(whole, wanted)))


def _wanted(case: Case, manifest: Manifest, capabilities: Sequence[str]) -> Sequence[str] | None:
    """Return what to judge of a case, empty for all that there is, None for nothing.

    Of a platform that a hook program does not claim, that is what it runs of the claimed platforms' hooks.
    """
    if is_in_scope(case, manifest):
        return capabilities
    if NEIGHBOURS not in manifest.capabilities or case.platform in manifest.platforms:
        return None
    asked = [name for name in capabilities if split_name(name)[0] == NEIGHBOURS] if capabilities else [NEIGHBOURS]
    return asked if asked and registered_platforms(case, manifest) else None


def _not_judged(subject: Subject, wanted: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield what the adapter claims and nobody can judge of this case."""
    claimed, kind = subject.manifest.capabilities, subject.manifest.kind
    for name, not_judged in _NOT_JUDGED.items():
        is_wanted = not wanted or any(split_name(item)[0] == name for item in wanted)
        if is_wanted and name in claimed and kind in CAPABILITIES[name].kinds:
            yield from ((name, what) for what in not_judged(subject))


def _subjects(subject: Subject, wanted: Sequence[str]) -> Iterator[tuple[Subject, Capability]]:
    """Yield every check that there is, claimed or not, in the table's order."""
    kind, is_asked = subject.manifest.kind, subject.case.is_asked
    for name, capability in CAPABILITIES.items():
        if kind not in capability.kinds or (capability.of_payload and not is_asked):
            continue
        if wanted and not any(split_name(item)[0] == name for item in wanted):
            continue
        if not capability.applies(subject):
            continue
        for variant in capability.variants(subject):
            if not wanted or name in wanted or check_name(name, variant) in wanted:
                yield subject._replace(variant=variant) if variant else subject, capability


def _guarded(check: PlannedCheck, responses: list[Response], explained: bool) -> Judgement:
    try:
        judgement = check.capability.judge(check.subject, responses)
        return bounded(judgement) if explained else judgement
    except Exception as error:  # noqa: BLE001 (an answer no judge can take is one red check, not the end of the run)
        return bounded(Judgement(Outcome.ERROR, f"the answer cannot be judged: {told(error)}"))
