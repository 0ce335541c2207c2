"""Releases of a program with the day each came out: `platforms/<p>/releases.json`, which the lab reads from a registry.

A registry may be a mirror, whose date of a release is the day on which somebody first asked for it there. Such a date
is the latest possible one, and a newer release of the same series that has an earlier date makes it earlier.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from hookconform.corpus.case_files import write_text
from hookconform.corpus.claims import Platform
from hookconform.corpus.documents import check_document
from hookconform.corpus.locate import corpus_root
from hookconform.ground.errors import HookconformError, reason
from hookconform.ground.versions import at_least, in_order, is_next, is_prerelease, series

FILE = "releases.json"
PUBLISHED = "published"
LATEST_POSSIBLE = "latest-possible"


class ReleaseDate(NamedTuple):
    """The day on which a version came out (ISO 8601), or the latest on which it can have."""

    day: str
    is_exact: bool

    def __str__(self) -> str:
        """Return the day as a reader is told it."""
        return self.day if self.is_exact else f"by {self.day}"


@dataclass(frozen=True)
class Releases:
    """What a registry listed of one package on the day `read`; `listed` has a date for each version, or none.

    `kind` says what these dates are (`PUBLISHED`, `LATEST_POSSIBLE`). `unrecordable` says why a release cannot be
    recorded, by version, where that was tried.
    """

    package: str
    registry: str
    read: str
    kind: str
    listed: Mapping[str, str | None]
    unrecordable: Mapping[str, str] = field(default_factory=dict[str, str])

    @cached_property
    def known(self) -> tuple[str, ...]:
        """Return every version that the registry lists, oldest first."""
        return tuple(in_order(self.listed))

    @cached_property
    def newest(self) -> str:
        """Return the newest release that the registry lists; a pre-release only if there is nothing else."""
        return next((version for version in reversed(self.known) if not is_prerelease(version)), self.known[-1])

    def date_of(self, version: str, stated: Mapping[str, str] | None = None) -> ReleaseDate | None:
        """Return the day of a version, also of one that the registry has no longer; None if nothing bounds it.

        `stated` are days that documents state, by version; they are exact.
        """
        by_document = stated or {}
        if version in by_document:
            return ReleaseDate(by_document[version], is_exact=True)
        own = self.listed.get(version)
        if own is not None and self.kind == PUBLISHED:
            return ReleaseDate(own, is_exact=True)
        days = [own] if own is not None else []
        # Pre-releases follow no order of time: that of the next version comes before a fix of this one.
        days += [
            day
            for newer, day in (*self.listed.items(), *by_document.items())
            if day is not None and series(newer) == series(version)
            if at_least(newer, version) and not is_prerelease(newer)
        ]
        return ReleaseDate(min(days), is_exact=False) if days else None

    def between(self, older: str, newer: str) -> list[str]:
        """Return the releases listed between two versions, without both and without pre-releases, oldest first."""
        return [
            version
            for version in self.known
            if not at_least(older, version) and not at_least(version, newer) and not is_prerelease(version)
        ]

    def none_between(self, older: str, newer: str) -> bool:
        """Tell whether it is known that no release lies between two: a mirror may lack one, so numbers must say it."""
        return not self.between(older, newer) and (self.kind == PUBLISHED or is_next(older, newer))

    def as_json(self) -> dict[str, Any]:
        """Return the content of the file: versions in order, so that a new release is one new line."""
        return {
            "$schema": "../../schema/releases.schema.json",
            "package": self.package,
            "registry": self.registry,
            "read": self.read,
            "dates": self.kind,
            "releases": {version: self.listed[version] for version in self.known},
            **({"unrecordable": dict(self.unrecordable)} if self.unrecordable else {}),
        }


def releases_path(platform: str, root: Path | None = None) -> Path:
    """Return where the releases of a platform are filed."""
    return (root or corpus_root()) / "platforms" / platform / FILE


def write_releases(platform: str, releases: Releases, root: Path) -> None:
    """File the releases of a platform; raises `HookconformError` (`file.unwritable`)."""
    write_text(releases_path(platform, root), json.dumps(releases.as_json(), indent=1) + "\n")


def load_releases(platform: str, root: Path | None = None) -> Releases | None:
    """Return the releases of a platform, None if nobody read them.

    Raises `HookconformError` (`releases.unreadable`, `schema.releases`).
    """
    base = root or corpus_root()
    path = releases_path(platform, base)
    try:
        return _read(path, path.stat().st_mtime_ns, base)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as error:
        raise HookconformError(
            "releases.unreadable",
            f"The list of releases cannot be read: {reason(error)}.",
            where=str(path),
            hint="Restore the file from version control, or write it anew with `hookconform lab versions --write`.",
        ) from error


@cache
def _read(path: Path, changed: int, root: Path) -> Releases:
    del changed
    raw: dict[str, Any] = json.loads(path.read_bytes())
    check_document(raw, "releases", where=str(path), root=root, is_json=True)
    unrecordable: dict[str, str] = raw.get("unrecordable", {})
    return Releases(raw["package"], raw["registry"], raw["read"], raw["dates"], raw["releases"], unrecordable)


def release_date(platform: Platform, version: str) -> ReleaseDate | None:
    """Return the day on which a version of a platform came out, None if nobody knows; raises as `load_releases`.

    A day that platform.yaml states counts before the registry's.
    """
    stated = {release.version: release.date for release in platform.releases if release.date}
    known = load_releases(platform.id, platform.root)
    if known is not None:
        return known.date_of(version, stated)
    return ReleaseDate(stated[version], is_exact=True) if version in stated else None
