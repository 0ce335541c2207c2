"""Measuring one target: which mutants are judged, by how many processes, and what comes of it."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field, replace
from multiprocessing import get_context

from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import meant
from hookconform.ground.plain_text import counted
from hookconform.ground.throw_away import throw_away
from hookconform_lab.mutation import by_suite, by_tests
from hookconform_lab.mutation.faults import Fault
from hookconform_lab.mutation.listed import FILE, Entry, check_entries, verdicts_of
from hookconform_lab.mutation.mutants import Mutant, mutants_of
from hookconform_lab.mutation.targets import Target
from hookconform_lab.mutation.verdict import Verdict

# Seconds that the tests of a room may take without a fault.
_WITHOUT_A_FAULT = 3600.0
# How often as long as without a fault the tests of a room may take.
_TIMES = 3
Listener = Callable[[Mutant, Verdict], None]


def _to_nobody(_: str) -> None:
    """Say nothing."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a target's mutants: of one kind, in files that end so; empty means all."""

    kind: str = ""
    file: str = ""

    def has(self, mutant: Mutant) -> bool:
        """Tell whether a mutant belongs to it."""
        return self.kind in {"", mutant.kind} and mutant.file.endswith(self.file)


WHOLE = Part()


@dataclass(slots=True)
class Measured:
    """What was measured of a target: `mutants` there are, `left_out` by what the list says, and the judged ones.

    `caught` counts those that ran out of time, too. `kinds` are judged and caught by kind of fault.
    """

    target: str
    seed: int
    sample: int
    mutants: int = 0
    left_out: dict[str, int] = field(default_factory=dict[str, int])
    judged: int = 0
    caught: int = 0
    timed_out: int = 0
    survived: list[Mutant] = field(default_factory=list[Mutant])
    kinds: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])

    def add(self, mutant: Mutant, verdict: Verdict) -> None:
        """Count one verdict."""
        self.judged += 1
        self.caught += verdict.outcome != "survived"
        self.timed_out += verdict.outcome == "timed-out"
        judged, caught = self.kinds.get(mutant.kind, (0, 0))
        self.kinds[mutant.kind] = judged + 1, caught + (verdict.outcome != "survived")
        if verdict.outcome == "survived":
            self.survived.append(mutant)


def measure(  # noqa: PLR0913 (what is judged, how much of it, and who hears of it)
    target: Target,
    entries: Sequence[Entry],
    *,
    seed: int,
    sample: int,
    jobs: int,
    listener: Listener,
    part: Part = WHOLE,
    say: Callable[[str], None] = _to_nobody,
) -> Measured:
    """Judge `sample` mutants of a target, or of a part of it, chosen by `seed`; 0: all of them.

    `listener` hears of each as it is judged, `say` what is under way. Interrupted, no further ones are begun and
    `KeyboardInterrupt` is raised when those under way have ended. Raises `HookconformError` (`strength.red`,
    `strength.stale`, `strength.twice`, `strength.part`, `strength.nothing`, `strength.sample`, `strength.source`).
    """
    say("looking for faults to put in")
    whole = list(mutants_of(target.folder, target.files))
    check_entries(entries, whole, frozenset(target.files))
    there = [mutant for mutant in whole if part.has(mutant)]
    if not there:
        raise _no_such_part(target, whole, part)
    said = verdicts_of(there, entries)
    asked = [mutant for mutant, verdict in zip(there, said, strict=True) if not verdict]
    if not asked:
        raise HookconformError(
            "strength.nothing",
            "The list leaves out all mutants that are asked for.",
            where=str(FILE),
            hint="Ask for others.",
        )
    if sample > len(asked):
        raise HookconformError(
            "strength.sample",
            f"The sample has {counted(sample, 'mutant')}, and there are {len(asked):,} to judge.",
            where=target.name,
            hint="Give a smaller --sample, or --whole.",
        )
    say("judging a copy without a fault")
    target = check_unharmed(target)
    left_out = {verdict: said.count(verdict) for verdict in sorted(set(said)) if verdict}
    measured = Measured(target.name, seed, sample, len(there), left_out)
    chosen = asked if not sample else random.Random(seed).sample(asked, sample)  # noqa: S311 (to be repeated)
    say(f"0 of {counted(len(chosen), 'mutant')} judged")
    for mutant, verdict in _judged(target, chosen, jobs):
        measured.add(mutant, verdict)
        listener(mutant, verdict)
        say(f"{measured.judged:,} of {counted(len(chosen), 'mutant')} judged, {len(measured.survived):,} survived")
    measured.survived.sort(key=lambda mutant: (mutant.file, mutant.number))
    return measured


def _no_such_part(target: Target, whole: Sequence[Mutant], part: Part) -> HookconformError:
    kinds = sorted({mutant.kind for mutant in whole})
    if part.kind and part.kind not in kinds:
        return HookconformError("strength.part", f"There is no kind {part.kind!r}.", hint=meant(part.kind, kinds))
    files = sorted({mutant.file for mutant in whole})
    if not any(name.endswith(part.file) for name in files):
        what = f"{target.name} has no file {part.file!r}."
        return HookconformError("strength.part", what, hint=meant(part.file, files))
    what = f"There is no fault of the kind {part.kind} in {part.file}."
    return HookconformError("strength.part", what, hint="Leave --kind or --file out.")


def check_unharmed(target: Target) -> Target:
    """Return the target with what a copy without a fault tells: how long its tests may take, and which are slow.

    Raises `HookconformError` (`strength.red`) unless it passes and one that cannot be loaded is noticed: else nothing
    is measured.
    """
    starts, slow = time.monotonic(), frozenset[str]()
    with throw_away("hookconform-strength-") as folder:
        if target.tests:
            by_tests.copied(folder)
            whole, slow = by_tests.unharmed(replace(target, longest=_WITHOUT_A_FAULT), folder)
        else:
            by_suite.copied(target, folder)
            whole = by_suite.verdict_of(folder, target)
    # A fault that makes nothing slower may not be counted for a busy machine.
    target = replace(target, longest=max(target.longest, _TIMES * (time.monotonic() - starts)), slow=slow)
    fault = Fault("control", 0, 0, "raise RuntimeError('a fault nobody can miss')\n")
    broken = Mutant(target.files[0], -1, 1, fault.kind, "", "", "", "", fault)
    noticed = judge(target, broken)
    if whole.outcome != "survived" or noticed.outcome == "survived":
        what = f"A copy without a fault is red: {whole.by}."
        if whole.outcome == "survived":
            what = "A copy that cannot be loaded stays green."
        raise HookconformError(
            "strength.red",
            what,
            where=target.name,
            hint="Nothing can be measured like that; run the suite, or the tests, on the checkout itself first.",
        )
    return target


def judge(target: Target, mutant: Mutant) -> Verdict:
    """Return what the target's judge says of one mutant."""
    return by_tests.judge(target, mutant) if target.tests else by_suite.judge(target, mutant)


def _judged(target: Target, chosen: Sequence[Mutant], jobs: int) -> Iterator[tuple[Mutant, Verdict]]:
    if jobs == 1:
        yield from ((mutant, judge(target, mutant)) for mutant in chosen)
        return
    # Fresh interpreters, so that none has what this one holds open; an interruption is this process's to answer.
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_ignore_interruptions)
    waiting = list(chosen)
    running: dict[Future[Verdict], Mutant] = {}
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                mutant = waiting.pop(0)
                running[pool.submit(judge, target, mutant)] = mutant
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            yield from ((running.pop(future), future.result()) for future in done)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _ignore_interruptions() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
