"""Mutants that nobody is asked about: the list, with the reason for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path, PurePosixPath

from hookconform.corpus import schemas
from hookconform.corpus.locate import data_root
from hookconform.ground.errors import HookconformError
from hookconform.ground.strict_yaml import load_yaml
from hookconform_lab.mutation.mutants import Mutant

FILE = Path("conformance") / "mutants-left-out.yaml"


@dataclass(frozen=True, slots=True)
class Entry:
    """`verdict` says why: the mutant does the same (`equivalent`), or nothing is known to judge it by (`unjudged`).

    It is about mutants of a file, in a function, class, method or table of it, with these lines; what is not given may
    be any. `file`, `within` and `like` are patterns of the shell, that of a file within its folder, that of `like` over
    the lines.
    """

    verdict: str
    file: str
    reason: str
    within: str = ""
    before: str = ""
    after: str = ""
    like: str = ""

    def is_about(self, mutant: Mutant) -> bool:
        """Tell whether the entry names this mutant."""
        if (self.before and self.before != mutant.before) or (self.after and self.after != mutant.after):
            return False
        if self.like and not fnmatchcase(mutant.before, self.like):
            return False
        return self.is_of(mutant.file) and (not self.within or self._names(mutant))

    def _names(self, mutant: Mutant) -> bool:
        # A class names its methods, too; a path in JSON may have points of its own.
        places = {mutant.within, mutant.within.partition(".")[0] if mutant.file.endswith(".py") else mutant.within}
        return any(fnmatchcase(place, self.within) for place in places)

    def is_of(self, file: str) -> bool:
        """Tell whether the entry is about a file."""
        return _is_named(file, self.file)


# Asked of each mutant and entry, some hundred thousand times.
@cache
def _is_named(file: str, pattern: str) -> bool:
    return PurePosixPath(file).match(pattern)


def load_entries(path: Path | None = None) -> tuple[Entry, ...]:
    """Return the list of this checkout, one entry a place.

    Errors as `strict_yaml`, and `schema.mutants-left-out`, `strength.reason`.
    """
    path = path or data_root() / FILE
    rows = load_yaml(path)
    schemas.check(rows, "mutants-left-out", where=str(path))
    for number, row in enumerate(rows, 1):
        if not any(map(str.isalpha, row["reason"])):
            raise HookconformError(
                "strength.reason",
                f"Entry {number}, about {row['file']}, has no reason.",
                where=str(path),
                hint="Say why nobody is asked, or take the entry off the list.",
            )
    return tuple(Entry(**{**row, "within": place}) for row in rows for place in _places(row.get("within", "")))


def _places(within: str | list[str]) -> list[str]:
    return [within] if isinstance(within, str) else within


def verdicts_of(mutants: Iterable[Mutant], entries: Sequence[Entry]) -> list[str]:
    """Return what the list says of each mutant, empty if nothing."""
    return [entries[number].verdict if number >= 0 else "" for number in _numbers(mutants, entries)]


def check_entries(entries: Sequence[Entry], mutants: Sequence[Mutant], files: frozenset[str]) -> None:
    """Raise `HookconformError` for an entry about one of these files that leaves out no mutant of theirs.

    `strength.stale`: it fits none. `strength.twice`: entries before it leave out all that it fits.
    """
    used = set(_numbers(mutants, entries))
    for number, entry in enumerate(entries):
        if number in used or not any(map(entry.is_of, files)):
            continue
        if any(entry.is_about(mutant) for mutant in mutants):
            raise HookconformError(
                "strength.twice",
                f"Entries before it leave out all that this one does in {entry.file}: {_words(entry)}.",
                where=str(FILE),
                hint="Take one of them off the list.",
            )
        raise _stale(f"No mutant is what the list leaves out in {entry.file}: {_words(entry)}.")


def check_files(entries: Iterable[Entry], known: Iterable[str]) -> None:
    """Raise `HookconformError` (`strength.stale`) for an entry about none of the files there are."""
    files = tuple(known)
    there: dict[str, bool] = {}
    for entry in entries:
        if entry.file not in there:
            there[entry.file] = any(map(entry.is_of, files))
        if not there[entry.file]:
            raise _stale(f"The list leaves out something of {entry.file}, which is no file of any target.")


def _words(entry: Entry) -> str:
    """Return the line that an entry is about, or where it is, and what becomes of the line."""
    return f"{entry.before or entry.like or entry.within}{' → ' if entry.after else ''}{entry.after}"


def _stale(what: str) -> HookconformError:
    return HookconformError(
        "strength.stale",
        what,
        where=str(FILE),
        hint="Take the entry off the list, or copy file and line as they are now.",
    )


def _numbers(mutants: Iterable[Mutant], entries: Sequence[Entry]) -> Iterator[int]:
    """Yield for each mutant which entry is the first about it, -1 for none."""
    by_file: dict[str, list[int]] = {}
    for mutant in mutants:
        if mutant.file not in by_file:
            by_file[mutant.file] = [number for number, entry in enumerate(entries) if entry.is_of(mutant.file)]
        yield next((number for number in by_file[mutant.file] if entries[number].is_about(mutant)), -1)
