"""Mutants that nobody is asked about: the list, with the reason for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hookconform.corpus import schemas
from hookconform.corpus.locate import data_root
from hookconform.ground.errors import HookconformError
from hookconform.ground.strict_yaml import load_yaml
from hookconform.strength.mutants import Mutant

FILE = Path("conformance") / "mutants-left-out.yaml"


@dataclass(frozen=True, slots=True)
class Entry:
    """`verdict` says why: the mutant does the same (`equivalent`), or nothing is known to judge it by (`unjudged`).

    It is about mutants of a file, in a function or table of it, with these lines; what is not given may be any.
    """

    verdict: str
    file: str
    reason: str
    within: str = ""
    before: str = ""
    after: str = ""

    def is_about(self, mutant: Mutant) -> bool:
        """Tell whether the entry names this mutant."""
        pairs = ((self.file, mutant.file), (self.within, mutant.within), (self.before, mutant.before))
        return all(stated in ("", there) for stated, there in (*pairs, (self.after, mutant.after)))


def load_entries(path: Path | None = None) -> tuple[Entry, ...]:
    """Return the list of this checkout; errors as `strict_yaml`, and `schema.mutants-left-out`."""
    path = path or data_root() / FILE
    rows = load_yaml(path)
    schemas.check(rows, "mutants-left-out", where=str(path))
    return tuple(Entry(**row) for row in rows)


def verdict_of(mutant: Mutant, entries: Sequence[Entry]) -> str:
    """Return what the list says of a mutant, empty if nothing."""
    return next((entry.verdict for entry in entries if entry.is_about(mutant)), "")


def check_entries(entries: Iterable[Entry], mutants: Sequence[Mutant], files: frozenset[str]) -> None:
    """Raise `HookconformError` (`strength.stale`) for an entry about one of these files that fits no mutant of them."""
    for entry in entries:
        if entry.file in files and not any(entry.is_about(mutant) for mutant in mutants):
            raise HookconformError(
                "strength.stale",
                f"No mutant is what the list leaves out in {entry.file}: {entry.before or entry.within}.",
                where=str(FILE),
                hint="Take the entry off the list, or copy the line as it is now.",
            )


def equivalents(mutants: Iterable[Mutant], entries: Sequence[Entry]) -> Iterator[Mutant]:
    """Yield the mutants that the list says do the same."""
    return (mutant for mutant in mutants if verdict_of(mutant, entries) == "equivalent")
