"""Changes of behaviour between two measured versions; what happens between the two nobody knows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from hookconform.effects.rows import Row
from hookconform.ground.versions import at_least

_VERSION = re.compile(r"[0-9]+(\.[0-9]+)+")


class Change(NamedTuple):
    """A change that rows show: not yet at `until`, there at `since`, both measured and neighbours.

    `until` is empty where no older version has rows; then `seen` says where the older behaviour was seen instead.
    """

    until: str
    since: str
    seen: str = ""

    def at(self, version: str) -> bool:
        """Tell whether a measured version has the change; of others `effects.effect` asks for both neighbours."""
        return at_least(version, self.since)


def changes_of(module: object) -> dict[str, Change]:
    """Return the changes that a platform's model names, by constant."""
    return {name: value for name, value in vars(module).items() if isinstance(value, Change)}


def stray_versions(module: object) -> Iterator[str]:
    """Yield what a model compares versions by besides changes: a sampled version that looks exact."""
    for name, value in vars(module).items():
        if isinstance(value, str) and _VERSION.fullmatch(value):
            yield f"{name}: {value} looks exact; say with `Change` between which measured versions it lies"
        elif getattr(value, "__module__", "") == at_least.__module__:
            yield f"{name}: versions are compared by `Change.at` alone"


def unproved(changes: Mapping[str, Change], rows: Mapping[str, Sequence[Row]]) -> Iterator[str]:
    """Yield each change that the rows on its two sides do not show; `rows` are by version, oldest version first."""
    neighbours = set(pairwise(rows))
    for name, change in changes.items():
        if not change.until and change.seen:
            if change.since != next(iter(rows), None):
                yield f"{name}: {change.since} is not the oldest measured version, so rows must show what was before"
        elif (change.until, change.since) not in neighbours:
            yield f"{name}: {change.until or 'nothing'} and {change.since} are no neighbouring measured versions"
        elif not _differ(rows[change.until], rows[change.since]):
            yield f"{name}: no answer measured at both {change.until} and {change.since} had another effect there"


def _differ(older: Sequence[Row], newer: Sequence[Row]) -> bool:
    before = {row.id: row.effect for row in older}
    return any(row.id in before and before[row.id] != row.effect for row in newer)
