"""Names of the tools and hook events that a released program can register: `platforms/<p>/names/`.

`patterns.yaml` says how they are read from the program's files; `<version>.yaml` holds what was found there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hookconform.corpus.claims import Platform
from hookconform.corpus.documents import check_document, load_document
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.version_files import filed_versions, read_document
from hookconform.ground.packed import is_held
from hookconform.ground.versions import at_least

FOLDER, PATTERNS = "names", "patterns.yaml"
KINDS = ("tool", "event")


@dataclass(frozen=True, slots=True)
class Pattern:
    """One way to find names of a kind: the files, the part of each that counts, and the name within it.

    `words` instead of `pattern`: the part consists of these names. `archive`, `member`: a file of a gzipped tar that
    stands within the file behind the archive's name. In releases before `since` or after `until` it may find nothing.
    """

    kind: str
    file: str
    pattern: str = ""
    within: str = ""
    words: tuple[str, ...] = ()
    archive: str = ""
    member: str = ""
    since: str = ""
    until: str = ""

    def holds_at(self, version: str) -> bool:
        """Tell whether it must find something in a version's files."""
        is_newer = bool(self.until) and not at_least(self.until, version)
        return not is_newer and (not self.since or at_least(version, self.since))


@dataclass(frozen=True, slots=True)
class NamePatterns:
    """How one platform's names are read; `called` maps a name in the program to the one that hooks are told.

    `leaves_out` maps names that a pattern finds, and that nobody can register, to the reason; `not_extracted` maps
    kinds that no pattern finds to the reason.
    """

    patterns: tuple[Pattern, ...]
    called: dict[str, str]
    leaves_out: dict[str, str]
    not_extracted: dict[str, str]


@dataclass(frozen=True, slots=True)
class RegisteredNames:
    """The names that one version can register, sorted, by kind; None where they cannot be read."""

    platform: str
    version: str
    date: str
    tools: tuple[str, ...] | None
    events: tuple[str, ...] | None

    def of_kind(self, kind: str) -> tuple[str, ...] | None:
        """Return the tools or the events."""
        return self.tools if kind == "tool" else self.events

    def as_yaml(self) -> dict[str, Any]:
        """Return the content of the file."""
        lists = {"tools": self.tools, "events": self.events}
        found = {key: list(names) for key, names in lists.items() if names is not None}
        return {"platform": self.platform, "version": self.version, "date": self.date, **found}


def load_patterns(platform: str, root: Path | None = None) -> NamePatterns | None:
    """Return how a platform's names are read, None if nobody says; raises as `load_yaml` and `schemas.check`."""
    path = names_folder(platform, root) / PATTERNS
    if not is_held(path):
        return None
    raw: dict[str, Any] = load_document(path, "name-patterns", root)
    return NamePatterns(
        patterns=tuple(_pattern(row) for row in raw["extract"]),
        called=raw.get("called", {}),
        leaves_out=raw.get("leaves_out", {}),
        not_extracted=raw.get("not_extracted", {}),
    )


def _pattern(row: dict[str, Any]) -> Pattern:
    words = tuple(row.get("words", ()))
    return Pattern(**{key: value for key, value in row.items() if key != "words"}, words=words)


def names_folder(platform: str, root: Path | None = None) -> Path:
    """Return the folder of a platform's patterns and names."""
    return (root or corpus_root()) / "platforms" / platform / FOLDER


def recorded_names(platform: str, root: Path | None = None) -> list[str]:
    """Return the versions whose names were read, oldest first."""
    return filed_versions(names_folder(platform, root))


def newest_names(platform: str, root: Path | None = None) -> RegisteredNames | None:
    """Return the names of the newest version that was read, None if none was."""
    versions = recorded_names(platform, root)
    return read_names(names_folder(platform, root) / f"{versions[-1]}.yaml", root) if versions else None


@cache
def read_names(path: Path, root: Path | None = None) -> RegisteredNames:
    """Return the names of one version; raises as `read_document` and `schemas.check`."""
    raw = read_document(FOLDER, path)
    check_document(raw, "names", where=str(path), root=root)
    lists = {key: tuple(raw[key]) if key in raw else None for key in ("tools", "events")}
    return RegisteredNames(raw["platform"], raw["version"], raw["date"], **lists)


def claimed_names(platform: Platform, kind: str) -> frozenset[str]:
    """Return the names of a kind that claims speak of: native, declared and registered ones."""
    if kind == "event":
        return frozenset(platform.events) | {claim.registration for claim in platform.events.values()}
    declared = {name for claim in platform.tools.values() for name in claim.declared_as}
    return frozenset(platform.tools) | declared


def unclaimed_names(platform: Platform, names: RegisteredNames, kind: str) -> list[str]:
    """Return the names of a kind that a version can register and that no claim speaks of, sorted."""
    return sorted(set(names.of_kind(kind) or ()) - claimed_names(platform, kind))
