"""All checks of one adapter as a list that can be looked up: what test frameworks need."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from hookconform.attach.manifest import Manifest
from hookconform.attach.registry import find_adapter
from hookconform.causes.grouping import find_causes
from hookconform.causes.rows import cause_as_json
from hookconform.checks.known_failures import load_known_failures
from hookconform.checks.outcome import RED, CheckResult, Outcome, split_name
from hookconform.checks.table import CAPABILITIES
from hookconform.corpus.cases import Case
from hookconform.corpus.facade_case import FacadeCase
from hookconform.ground.printable import printable
from hookconform.run.engine import combined_pack, run
from hookconform.run.facade_plan import is_asked, name_of
from hookconform.run.formats.cause_text import cause_summary
from hookconform.run.plan import plan_case
from hookconform.run.record import RunRecord
from hookconform.run.selection import Selection


class Checklist:
    """The checks of one adapter, listed without running it, then run once for the cases that are wanted."""

    def __init__(self, named: str, *, in_process: bool = False, perturb: int | None = None) -> None:
        """List the checks; `perturb` is the seed by which the cases are put in another form."""
        self._in_process = in_process
        self._perturb = perturb
        self._manifest: Manifest = find_adapter(named)
        load_known_failures(self._manifest.known_failures)
        self._cases: list[Case] = []
        self._facades: list[FacadeCase] = []
        self._names: list[tuple[str, tuple[str, ...]]] = []
        self._notable: dict[tuple[str, str], CheckResult] = {}
        self._reached: set[str] = set()
        self._judged_any = False
        self._record: RunRecord | None = None
        self._read()

    @property
    def name(self) -> str:
        """Return the adapter's name."""
        return self._manifest.name

    @property
    def has_run(self) -> bool:
        """Tell whether the results are there."""
        return self._record is not None

    @property
    def complaint(self) -> str:
        """Return what is wrong with the run beyond single checks; empty if nothing is, or nothing ran."""
        if self._record is None:
            return ""
        lines = [f"{entry.check}: no check is about this known failure" for entry in self._record.stale_entries]
        if self._record.interrupted:
            lines += [*self._record.said, self._record.verdict]
        elif not self._judged_any:
            lines.append("No check was judged: the adapter does not claim what was selected, which proves nothing.")
        return printable("\n".join(lines))

    def causes(self) -> list[str]:
        """Return what the red checks have in common, as lines; none before the run."""
        if self._record is None:
            return []
        rows = [cause_as_json(cause) for cause in find_causes(self._record.notable, self._record.mapped)]
        return cause_summary(rows, red=self._record.total(*RED))

    @property
    def capabilities(self) -> frozenset[str]:
        """Return the capabilities that the adapter claims."""
        return self._manifest.capabilities

    def is_of_a_kind_for(self, capability: str | None) -> bool:
        """Tell whether this kind of adapter can have the capability: a hook program has no methods to call."""
        return capability is None or self._manifest.kind in CAPABILITIES[split_name(capability)[0]].kinds

    def claims(self, capability: str | None) -> bool:
        """Tell whether the manifest claims the capability."""
        return capability is None or split_name(capability)[0] in self._manifest.capabilities

    def checks(self, capability: str | None = None) -> Iterator[tuple[str, str]]:
        """Yield (case id, name) of every check, of one capability or of all."""
        for case_id, names in self._names:
            yield from ((case_id, name) for name in names if capability in (None, split_name(name)[0]))

    def run(self, wanted: Collection[tuple[str, str]]) -> None:
        """Run these (case id, check name) through the adapter, once; errors as `hookconform.run.engine.run`."""
        case_ids = {case_id for case_id, _ in wanted}
        capabilities = {name for _, name in wanted}
        all_of_these = {case_id for case_id, names in self._names if capabilities.intersection(names)}
        patterns = () if case_ids == all_of_these else tuple(sorted(case_ids))
        selection = Selection(capabilities=tuple(sorted(capabilities)), cases=patterns, perturb=self._perturb)
        cases = (case for case in self._cases if case.id in case_ids)
        facades = (case for case in self._facades if (case.id, name_of(case)) in wanted)
        self._record = run(
            self._manifest, selection, cases=cases, facades=facades, listener=self._hear, in_process=self._in_process
        )
        self._cases.clear()
        self._facades.clear()

    def result(self, case_id: str, name: str) -> CheckResult:
        """Return the result of one check; one that was not reached because the run broke off is an error."""
        result = self._notable.get((case_id, name)) or self._unremarkable(case_id, name)
        self._judged_any = self._judged_any or result.outcome is not Outcome.UNSUPPORTED
        return result

    def _unremarkable(self, case_id: str, name: str) -> CheckResult:
        capability, variant = split_name(name)
        platform = case_id.split("/", 1)[0]
        if case_id in self._reached:
            return CheckResult(case_id, capability, platform, Outcome.PASSED, variant=variant)
        if self._record and platform not in self._record.manifest.platforms:
            why = f"{platform} is not claimed"
            return CheckResult(case_id, capability, platform, Outcome.UNSUPPORTED, why, variant=variant)
        why = self._record.verdict if self._record else "the checks have not run"
        return CheckResult(
            case_id, capability, platform, Outcome.ERROR, f"not judged; the run is {why}", variant=variant
        )

    def _hear(self, result: CheckResult) -> None:
        self._reached.add(result.case_id)
        if result.outcome is not Outcome.PASSED:
            self._notable[result.case_id, result.name] = result

    def _read(self) -> None:
        rules = combined_pack()
        for case in Selection(platforms=()).iter_cases():
            plan = plan_case(case, self._manifest, rules)
            checks = () if plan is None else zip(plan.names, plan.checks, strict=True)
            # What the manifest does not claim is never judged, and so is no test.
            names = tuple(name for name, check in checks if not check.unclaimed)
            if names:
                self._cases.append(case)
                self._names.append((case.id, names))
        for facade in Selection().iter_facade_cases():
            if is_asked(facade, self._manifest):
                self._facades.append(facade)
                self._names.append((facade.id, (name_of(facade),)))
