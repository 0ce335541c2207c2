"""The run itself: cases go in as a stream, results come out as a stream, in the same order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain
from time import monotonic

from hookconform.attach.attaching import DEFAULT_DEADLINE, attach
from hookconform.attach.calls import AdapterGoneError, Answer, Call, RulePack, Session
from hookconform.attach.manifest import Manifest
from hookconform.attach.serve import ServeSession
from hookconform.cases.loading import iter_cases
from hookconform.checks.known_failures import Entry, KnownFailures, load_known_failures
from hookconform.checks.outcome import RED, CheckResult, split_name
from hookconform.checks.words import pack_for
from hookconform.corpus.cases import Case
from hookconform.corpus.facade_case import FACADE, FacadeCase
from hookconform.corpus.rule_packs import combined_rules
from hookconform.ground.plain_text import counted
from hookconform.run.case_plans import CasePlans
from hookconform.run.facade_plan import FacadePlan, is_asked, name_of
from hookconform.run.kept_answers import KeptAnswers
from hookconform.run.known_plans import AnyPlan, facade_rounds, read
from hookconform.run.pinned import demand_corpus
from hookconform.run.plan import CasePlan, plan_case
from hookconform.run.record import INTERRUPTED, RunRecord
from hookconform.run.selection import Selection

Listener = Callable[[CheckResult], None]


def combined_pack() -> RulePack:
    """Return all rule packs of the corpus as one."""
    return RulePack({"version": "1.0", "rules": list(combined_rules())})


def pack_of(manifest: Manifest) -> RulePack:
    """Return the corpus's rules as an adapter is given them: those about what it claims to know."""
    return pack_for(combined_pack(), manifest.claims)


def planned(manifest: Manifest, selection: Selection) -> Iterator[str]:
    """Yield the ids of the checks that a run would judge, in its order, without asking the adapter anything."""
    _demand_pinned(manifest)
    record = RunRecord(manifest, selection)
    for plan in CasePlans(record, pack_of(manifest)).of():
        yield from (
            f"{plan.case.id}::{name}"
            for check, name in zip(plan.checks, plan.names, strict=True)
            if not check.unclaimed
        )
    for case in _facades(manifest, selection.iter_facade_cases()):
        yield f"{case.id}::{name_of(case)}"


def run(  # noqa: PLR0913 (what is judged, who hears of it, and how it is attached)
    manifest: Manifest,
    selection: Selection,
    *,
    listener: Listener = lambda _: None,
    cases: Iterable[Case] | None = None,
    facades: Iterable[FacadeCase] = (),
    deadline: float = DEFAULT_DEADLINE,
    in_process: bool = False,
    stop_at_red: bool = False,
    until: str = "",
    counts_only: bool = False,
    time_limit: float | None = None,
) -> RunRecord:
    """Judge every case of the selection and return the record; `listener` hears each result as it comes.

    `cases` and `facades` together replace the selection's own cases; `stop_at_red` ends the run at the first red check,
    `until` behind the check of this id; with `counts_only` results are counted, and neither explained nor kept.
    Interrupting it, an adapter that ends for good, or the end of `time_limit` seconds (default: the manifest's) makes
    it incomplete. Raises `HookconformError` if the adapter or its list of known failures cannot be used, or the
    manifest pins another corpus.
    """
    _demand_pinned(manifest)
    known = load_known_failures(manifest.known_failures)
    rules = pack_of(manifest)
    session = attach(manifest, deadline=deadline, in_process=in_process)
    record = RunRecord(session.manifest, selection, counts_only)
    record.stray = session.stray
    limit = manifest.time_limit if time_limit is None else time_limit
    ends_at = monotonic() + limit
    all_anew = cases is not None or counts_only or in_process
    kept = None if all_anew else KeptAnswers.of(session.manifest, selection)
    plans = CasePlans(record, rules)
    try:
        asked = _facades(session.manifest, selection.iter_facade_cases() if cases is None else facades)
        of_payloads = _results(
            session, plans.of(cases) if kept is None else plans.with_kept(kept), explained=not counts_only
        )
        for result in chain(of_payloads, _facade_results(session, asked, record, kept)):
            final = known.apply(result)
            record.add(final)
            listener(final)
            if stop_at_red and final.outcome in RED:
                record.stopped = True
                break
            if until and final.id == until:
                break
            if monotonic() > ends_at:
                record.interrupted = _out_of_time(limit, record, final)
                break
        else:
            if kept is not None:
                kept.keep(session.manifest)
    except AdapterGoneError as error:
        record.interrupted = f"the adapter is gone: {error}"
        record.said = error.said
    except KeyboardInterrupt:
        record.interrupted = INTERRUPTED
    finally:
        session.close()
    _look_for_stale_entries(record, known)
    return record


def _out_of_time(limit: float, record: RunRecord, last: CheckResult) -> str:
    """Return why a run that took too long has ended, and how far it came."""
    judged = sum(record.counts.values())
    return (
        f"run.time-limit: the time limit of {limit:g} s has passed after {counted(judged, 'check')}, "
        f"the last {last.id}; --time-limit sets another"
    )


def _demand_pinned(manifest: Manifest) -> None:
    if manifest.corpus is not None:
        demand_corpus(manifest.corpus, where=str(manifest.path))


def _facades(manifest: Manifest, cases: Iterable[FacadeCase]) -> Iterator[FacadeCase]:
    # Composing them reads every declaration and every recorded call: not for an adapter that has no facades.
    if FACADE in manifest.capabilities:
        yield from (case for case in cases if is_asked(case, manifest))


def _facade_results(
    session: Session, cases: Iterator[FacadeCase], record: RunRecord, kept: KeptAnswers | None
) -> Iterator[CheckResult]:
    rounds = facade_rounds(cases, record.manifest, record.selection, kept)

    def each() -> Iterator[AnyPlan]:
        for plan in rounds.first():
            record.facade_cases += 1
            yield plan

    explained = not record.counts_only
    yield from _results(session, each(), explained=explained)
    yield from _results(session, rounds.second(), explained=explained)


def _results(session: Session, plans: Iterable[AnyPlan], *, explained: bool = True) -> Iterator[CheckResult]:
    """Yield results case by case; at no time are more cases open than the session asks for."""
    waiting: deque[AnyPlan] = deque()

    def calls() -> Iterator[Call]:
        for plan in plans:
            waiting.append(plan)
            yield from plan.calls

    collected: list[Answer] = []
    for answer in _answers(session, calls()):
        yield from _without_calls(waiting)
        collected.append(answer)
        if len(collected) == len(waiting[0].calls):
            yield from _judged(waiting.popleft(), collected, explained=explained)
            collected = []
    yield from _without_calls(waiting)


def _answers(session: Session, calls: Iterator[Call]) -> Iterator[Answer]:
    if isinstance(session, ServeSession):
        return session.answers(calls)
    return map(Answer, session.responses(calls))


def _judged(plan: AnyPlan, answers: Sequence[Answer], *, explained: bool = True) -> list[CheckResult]:
    if isinstance(plan, CasePlan | FacadePlan):
        return plan.judge([read(answer) for answer in answers], explained=explained)
    return plan.judge_answers(answers)


def _without_calls(waiting: deque[AnyPlan]) -> Iterator[CheckResult]:
    while waiting and not waiting[0].calls:
        yield from _judged(waiting.popleft(), ())


def _look_for_stale_entries(record: RunRecord, known: KnownFailures) -> None:
    # A part of the corpus, or of a run, cannot tell that an entry is about nothing.
    if record.selection.is_whole_but_for_shard and not record.interrupted and not record.stopped:
        judged = record.selection.capabilities
        unmet = [entry for entry in known.unmet() if not judged or _is_about(entry.check, judged)]
        between = _about_unasked([entry for entry in known.unseen() if entry in unmet], record.manifest)
        left = [entry for entry in unmet if entry not in between]
        # Another shard may meet what this one did not: who combines them can tell.
        if record.selection.shard is None:
            record.stale_entries = left
        else:
            record.unmet_entries = left


def _about_unasked(entries: list[Entry], manifest: Manifest) -> list[Entry]:
    """Return the entries about payloads between the first and the newest version of their shape.

    A run of all cases does not ask about these, so it cannot tell that such an entry is about nothing.
    """
    found: list[Entry] = []
    rules = pack_of(manifest)
    for case in iter_cases() if entries else ():
        plan = None if case.is_asked else plan_case(case._replace(is_asked=True), manifest, rules)
        for name in plan.names if plan is not None else ():
            found += [entry for entry in entries if entry not in found and entry.is_about(f"{case.id}::{name}")]
    return found


def _is_about(check: str, judged: Collection[str]) -> bool:
    name = check.rpartition("::")[2]
    return name in judged or split_name(name)[0] in judged
