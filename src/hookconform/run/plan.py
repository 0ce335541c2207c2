"""Expand a case into checks and the calls they need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hookconform.attach.calls import Call, Response, RulePack
from hookconform.attach.manifest import Manifest
from hookconform.attach.python_host import told
from hookconform.checks.bounds import bounded
from hookconform.checks.capability import Capability, Subject
from hookconform.checks.expectation import is_in_scope
from hookconform.checks.grounds import ground_of
from hookconform.checks.outcome import UNCLAIMED, CheckResult, Judgement, Outcome
from hookconform.checks.table import CAPABILITIES
from hookconform.corpus.cases import Case


@dataclass(frozen=True, slots=True)
class CasePlan:
    """The checks of one case before one adapter; `calls` are asked once each and shared by the checks."""

    subject: Subject
    unclaimed: tuple[Capability, ...]
    claimed: tuple[tuple[Capability, tuple[str, ...]], ...]
    calls: tuple[Call, ...]

    @property
    def names(self) -> list[str]:
        """Return the capabilities that have a check, in the table's order."""
        mine = {capability.name for capability in self.unclaimed} | {item.name for item, _ in self.claimed}
        return [name for name in CAPABILITIES if name in mine]

    def judge(self, responses: Sequence[Response]) -> list[CheckResult]:
        """Return the results of all checks, in the table's order; `responses` belong to `calls` one by one."""
        by_key = {call.key: response for call, response in zip(self.calls, responses, strict=True)}
        judged = {capability.name: UNCLAIMED for capability in self.unclaimed}
        for capability, keys in self.claimed:
            judged[capability.name] = _guarded(capability, self.subject, [by_key[key] for key in keys])
        return [self._result(name, judged[name]) for name in self.names]

    def _result(self, capability: str, judgement: Judgement) -> CheckResult:
        case = self.subject.case
        result = CheckResult(case.id, capability, case.platform, judgement.outcome, judgement.message)
        if judgement.outcome in {Outcome.PASSED, Outcome.UNSUPPORTED}:
            return result
        ground = ground_of(case, capability)
        return replace(
            result,
            differences=judgement.differences,
            case_file=f"corpus/platforms/{case.id}.json",
            claim=ground.claim,
            evidence=ground.evidence,
        )


def plan_case(case: Case, manifest: Manifest, rules: RulePack, capabilities: Sequence[str] = ()) -> CasePlan | None:
    """Return the checks of a case; None if the case is not about this adapter at all.

    `capabilities` limits the checks to these; empty: all that this kind of adapter can have.
    """
    if not is_in_scope(case, manifest):
        return None
    subject = Subject(case, manifest, rules)
    unclaimed: list[Capability] = []
    claimed: list[tuple[Capability, tuple[str, ...]]] = []
    calls: dict[str, Call] = {}
    for name, capability in CAPABILITIES.items():
        if (capabilities and name not in capabilities) or manifest.kind not in capability.kinds:
            continue
        if not capability.applies(subject):
            continue
        if name not in manifest.capabilities:
            unclaimed.append(capability)
            continue
        needed = capability.calls(subject)
        claimed.append((capability, tuple(call.key for call in needed)))
        for call in needed:
            calls.setdefault(call.key, call)
    return CasePlan(subject, tuple(unclaimed), tuple(claimed), tuple(calls.values()))


def _guarded(capability: Capability, subject: Subject, responses: list[Response]) -> Judgement:
    try:
        return bounded(capability.judge(subject, responses))
    except Exception as error:  # noqa: BLE001 (an answer no judge can take is one red check, not the end of the run)
        return bounded(Judgement(Outcome.ERROR, f"the answer cannot be judged: {told(error)}"))
