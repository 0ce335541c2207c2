"""Holes that somebody knows and means: a list with reasons, and what of it no longer fits anything."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from hookconform.corpus import schemas
from hookconform.ground.strict_yaml import load_yaml
from hookconform.packs.finding import Finding, Hole


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted hole, or several alike: shell patterns of rule, name and platform, where given, and the reason."""

    rule: str
    hole: str
    names: tuple[str, ...]
    platforms: tuple[str, ...]
    reason: str

    def fits(self, rule: str, hole: Hole) -> bool:
        """Tell whether a rule's hole is accepted by this entry."""
        return (
            fnmatchcase(rule, self.rule)
            and self.hole == hole.code
            and (not self.names or any(fnmatchcase(hole.name, name) for name in self.names))
            and (not self.platforms or hole.platform in self.platforms)
        )


def read_accepted(path: Path) -> tuple[Entry, ...]:
    """Return the entries of a list; raises `HookconformError` (`schema.accepted-holes`, and as `strict_yaml`)."""
    raw: Any = load_yaml(path)
    schemas.check(raw, "accepted-holes", where=str(path))
    return tuple(
        Entry(row["rule"], row["hole"], tuple(row.get("names", ())), tuple(row.get("platforms", ())), row["reason"])
        for row in raw["accepted"]
    )


def reason_for(rule: str, hole: Hole, entries: Iterable[Entry]) -> str | None:
    """Return why a hole is accepted, None if it is not."""
    return next((entry.reason for entry in entries if entry.fits(rule, hole)), None)


def stale(entries: Iterable[Entry], findings: Iterable[Finding]) -> list[Entry]:
    """Return the entries that fit no hole of any finding: what they accepted is no longer there."""
    holes = [(finding.rule.name, hole) for finding in findings for hole in finding.all_holes]
    return [entry for entry in entries if not any(entry.fits(rule, hole) for rule, hole in holes)]
