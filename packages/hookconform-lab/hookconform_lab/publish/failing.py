"""Fails open or closed: what a platform does with a tool call whose hook fails, and at which versions that changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from hookconform.effects.rows import Row, load_rows, measured_versions
from hookconform_lab.publish.stopping import Stopping

_OPEN, _CLOSED = "tool runs", "stopped"
# By the ids that rows of all platforms have for them, behind the event.
FAILURES = {
    "exit1-stderr": "it crashes (exit code 1)",
    "exit127-stderr": "its program is not found (exit code 127)",
    "late-nothing": "it does not answer in time",
    "broken-json": "its output is not valid JSON",
    "exit2-stderr": "exit code 2 with a reason",
    "exit2-silent": "exit code 2, nothing printed",
}


@dataclass(frozen=True, slots=True)
class Stretch:
    """Neighbouring measured versions at which a failure did the same; `since` was measured, as was the one before."""

    since: str
    until: str
    is_stopped: bool

    @property
    def words(self) -> str:
        """Return what happens."""
        return _CLOSED if self.is_stopped else _OPEN


@dataclass(frozen=True, slots=True)
class FailingPlace:
    """One event at which a platform asks a hook before a tool: for each failure what was measured, oldest first."""

    platform: str
    name: str
    event: str
    failures: dict[str, tuple[Stretch, ...]]

    @property
    def changes(self) -> Iterator[str]:
        """Yield a sentence for each change between two measured versions."""
        for failure, stretches in self.failures.items():
            for before, after in pairwise(stretches):
                yield f"{FAILURES[failure]}: {before.words} at {before.until}, {after.words} at {after.since}"


def failing(compared: Stopping) -> tuple[FailingPlace, ...]:
    """Return the places of a comparison whose hooks are commands; errors as `load_rows`."""
    return tuple(_place(column.platform, column.registered_event, column.heading) for column in compared.columns)


def _place(platform: str, event: str, heading: str) -> FailingPlace:
    rows = {version: _rows(platform, version, event) for version in measured_versions(platform)}
    failures = {name: stretches for name in FAILURES if (stretches := _stretches(name, rows))}
    return FailingPlace(platform, heading, event, failures)


def _rows(platform: str, version: str, event: str) -> dict[str, Row]:
    mine = (row for row in load_rows(platform, version) if row.registered_event == event and row.approval == "granted")
    return {row.id.rpartition("/")[2]: row for row in mine if row.tool == "Bash" and row.answer.plugin is None}


def _stretches(name: str, rows: dict[str, dict[str, Row]]) -> tuple[Stretch, ...]:
    found: list[Stretch] = []
    for version, mine in rows.items():
        if name not in mine:
            continue
        is_stopped = mine[name].effect.tool == "stopped"
        if found and found[-1].is_stopped == is_stopped:
            found[-1] = Stretch(found[-1].since, version, is_stopped)
        else:
            found.append(Stretch(version, version, is_stopped))
    return tuple(found)


def fail_open(places: Sequence[FailingPlace], failure: str) -> tuple[str, ...]:
    """Return the names of the places where the tool runs at the newest measured version."""
    return tuple(
        place.name for place in places if failure in place.failures and not place.failures[failure][-1].is_stopped
    )


def measured_places(places: Sequence[FailingPlace], failure: str) -> int:
    """Return at how many places a failure was measured."""
    return sum(failure in place.failures for place in places)
