"""Running the catalogue: which fault is seen on which platform, by which check."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from hookconform.attach.calls import Response
from hookconform.cases.loading import iter_cases
from hookconform.checks.facade.questions import Again, first_question, judged
from hookconform.checks.outcome import RED, Judgement
from hookconform.corpus.cases import Case
from hookconform.corpus.facade_case import FACADE, FacadeCase
from hookconform.corpus.facade_cases import facade_cases
from hookconform.ground.errors import HookconformError
from hookconform.run.engine import pack_of
from hookconform.run.plan import CasePlan, plan_case
from hookconform_lab.mutation.catalogue.entries import Misreading
from hookconform_lab.mutation.catalogue.faulty import Faulty
from hookconform_lab.mutation.catalogue.reference import Reference, hook_manifest, manifest

RIGHT = Misreading("right", "semantics", "", "nothing", ())
HOOK_PROGRAMS, FACADES = "hook-programs", "facades"
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Finding:
    """What became of a misreading on one platform.

    `checks` are the first red checks; `answers` counts the cases whose answer it changes. Without red checks and
    without a reason it was missed.
    """

    misreading: Misreading
    platform: str
    checks: tuple[str, ...]
    answers: int

    @property
    def reason(self) -> str:
        """Return why no case can see it here, empty if one should."""
        equivalent = self.misreading.equivalent
        return equivalent.get(self.platform, equivalent.get("all", ""))

    @property
    def is_caught(self) -> bool:
        """Tell whether a check is red."""
        return bool(self.checks)


def findings(
    entries: Sequence[Misreading], platforms: Iterable[str], say: Say, *, whole: bool = False
) -> Iterator[Finding]:
    """Yield what becomes of each misreading on each of its platforms; `whole`: name every red case, not the first."""
    for platform in platforms:
        asked = [entry for entry in entries if platform in entry.platforms]
        if asked:
            say(f"reading the cases of {platform}")
            # One at a time: the answers of a platform are kept while its faults are judged.
            yield from _of_platform(platform, asked, say, whole)


def _of_platform(platform: str, entries: Sequence[Misreading], say: Say, whole: bool) -> Iterator[Finding]:
    reference = Reference()
    cases = list(iter_cases(platforms=[platform]))
    plans: dict[str, list[CasePlan]] = {}
    right = Faulty(reference, RIGHT)
    for number, entry in enumerate(entries):
        say(f"{platform}: {number} of {len(entries)} misreadings")
        faulty = Faulty(reference, entry)
        if entry.kind == FACADES:
            yield _of_facades(entry, platform, faulty, whole)
            continue
        kind = HOOK_PROGRAMS if entry.kind == HOOK_PROGRAMS else ""
        if kind not in plans:
            plans[kind] = list(_plans(cases, kind))
            _check_right(right, plans[kind])
        yield _of_cases(entry, platform, faulty, plans[kind], whole)


def _plans(cases: Iterable[Case], kind: str) -> Iterator[CasePlan]:
    adapter = hook_manifest() if kind else manifest()
    rules = pack_of(adapter)
    for case in cases:
        plan = plan_case(case, adapter, rules)
        if plan is not None and plan.calls:
            yield plan


def _check_right(right: Faulty, plans: Iterable[CasePlan]) -> None:
    """Raise `HookconformError` (`catalogue.red`) unless the adapter without a fault is green."""
    for plan in plans:
        results = plan.judge([right.right(call) for call in plan.calls], explained=False)
        red = [result.id for result in results if result.outcome in RED]
        if red:
            raise HookconformError(
                "catalogue.red",
                "The adapter is red without a fault.",
                where=red[0],
                hint="Run `hookconform run reference` and `hookconform run reference-hook` first.",
            )


def _of_cases(entry: Misreading, platform: str, faulty: Faulty, plans: Iterable[CasePlan], whole: bool) -> Finding:
    checks: list[str] = []
    answers = 0
    methods = _methods(entry)
    for plan in plans:
        calls = [call for call in plan.calls if call.method in methods]
        if not calls:
            continue
        found, is_changed = _responses(plan, faulty, methods)
        answers += is_changed
        if is_changed:
            red = [one.id for one in plan.judge(found, explained=False) if one.outcome in RED]
            checks += red
        if checks and not whole:
            break
    return Finding(entry, platform, tuple(checks), answers)


_OF_MATCHING = frozenset({"pack", "matched", "matched-event", "matched-events"})
_OF_ANSWERS = frozenset({"verdict", "answer", "unsupported", "instead", "version"})


def _methods(entry: Misreading) -> frozenset[str]:
    """Return the methods whose answers a fault can change; events decide what is matched, too."""
    parts = frozenset(entry.change)
    if entry.kind == HOOK_PROGRAMS:
        return frozenset({"decide"})
    if parts <= _OF_MATCHING:
        return frozenset({"match"})
    return frozenset({"respond"}) if parts <= _OF_ANSWERS else frozenset({"canonicalize", "match"})


def _responses(plan: CasePlan, faulty: Faulty, methods: frozenset[str]) -> tuple[list[Response], bool]:
    found: list[Response] = []
    is_changed = False
    for call in plan.calls:
        right = faulty.right(call)
        response = faulty.response(call) if call.method in methods else right
        is_changed = is_changed or repr(response) != repr(right)
        found.append(response)
    return found, is_changed


def _of_facades(entry: Misreading, platform: str, faulty: Faulty, whole: bool) -> Finding:
    checks: list[str] = []
    answers = 0
    for case in _facade_cases():
        if case.platform != platform:
            continue
        response = faulty.response(first_question(case))
        found = judged(case, response)
        if isinstance(found, Again):
            found = found.judge([faulty.response(call) for call in found.calls])
        assert isinstance(found, Judgement)  # noqa: S101 (there is no third round)
        answers += 1
        if found.outcome in RED:
            checks.append(f"{case.id}::{FACADE}[{case.variant}]")
            if not whole:
                break
    return Finding(entry, platform, tuple(checks), answers)


@cache
def _facade_cases() -> tuple[FacadeCase, ...]:
    return tuple(facade_cases())
