"""The suite as the judge of an adapter: the first red check is enough, and nothing else is asked."""

from __future__ import annotations

import random
import shutil
import time
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

from hookconform.attach.manifest import Manifest
from hookconform.attach.registry import find_adapter
from hookconform.cases.loading import iter_cases
from hookconform.checks.outcome import RED, CheckResult, Outcome
from hookconform.corpus.cases import Case
from hookconform.corpus.facade_case import FACADE, FacadeCase
from hookconform.corpus.facade_cases import facade_cases
from hookconform.ground.errors import HookconformError
from hookconform.ground.throw_away import throw_away
from hookconform.run.engine import Listener, run
from hookconform.run.record import INTERRUPTED, RunRecord, Status
from hookconform.run.selection import Selection
from hookconform_lab.mutation.mutants import Mutant
from hookconform_lab.mutation.reach import platforms_reached
from hookconform_lab.mutation.targets import Target
from hookconform_lab.mutation.verdict import Verdict

_ADAPTERS = "hook_adapters"
# Seconds for one answer, and for one mutant as a whole.
_DEADLINE = 5.0
_LONGEST = 180.0
_NO_ANSWER = "no answer within"


class _EnoughError(Exception):
    """A red check ends the run: the mutant is caught."""

    def __init__(self, result: CheckResult | None) -> None:
        super().__init__()
        self.result = result


def judge(target: Target, mutant: Mutant) -> Verdict:
    """Return what the suite says of the reference adapter with this fault in a copy of it."""
    with throw_away("hookconform-strength-") as folder:
        copied(target, folder)
        (folder / mutant.file).write_text(mutant.source, encoding="utf-8")
        return verdict_of(folder, target, mutant.file)


def copied(target: Target, folder: Path) -> None:
    """Copy the package of a target into a folder, without what an interpreter has left there."""
    leave = shutil.ignore_patterns("__pycache__")
    package = Path(target.files[0]).parts[0]
    shutil.copytree(target.folder / package, folder / package, ignore=leave)


def verdict_of(folder: Path, target: Target, changed: str = "") -> Verdict:
    """Return what the suite says of the reference adapter that lies in a folder; it begins with what a file serves.

    Whatever comes first, a green verdict is that of all cases.
    """
    manifest = find_adapter("reference")
    assert manifest.run is not None  # noqa: S101 (the reference is a Python adapter)
    manifest = replace(manifest, run=replace(manifest.run, path=str(folder)))
    ends = time.monotonic() + _LONGEST

    def listener(result: CheckResult) -> None:
        if result.outcome in RED:
            raise _EnoughError(result)
        if time.monotonic() > ends:
            raise _EnoughError(None)

    try:
        record = _run(manifest, target, changed, listener)
    except _EnoughError as enough:
        return _of(enough.result)
    except HookconformError as error:
        # It cannot even be attached.
        return Verdict("caught", error.code)
    if record.interrupted == INTERRUPTED:
        raise KeyboardInterrupt
    return Verdict("survived") if record.status is Status.PASSED else Verdict("caught", record.verdict)


def _run(manifest: Manifest, target: Target, changed: str, listener: Listener) -> RunRecord:
    if target.capability == FACADE:
        provider = Path(changed).stem
        # What a provider's table or declaration says is asked under its name.
        facades = sorted(_facade_cases(), key=lambda case: case.provider != provider)
        asked = Selection(capabilities=(FACADE,))
        return run(manifest, asked, cases=(), facades=facades, listener=listener, deadline=_DEADLINE)
    first = platforms_reached(target.folder / _ADAPTERS, changed, _platforms()) if changed else frozenset[str]()
    return run(manifest, Selection(), cases=cases_in_order(first), listener=listener, deadline=_DEADLINE)


def _of(result: CheckResult | None) -> Verdict:
    if result is None:
        return Verdict("timed-out", f"not done after {_LONGEST:.0f} s")
    is_late = result.outcome is Outcome.ERROR and _NO_ANSWER in result.message
    return Verdict("timed-out" if is_late else "caught", result.id)


@cache
def _facade_cases() -> tuple[FacadeCase, ...]:
    return tuple(facade_cases())


@cache
def _platforms() -> frozenset[str]:
    return frozenset(case.platform for case in _in_useful_order())


@cache
def cases_in_order(first: frozenset[str]) -> tuple[Case, ...]:
    """Return all cases, those of the platforms that the fault is about before the others."""
    return tuple(sorted(_in_useful_order(), key=lambda case: case.platform not in first))


@cache
def _in_useful_order() -> tuple[Case, ...]:
    """Return all cases: what was written to tell right from wrong, then a first of each event and tool, then a second.

    Most faults are found by few cases; the sooner those come, the less is asked.
    """
    cases = list(iter_cases())
    random.Random(0).shuffle(cases)  # noqa: S311 (an order, not a secret)
    before: Counter[tuple[str, str, str | None]] = Counter()
    turns: dict[str, int] = {}
    for case in cases:
        said = case.expected
        about = (case.platform, said.native_event, said.platform_tool_name or said.tool_name)
        turns[case.id] = before[about]
        before[about] += 1
    return tuple(sorted(cases, key=lambda case: (case.is_captured, turns[case.id])))
