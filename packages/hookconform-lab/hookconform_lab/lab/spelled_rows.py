"""The spellings of one run: each in a folder of its own, with words that occur nowhere else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from hookconform.corpus.path_spellings import Spelling
from hookconform_lab.lab.file_calls import BEGINNING, WORD, FileCall


@dataclass(frozen=True, slots=True)
class SpelledRow:
    """One spelling in one run: its folder, the path given, and the word of each target."""

    spelling: Spelling
    folder: str
    path: str
    targets: Mapping[str, str]

    def named(self, path: str) -> str:
        """Return a path with the folder of this row left open."""
        return path.replace(self.folder, "{n}")


def spelled_rows(
    spellings: Iterable[Spelling], effect: str, end: str, workspace: str, *, is_absolute: bool
) -> list[SpelledRow]:
    """Return a row for each spelling, in order; the folders are numbered below the effect's name."""
    rows: list[SpelledRow] = []
    for number, spelling in enumerate(spellings):
        folder = f"{effect}{number:03d}"
        path = spelling.path(folder, end, workspace=workspace, is_absolute=is_absolute)
        targets = spelling.target_paths(folder, end)
        rows.append(
            SpelledRow(spelling, folder, path, {to: f"{BEGINNING}{folder}-{i}" for i, to in enumerate(targets)})
        )
    return rows


def files_of(call: FileCall, row: SpelledRow) -> Iterator[tuple[str, str]]:
    """Yield what is there before: the folder, and the targets of a tool that does not write them.

    A word beside the targets of a search shows a search of the folder above.
    """
    yield f"{row.folder}/", ""
    if call.effect == "search":
        yield f"{row.folder}/{word_beside(row)}.txt", f"{word_beside(row)}\n"
    for path, word in row.targets.items():
        if call.effect == "search":
            yield f"{path}/{word}.txt", f"{word}\n"
        elif call.effect != "write":
            yield path, call.content.replace(WORD, word)


def word_beside(row: SpelledRow) -> str:
    """Return the word in the folder of a row, outside all targets."""
    return f"{BEGINNING}{row.folder}-beside"
