"""Which units there are, and which of them the store lacks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from hookconform.ground.errors import HookconformError
from hookconform_lab.lab.driver import Driver
from hookconform_lab.lab.drivers import driven_platforms, load_driver
from hookconform_lab.sweep.keys import UnitKey, unit_key
from hookconform_lab.sweep.registry import Release, release_of, releases, with_integrity
from hookconform_lab.sweep.store import Store, Tombstone

_SHARD = re.compile(r"([0-9]{1,6})/([0-9]{1,6})")
MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Choice:
    """Which releases are planned: since a date, the last so many of each platform, one of `shards` parts."""

    since: str = ""
    last: int | None = None
    shard: tuple[int, int] = (1, 1)
    prereleases: bool = False
    escapes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Planned:
    """One unit; `state` is `recorded`, `tombstone` or `missing`."""

    key: UnitKey
    release: Release
    state: str

    @property
    def target(self) -> str:
        """Return the argument that names it to `sweep run`."""
        return f"{self.key.platform}@{self.release.version}"

    def as_json(self) -> dict[str, Any]:
        """Return the unit as a row of the plan."""
        return {
            "key": self.key.name,
            "platform": self.key.platform,
            "version": self.release.version,
            "published": self.release.published,
            "state": self.state,
        }


def parse_shard(text: str) -> tuple[int, int]:
    """Return part and number of parts of `I/N`; raises `HookconformError` (`sweep.shard`)."""
    found = _SHARD.fullmatch(text)
    part, parts = (int(found[1]), int(found[2])) if found else (0, 0)
    if not 1 <= part <= parts:
        raise HookconformError(
            "sweep.shard", f"{text!r} is no part of a plan.", hint="Write I/N with I from 1 to N: 1/4, 2/4, 3/4, 4/4."
        )
    return part, parts


def plan(platforms: Iterable[str], choice: Choice, store: Store) -> Iterator[Planned]:
    """Yield the units of some platforms, of all that the lab can run if none is named; oldest release first.

    A unit belongs to the same part for ever: its key decides. Raises what `releases` and `with_integrity` raise.
    """
    for platform in tuple(dict.fromkeys(platforms)) or driven_platforms():
        driver = load_driver(platform)
        for release in with_integrity(driver, _chosen(driver, choice)):
            key = unit_key(driver, release, choice.escapes)
            part, parts = choice.shard
            if int(key.name, 16) % parts == part - 1:
                yield Planned(key, release, store.holds(key) or MISSING)


def _chosen(driver: Driver, choice: Choice) -> list[Release]:
    # A release without a date may be young: it is not left out.
    found = [
        release
        for release in releases(driver, prereleases=choice.prereleases)
        if not release.published or release.published >= choice.since
    ]
    return found if choice.last is None else found[max(0, len(found) - choice.last) :]


def dated_release(driver: Driver, version: str) -> Release:
    """Return a release with date and hash, whether the registry lists it or not."""
    dated = {release.version: release for release in releases(driver, prereleases=True)}
    if version in dated:
        return with_integrity(driver, [dated[version]])[0]
    return release_of(driver, version)


def find_unit(target: str, store: Store, choice: Choice) -> tuple[Driver, Release]:
    """Return driver and release of a key, or of PLATFORM@VERSION.

    A key says nothing by itself: the plans of all platforms are searched for it. Raises `HookconformError`
    (`sweep.key`) and what `plan` raises.
    """
    platform, at, version = target.partition("@")
    if at:
        driver = load_driver(platform)
        return driver, dated_release(driver, version)
    for planned in plan((), choice, store):
        if planned.key.name == target:
            return load_driver(planned.key.platform), planned.release
    raise HookconformError(
        "sweep.key",
        f"No release has a unit with the key {target!r}.",
        hint="`hookconform lab sweep plan` lists the keys; a changed instrument changes them.",
    )


def summary(store: Store) -> dict[str, Counter[str]]:
    """Return how many units of each kind the store has, by platform; errors as `Store.everything`."""
    found: dict[str, Counter[str]] = {}
    for unit in store.everything():
        kind = unit.reason if isinstance(unit, Tombstone) else "complete" if unit.unit["complete"] else "in part"
        found.setdefault(unit.platform, Counter())[kind] += 1
    return found
