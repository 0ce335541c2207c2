"""Mutants that nobody is asked about: the list, with the reason for each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

from hookconform.corpus import schemas
from hookconform.corpus.locate import data_root
from hookconform.ground.errors import HookconformError
from hookconform.ground.strict_yaml import load_yaml
from hookconform.strength.mutants import Mutant

FILE = Path("conformance") / "mutants-left-out.yaml"


@dataclass(frozen=True, slots=True)
class Entry:
    """`verdict` says why: the mutant does the same (`equivalent`), or nothing is known to judge it by (`unjudged`).

    It is about mutants of a file, in a function or table of it, with these lines; what is not given may be any. `file`
    and `within` are patterns of the shell, that of a file within its folder.
    """

    verdict: str
    file: str
    reason: str
    within: str = ""
    before: str = ""
    after: str = ""

    def is_about(self, mutant: Mutant) -> bool:
        """Tell whether the entry names this mutant."""
        if (self.before and self.before != mutant.before) or (self.after and self.after != mutant.after):
            return False
        return self.is_of(mutant.file) and (not self.within or fnmatchcase(mutant.within, self.within))

    def is_of(self, file: str) -> bool:
        """Tell whether the entry is about a file."""
        return PurePosixPath(file).match(self.file)


def load_entries(path: Path | None = None) -> tuple[Entry, ...]:
    """Return the list of this checkout, one entry a place; errors as `strict_yaml`, and `schema.mutants-left-out`."""
    path = path or data_root() / FILE
    rows = load_yaml(path)
    schemas.check(rows, "mutants-left-out", where=str(path))
    return tuple(Entry(**{**row, "within": place}) for row in rows for place in _places(row.get("within", "")))


def _places(within: str | list[str]) -> list[str]:
    return [within] if isinstance(within, str) else within


def verdicts_of(mutants: Iterable[Mutant], entries: Sequence[Entry]) -> list[str]:
    """Return what the list says of each mutant, empty if nothing."""
    by_file: dict[str, list[Entry]] = {}
    found: list[str] = []
    for mutant in mutants:
        if mutant.file not in by_file:
            by_file[mutant.file] = [entry for entry in entries if entry.is_of(mutant.file)]
        about = (entry for entry in by_file[mutant.file] if entry.is_about(mutant))
        found.append(next((entry.verdict for entry in about), ""))
    return found


def check_entries(entries: Iterable[Entry], mutants: Sequence[Mutant], files: frozenset[str]) -> None:
    """Raise `HookconformError` (`strength.stale`) for an entry about one of these files that fits no mutant of them."""
    for entry in entries:
        if any(map(entry.is_of, files)) and not any(entry.is_about(mutant) for mutant in mutants):
            raise HookconformError(
                "strength.stale",
                f"No mutant is what the list leaves out in {entry.file}: {entry.before or entry.within}.",
                where=str(FILE),
                hint="Take the entry off the list, or copy the line as it is now.",
            )
