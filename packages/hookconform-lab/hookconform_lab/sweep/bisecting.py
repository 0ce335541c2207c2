"""Bisection over releases: between which two neighbours a behaviour changed.

Only releases between two that differ are looked at. A behaviour that changed and changed back between two that agree is
not found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from hookconform_lab.sweep.subjects import Value, differing


@dataclass(frozen=True, slots=True)
class Step:
    """One release as it was looked at: its `value`, or, if that is None, why it has none."""

    value: Value | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """What changed between `older` and `newer`, and how; `between` are releases that say nothing, with the reasons.

    It is exact if there are none: the two are neighbours.
    """

    older: str
    newer: str
    names: tuple[str, ...]
    before: Value
    after: Value
    between: tuple[tuple[str, str], ...] = ()

    @property
    def is_exact(self) -> bool:
        """Tell whether no release lies between."""
        return not self.between


class Bisection:
    """Looks at as few `releases`, oldest first, as it can; `look` is asked once for each that matters."""

    def __init__(self, releases: Sequence[str], look: Callable[[str], Step]) -> None:
        self._releases = releases
        self._look = look
        self._seen: dict[str, Step] = {}

    @property
    def looked_at(self) -> int:
        """Return how many releases were looked at."""
        return len(self._seen)

    def changes(self, known: Sequence[str]) -> list[Change]:
        """Return all changes between neighbours of `known`, oldest first; those that say nothing are passed over."""
        shown = [version for version in known if self.value(version) is not None]
        return [change for older, newer in pairwise(shown) for change in self._between(older, newer)]

    def value(self, version: str) -> Value | None:
        """Return what a release shows, None if it says nothing; it is looked at if it was not yet."""
        return self._step(version).value

    def why(self, version: str) -> str:
        """Return why a release says nothing."""
        return self._step(version).why

    def _between(self, older: str, newer: str) -> Iterator[Change]:
        before, after = self._value(older), self._value(newer)
        names = differing(before, after)
        if not names:
            return
        first, last = self._releases.index(older), self._releases.index(newer)
        inner = self._releases[first + 1 : last]
        middle = self._middle(inner)
        if middle is None:
            between = tuple((version, self._step(version).why) for version in inner)
            yield Change(older, newer, tuple(names), before, after, between)
            return
        yield from self._between(older, middle)
        yield from self._between(middle, newer)

    def _middle(self, inner: Sequence[str]) -> str | None:
        """Return the release nearest to the middle that shows anything, None if none does."""
        centre = (len(inner) - 1) / 2
        for place in sorted(range(len(inner)), key=lambda index: abs(index - centre)):
            if self._step(inner[place]).value is not None:
                return inner[place]
        return None

    def _step(self, version: str) -> Step:
        if version not in self._seen:
            self._seen[version] = self._look(version)
        return self._seen[version]

    def _value(self, version: str) -> Value:
        value = self._step(version).value
        return {} if value is None else value
