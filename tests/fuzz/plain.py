"""The plain engine: every execution follows from seed, target and number alone, so each can be repeated by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from tests.fuzz import seeds
from tests.fuzz.guard import Finding, watched
from tests.fuzz.targets import Target

# Calls are counted in every so many-th execution: counting takes half as long again.
_COUNTED = 4


@dataclass(frozen=True, slots=True)
class Found:
    """A finding and the execution that showed it."""

    target: str
    number: int
    text: str
    finding: Finding


def execute(target: Target, seed: int, number: int, *, count: bool = True) -> Found | None:
    """Do one execution."""
    random = Random(f"{seed} {target.name} {number}")
    payload = random.choice(seeds.payloads())
    text = target.text(payload, random)
    finding = watched(target, text, payload, random, count=count)
    return Found(target.name, number, text, finding) if finding else None


def run(target: Target, seed: int, executions: int, done: Callable[[], None]) -> Iterator[Found]:
    """Do executions from the first on; yields what was found, once a kind and place; calls `done` after each."""
    seen: set[tuple[str, str]] = set()
    for number in range(executions):
        found = execute(target, seed, number, count=number % _COUNTED == 0)
        done()
        if found and (found.finding.kind, found.finding.place) not in seen:
            seen.add((found.finding.kind, found.finding.place))
            yield found
