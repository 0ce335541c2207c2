"""What recordings say of what they do not show.

A recording may have run some scenarios of the lab only, as those around the change of one name do. Something is missing
from it only if a scenario ran that shows it in the recordings next to this one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from hookconform.ground.versions import version_key

NONE: frozenset[str] = frozenset()


class Shown(NamedTuple):
    """Which scenarios showed what: `ran` are those of each recorded version, `places` by name and version."""

    ran: Mapping[str, Collection[str]]
    places: Mapping[str, Mapping[str, Collection[str]]]

    def has(self, version: str, *names: str) -> bool:
        """Tell whether a recording shows one of these."""
        return any(version in self.places.get(name, ()) for name in names)

    def lacks(self, version: str, *names: str) -> bool:
        """Tell whether the recording of a version has none of these, though it would show them."""
        return not self.has(version, *names) and self.would_show(version, self.ran.get(version, NONE), *names)

    def would_show(self, version: str, ran: Collection[str], *names: str) -> bool:
        """Tell whether these scenarios, run with a version, would show one of these if it were there.

        They do if the nearest older and the nearest newer recording that have it show it in one of them. Any run would
        show what no recording has.
        """
        return bool(ran) and all(any(one in ran for one in places) for places in self._beside(version, names))

    def is_whole(self, version: str) -> bool:
        """Tell whether it is known of everything that any recording shows, whether this version has it."""
        return version in self.ran and all(self.has(version, name) or self.lacks(version, name) for name in self.places)

    def under(self, names: Mapping[str, Mapping[str, Collection[str]]]) -> Shown:
        """Return the same under other names: those of each name by version. What has none there is left out."""
        places: dict[str, dict[str, frozenset[str]]] = {}
        for name, versions in self.places.items():
            for version, shown in versions.items():
                for other in names[version].get(name, ()):
                    there = places.setdefault(other, {})
                    there[version] = there.get(version, NONE).union(shown)
        return Shown(self.ran, places)

    def _beside(self, version: str, names: Collection[str]) -> list[frozenset[str]]:
        """Return the scenarios that show one of these in the nearest older, and in the nearest newer recording."""
        shown: dict[str, frozenset[str]] = {}
        for name in names:
            for one, places in self.places.get(name, {}).items():
                shown[one] = shown.get(one, NONE).union(places)
        mine = version_key(version)
        older = max((one for one in shown if version_key(one) < mine), key=version_key, default=None)
        newer = min((one for one in shown if version_key(one) > mine), key=version_key, default=None)
        return [shown[one] for one in (older, newer) if one is not None]


def shown_by(recordings: Mapping[str, Mapping[str, Collection[str]]]) -> Shown:
    """Return what recordings show; each has the scenarios that showed a thing, by its name."""
    places: dict[str, dict[str, Collection[str]]] = {}
    for version, found in recordings.items():
        for name, scenarios in found.items():
            places.setdefault(name, {})[version] = scenarios
    return Shown({version: NONE.union(*found.values()) for version, found in recordings.items()}, places)
