"""Known failures: checks an adapter is known to fail, which still run and must still fail."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from hookconform.checks.outcome import CheckResult, Outcome
from hookconform.corpus import schemas
from hookconform.ground.errors import HookconformError
from hookconform.ground.plain_text import counted
from hookconform.ground.strict_yaml import load_yaml


@dataclass(frozen=True)
class Entry:
    """One line of the list: a check, a pattern over checks (`*` and `?`) or a claim, and why it fails.

    An entry with a claim (`codex#tool:write_stdin`) is about all checks that rest on it. It is right as long as one of
    them fails.
    """

    check: str
    reason: str

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        # A bracket is part of a check's name (`response[deny]`), not a set of characters.
        return re.compile(fnmatch.translate(self.check.replace("[", "[[]")))

    @property
    def names_claim(self) -> bool:
        """Tell whether the entry is about a claim."""
        return "#" in self.check

    def is_about(self, check: str, claim: str = "") -> bool:
        """Tell whether the entry names this check, or the claim that it rests on."""
        return claim == self.check if self.names_claim else self._pattern.match(check) is not None


@dataclass(slots=True)
class KnownFailures:
    """The list of one adapter; remembers which entries met a check."""

    entries: tuple[Entry, ...] = ()
    _met: set[Entry] = field(default_factory=set[Entry])
    _seen: set[Entry] = field(default_factory=set[Entry])

    def apply(self, result: CheckResult) -> CheckResult:
        """Return the result as the list makes it: a listed failure is known, a listed pass is stale."""
        if not self.entries or result.outcome not in {Outcome.PASSED, Outcome.FAILED, Outcome.ERROR}:
            return result
        listed = [entry for entry in self.entries if entry.is_about(result.id, result.claim)]
        self._seen.update(listed)
        if result.outcome is Outcome.PASSED:
            # Others of the claim's checks may fail; that none does is said at the end.
            listed = [entry for entry in listed if not entry.names_claim]
        self._met.update(listed)
        if not listed or result.outcome is Outcome.ERROR:
            return result
        if result.outcome is Outcome.FAILED:
            return result._replace(outcome=Outcome.KNOWN, reason=listed[0].reason)
        message = "listed as known failure, but it passes: take it off the list"
        return result._replace(outcome=Outcome.STALE, message=message, reason=listed[0].reason)

    def unmet(self) -> list[Entry]:
        """Return the entries that no check of the run was about."""
        return [entry for entry in self.entries if entry not in self._met]

    def unseen(self) -> list[Entry]:
        """Return the entries that no check of the run was about, passed or not."""
        return [entry for entry in self.entries if entry not in self._seen]


def still_failing(entries: Iterable[Entry], known: Iterable[CheckResult], passed: Iterable[str]) -> list[Entry]:
    """Return the entries that a list keeps after a run.

    `known` are the listed checks that fail, `passed` the ids of all checks that do not. A pattern that is about none
    of the latter stays; otherwise each failing check gets an entry of its own.
    """
    others, found = list(passed), list[Entry]()
    results = list(known)
    for entry in entries:
        whole = [result for result in results if entry.is_about(result.id)]
        if whole and not any(entry.is_about(check) for check in others):
            found.append(entry)
            results = [result for result in results if result not in whole]
    return sorted([*found, *(Entry(result.id, result.reason) for result in results)], key=lambda entry: entry.check)


def load_known_failures(path: Path | None) -> KnownFailures:
    """Read a list, empty for None.

    Errors as `strict_yaml`, `schema.known-failures`, and `known-failures.reason`: a reason was not filled in.
    """
    if path is None:
        return KnownFailures()
    rows = load_yaml(path)
    _require_reasons(rows, path)
    schemas.check(rows, "known-failures", where=str(path))
    return KnownFailures(tuple(Entry(row["check"], row["reason"]) for row in rows))


def stated_entries(path: Path) -> tuple[Entry, ...]:
    """Return the entries of a list that have a reason; errors as `strict_yaml`, and `schema.known-failures`."""
    rows = load_yaml(path)
    stated = [row for row in rows if not _is_blank(row)] if isinstance(rows, list) else rows
    schemas.check(stated, "known-failures", where=str(path))
    return tuple(Entry(row["check"], row["reason"]) for row in stated)


def _require_reasons(rows: Any, path: Path) -> None:
    """Refuse a list as `known-failures write` made it: what nobody gave a reason for is not known, only hidden."""
    blank = [row for row in rows if _is_blank(row)] if isinstance(rows, list) else []
    if blank:
        raise HookconformError(
            "known-failures.reason",
            f"{len(blank)} of {counted(len(rows), 'entry', 'entries')} without a reason; "
            f"the first is {blank[0].get('check')}.",
            where=str(path),
            hint="Say in `reason` why each of them fails, or take it off the list.",
        )


def _is_blank(row: Any) -> bool:
    return isinstance(row, dict) and isinstance(row.get("reason"), str) and not row["reason"].strip()
