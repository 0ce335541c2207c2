"""How old the evidence of a platform is: for how long a release has been out that nobody recorded.

It is counted up to the day on which the registry was read. That day is filed: one corpus has the same age on any day.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from hookconform.corpus.claims import Platform
from hookconform.corpus.manifests import manifest_versions
from hookconform.corpus.releases import ReleaseDate, load_releases, release_date
from hookconform.ground.plain_text import counted
from hookconform.ground.versions import at_least, is_prerelease

# From so many days on, no grade is better than MEDIUM, and than LOW.
MEDIUM_FROM, LOW_FROM = 31, 181


class Age(NamedTuple):
    """The newest recorded version and the newest release, each with its day, as of the day `read`.

    `missed` are the releases since, oldest first, none if the newest is recorded. `days` passed since the first of them
    came out; where only its latest possible day is known, it may have been more. `unrecordable` says why some of them
    could not be recorded.
    """

    recorded: str
    recorded_day: ReleaseDate | None
    newest: str
    newest_day: ReleaseDate | None
    read: str
    missed: tuple[str, ...]
    days: int
    unrecordable: Mapping[str, str] = MappingProxyType({})

    @property
    def ceiling(self) -> str:
        """Return the best grade that evidence of this age can have."""
        if self.days >= LOW_FROM:
            return "LOW"
        return "MEDIUM" if self.days >= MEDIUM_FROM else "HIGH"

    @property
    def reason(self) -> str:
        """Return the age as a sentence."""
        newest = f"{self.newest}{_out(self.newest_day)}"
        if not self.missed:
            return f"The newest release known on {self.read} is recorded: {newest}."
        left = f"{counted(len(self.missed), 'newer release')} not recorded, the newest {newest}"
        text = f"{left}; the first was out for {counted(self.days, 'day')} on {self.read}"
        limit = LOW_FROM if self.ceiling == "LOW" else MEDIUM_FROM
        aged = f"{text}; from {limit} days on no grade is better than {self.ceiling}." if self.is_old else f"{text}."
        return " ".join([aged, *(f"{version} {why}." for version, why in self.unrecordable.items())])

    @property
    def is_old(self) -> bool:
        """Tell whether the age lowers grades."""
        return self.ceiling != "HIGH"

    def as_json(self) -> dict[str, Any]:
        """Return the age as the confidence report has it."""
        found: dict[str, Any] = {"recorded": self.recorded, "newest": self.newest, "read": self.read}
        for name, day in (("recorded_released", self.recorded_day), ("newest_released", self.newest_day)):
            if day is not None:
                found[name] = {"day": day.day, "exact": day.is_exact}
        if self.unrecordable:
            found["unrecordable"] = dict(self.unrecordable)
        return found | {"missed": len(self.missed), "days": self.days, "ceiling": self.ceiling}


def age_of(platform: Platform) -> Age | None:
    """Return the age of a platform's evidence, None if nothing was recorded or no releases are listed.

    Raises `HookconformError` as `load_releases`.
    """
    recorded = manifest_versions(platform.path.parent)
    releases = load_releases(platform.id, platform.root)
    if not recorded or releases is None:
        return None
    newest = recorded[-1]
    missed = [one for one in releases.known if not at_least(newest, one) and not is_prerelease(one)]
    first = release_date(platform, missed[0]) if missed else None
    days = 0 if first is None else (dt.date.fromisoformat(releases.read) - dt.date.fromisoformat(first.day)).days
    last = releases.newest if missed else newest
    return Age(
        newest,
        release_date(platform, newest),
        last,
        release_date(platform, last),
        releases.read,
        tuple(missed),
        max(days, 0),
        {version: why for version, why in releases.unrecordable.items() if version in missed},
    )


def _out(day: ReleaseDate | None) -> str:
    return "" if day is None else f", out {'on' if day.is_exact else ''} {day}".replace("  ", " ")
