"""Known failures: checks an adapter is known to fail, which still run and must still fail."""

from __future__ import annotations

import fnmatch
from dataclasses import dataclass, field, replace
from pathlib import Path

from hookconform.checks.outcome import CheckResult, Outcome
from hookconform.corpus import schemas
from hookconform.ground.strict_yaml import load_yaml


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the list: a check or a pattern over checks, and why it fails."""

    check: str
    reason: str


@dataclass(slots=True)
class KnownFailures:
    """The list of one adapter; remembers which entries met a check."""

    entries: tuple[Entry, ...] = ()
    _met: set[Entry] = field(default_factory=set[Entry])

    def apply(self, result: CheckResult) -> CheckResult:
        """Return the result as the list makes it: a listed failure is known, a listed pass is stale."""
        if not self.entries or result.outcome not in {Outcome.PASSED, Outcome.FAILED, Outcome.ERROR}:
            return result
        listed = [entry for entry in self.entries if fnmatch.fnmatchcase(result.id, entry.check)]
        self._met.update(listed)
        if not listed or result.outcome is Outcome.ERROR:
            return result
        if result.outcome is Outcome.FAILED:
            return replace(result, outcome=Outcome.KNOWN, reason=listed[0].reason)
        message = "listed as known failure, but it passes: take it off the list"
        return replace(result, outcome=Outcome.STALE, message=message, reason=listed[0].reason)

    def unmet(self) -> list[Entry]:
        """Return the entries that no check of the run was about."""
        return [entry for entry in self.entries if entry not in self._met]


def load_known_failures(path: Path | None) -> KnownFailures:
    """Read a list, empty for None; errors as `strict_yaml`, and `schema.known-failures`."""
    if path is None:
        return KnownFailures()
    rows = load_yaml(path)
    schemas.check(rows, "known-failures", where=str(path))
    return KnownFailures(tuple(Entry(row["check"], row["reason"]) for row in rows))
