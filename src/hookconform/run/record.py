"""Record of a run: counts, checks that did not pass, overall status."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from hookconform.attach.calls import StrayOutput
from hookconform.attach.manifest import Manifest
from hookconform.checks.known_failures import Entry
from hookconform.checks.outcome import JUDGED, RED, CheckResult, Outcome
from hookconform.ground.errors import EXIT_FAILED, EXIT_INCOMPLETE, EXIT_OK
from hookconform.ground.plain_text import counted
from hookconform.run.selection import Selection

# Why a run did not come to its end when somebody pressed Ctrl-C.
INTERRUPTED = "interrupted"


class Status(StrEnum):
    """Overall status of a run."""

    PASSED = "passed"
    FAILED = "failed"
    INCOMPLETE = "incomplete"

    @property
    def exit_code(self) -> int:
        """Return the exit code of a command whose run has this status."""
        return {Status.PASSED: EXIT_OK, Status.FAILED: EXIT_FAILED, Status.INCOMPLETE: EXIT_INCOMPLETE}[self]


@dataclass(slots=True)
class RunRecord:
    """One run of one adapter; memory grows with what is not passed, not with the number of cases.

    With `counts_only` it does not grow with that either: no result is explained or kept.

    `counts` is by (platform, capability, outcome), `variants` by (platform, capability, variant, outcome) where a
    capability has variants (verdicts, policies); `inferred` is the number of checks judged by what was measured at
    another version; `cases` counts the payloads, `facade_cases` the questions about facades; `perturbed` counts cases
    whose payload is another than the corpus's; `left_out` are fields of the payloads, by platform, that the adapter may
    leave out and did at least once; `unmeasured` are by (platform, capability) the events at which nobody measured what
    would be judged; `mapped` are the traits of the payloads in which a name was given rightly, by the row of the
    tables; `not_applicable` counts cases by the reason why they have no check; `interrupted` says why the run
    did not come to its end, `said` what the adapter then had written to standard error; `stopped`: it was to end at the
    first red check, and did; `stale_entries` are known failures that no check was about, `unmet_entries` those
    of a shard; `baseline` is the record of an
    adapter that does nothing.
    """

    manifest: Manifest
    selection: Selection
    counts_only: bool = False
    cases: int = 0
    facade_cases: int = 0
    perturbed: int = 0
    counts: Counter[tuple[str, str, Outcome]] = field(default_factory=Counter[tuple[str, str, Outcome]])
    variants: Counter[tuple[str, str, str, Outcome]] = field(default_factory=Counter[tuple[str, str, str, Outcome]])
    mapped: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict[str, set[str]](set))
    notable: list[CheckResult] = field(default_factory=list[CheckResult])
    inferred: int = 0
    left_out: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict[str, set[str]](set))
    unmeasured: defaultdict[tuple[str, str], set[str]] = field(
        default_factory=lambda: defaultdict[tuple[str, str], set[str]](set)
    )
    not_applicable: Counter[str] = field(default_factory=Counter[str])
    stale_entries: list[Entry] = field(default_factory=list[Entry])
    unmet_entries: list[Entry] = field(default_factory=list[Entry])
    stray: StrayOutput = field(default_factory=StrayOutput)
    interrupted: str = ""
    stopped: bool = False
    said: tuple[str, ...] = ()
    baseline: RunRecord | None = None

    def add(self, result: CheckResult) -> None:
        """Count one result, and keep it unless it is passed or unsupported, or nothing is kept."""
        self.counts[result.platform, result.capability, result.outcome] += 1
        self.inferred += result.inferred and result.outcome is not Outcome.UNSUPPORTED
        if result.left_out:
            self.left_out[result.platform].update(result.left_out)
        if result.name_row and result.outcome in {Outcome.PASSED, Outcome.STALE}:
            self.mapped[result.name_row].update(trait.text for trait in result.traits)
        if result.variant:
            self.variants[result.platform, result.capability, result.variant, result.outcome] += 1
        if not self.counts_only and result.outcome not in {Outcome.PASSED, Outcome.UNSUPPORTED}:
            self.notable.append(result)

    def total(self, *outcomes: Outcome) -> int:
        """Return the number of checks with one of these outcomes."""
        return sum(number for (_, _, outcome), number in self.counts.items() if outcome in outcomes)

    def total_of(self, capability: str, *outcomes: Outcome, platform: str = "", variant: str = "") -> int:
        """Return the number of checks of one capability with one of these outcomes, on one platform or on all.

        With `variant`, of those of one verdict or policy.
        """
        if variant:
            rows = ((key[0], key[1], key[3], number) for key, number in self.variants.items() if key[2] == variant)
        else:
            rows = ((*key, number) for key, number in self.counts.items())
        return sum(
            number
            for where, name, outcome, number in rows
            if name == capability and outcome in outcomes and platform in ("", where)
        )

    @property
    def not_judged(self) -> dict[tuple[str, str], list[str]]:
        """Return what the table has no number for, and the events at which there is none: none named, at no event."""
        platforms = {platform for platform, _, _ in self.counts}
        names = {capability for _, capability, _ in self.counts}
        there = {(platform, capability) for platform, capability, _ in self.counts}
        empty = {(platform, name) for platform in platforms for name in names} - there
        return {key: list[str]() for key in empty} | {key: sorted(found) for key, found in self.unmeasured.items()}

    @property
    def status(self) -> Status:
        """Return the status of the run; one that judged nothing is failed."""
        if self.interrupted:
            return Status.INCOMPLETE
        if self.total(*RED) or self.stale_entries or not self.total(*JUDGED):
            return Status.FAILED
        return Status.PASSED

    @property
    def exit_code(self) -> int:
        """Return the exit code of the command that made this run."""
        return self.status.exit_code

    @property
    def verdict(self) -> str:
        """Return one sentence that says why the run is what it is."""
        if self.interrupted:
            return f"incomplete: {self.interrupted}"
        totals = {outcome: self.total(outcome) for outcome in Outcome}
        return verdict_text(totals, len(self.stale_entries), stopped=self.stopped)[0]


def verdict_text(totals: Mapping[Outcome, int], stale: int, *, stopped: bool = False) -> tuple[str, Status]:
    """Return the verdict and status of a run that came to its end, by the number of its checks with each outcome.

    `stale` is the number of known failures that no check was about.
    """
    red = sum(totals.get(outcome, 0) for outcome in RED) + stale
    judged = sum(totals.get(outcome, 0) for outcome in JUDGED)
    number = totals.get(Outcome.KNOWN, 0)
    known = f", {counted(number, 'known failure')}" if number else ""
    if red:
        end = "; the run ended there" if stopped else ""
        one = f"failed: {red:,} of {judged + stale:,} checks {'is' if red == 1 else 'are'} red{known}{end}"
        return one, Status.FAILED
    if not judged:
        return "failed: no check of this selection was judged, which proves nothing", Status.FAILED
    return f"passed: {counted(totals.get(Outcome.PASSED, 0), 'check')}{known}", Status.PASSED
