"""The suite as the judge of an adapter: the first red check is enough, and nothing else is asked."""

from __future__ import annotations

import random
import shutil
import time
from dataclasses import replace
from functools import cache
from pathlib import Path

from hookconform.attach.registry import find_adapter
from hookconform.checks.outcome import RED, CheckResult, Outcome
from hookconform.corpus.cases import Case, iter_cases
from hookconform.ground.errors import HookconformError
from hookconform.ground.throw_away import throw_away
from hookconform.run.engine import run
from hookconform.run.record import Status
from hookconform.run.selection import Selection
from hookconform.strength.mutants import Mutant
from hookconform.strength.targets import Target
from hookconform.strength.verdict import Verdict

_PACKAGE = "hook_adapters"
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
        return verdict_of(folder)


def copied(target: Target, folder: Path) -> None:
    """Copy the adapters' package into a folder, without what an interpreter has left there."""
    leave = shutil.ignore_patterns("__pycache__")
    shutil.copytree(target.folder / _PACKAGE, folder / _PACKAGE, ignore=leave)


def verdict_of(folder: Path) -> Verdict:
    """Return what the suite says of the reference adapter that lies in a folder."""
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
        record = run(manifest, Selection(), cases=_cases(), listener=listener, deadline=_DEADLINE)
    except _EnoughError as enough:
        return _of(enough.result)
    except HookconformError as error:
        # It cannot even be attached.
        return Verdict("caught", error.code)
    if record.interrupted == "interrupted":
        raise KeyboardInterrupt
    return Verdict("survived") if record.status is Status.PASSED else Verdict("caught", record.verdict)


def _of(result: CheckResult | None) -> Verdict:
    if result is None:
        return Verdict("timed-out", f"not done after {_LONGEST:.0f} s")
    is_late = result.outcome is Outcome.ERROR and _NO_ANSWER in result.message
    return Verdict("timed-out" if is_late else "caught", result.id)


@cache
def _cases() -> tuple[Case, ...]:
    """Return all cases, those first that are written to tell right from wrong; most faults are found by few."""
    cases = list(iter_cases())
    random.Random(0).shuffle(cases)  # noqa: S311 (an order, not a secret)
    return tuple(sorted(cases, key=lambda case: case.is_captured))
