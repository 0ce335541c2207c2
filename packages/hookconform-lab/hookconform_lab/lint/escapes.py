"""A measured escape has its three runs and a live control; one that shows a way past a deny has a public source.

Without the control a hook that never worked would look like an escape.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from hookconform.corpus.escapes import (
    CLAIMS,
    FOLDER,
    HOOKS,
    ROWS,
    UNMEASURED,
    EscapeCell,
    EscapeClaims,
    EscapeTable,
    MeasuredEscapes,
    escape_versions,
    load_escape_claims,
    load_escape_table,
    load_escapes,
    source_of,
)
from hookconform.corpus.version_files import version_path
from hookconform_lab.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield rows without a group, and cells that nothing proves or that must not be published."""
    folders = [path for path in sorted((corpus.root / "platforms").glob(f"*/{FOLDER}")) if path.is_dir()]
    if not (corpus.root / ROWS).is_file():
        yield from ((f"{path.relative_to(corpus.root)}", f"there is no {ROWS}") for path in folders)
        return
    table = load_escape_table(corpus.root)
    for row in table.rows.values():
        if row.group not in table.groups:
            yield ROWS, f"{row.id} is in {row.group}, which is no group"
    for folder in folders:
        yield from _platform(corpus, folder, table)


def _platform(corpus: Corpus, folder: Path, table: EscapeTable) -> Iterator[tuple[str, str]]:
    platform = folder.parent.name
    claims = load_escape_claims(platform, corpus.root)
    where = (folder / CLAIMS).relative_to(corpus.root).as_posix()
    for row in (*claims.sources, *claims.timing):
        if row not in table.rows:
            yield where, f"there is no row {row}"
    for version in escape_versions(platform, corpus.root):
        path = version_path(platform, FOLDER, version, corpus.root)
        where = path.relative_to(corpus.root).as_posix()
        measured = load_escapes(platform, version, corpus.root)
        if measured is None or (measured.platform, measured.version) != (platform, version):
            yield where, "the file says another platform or version"
            continue
        for problem in _document(measured, claims, table):
            yield where, problem


def _document(measured: MeasuredEscapes, claims: EscapeClaims, table: EscapeTable) -> Iterator[str]:
    for what, names in (("row", [cell.row for cell in measured.cells]), ("run", [run.id for run in measured.runs])):
        for name, times in Counter(names).items():
            if times > 1:
                yield f"{what} {name} is there {times} times"
    named = {name for cell in measured.cells for name in cell.runs}
    for run in measured.runs:
        if run.id not in named:
            yield f"no cell names the run {run.id}"
    for cell in measured.cells:
        if cell.row not in table.rows:
            yield f"there is no row {cell.row}"
        if cell.verdict not in table.verdicts:
            yield f"{cell.row}: there is no verdict {cell.verdict}"
            continue
        yield from (f"{cell.row}: {problem}" for problem in _runs(measured, cell))
        row = table.rows.get(cell.row)
        if table.verdicts[cell.verdict].is_open and (row is None or source_of(row, claims) is None):
            yield f"{cell.row}: it shows a way past a deny, and {CLAIMS} names no public source"


def _runs(measured: MeasuredEscapes, cell: EscapeCell) -> Iterator[str]:
    if cell.verdict in UNMEASURED:
        if not cell.note:
            yield f"{cell.verdict} needs a reason"
        return
    for name, hooks in HOOKS.items():
        run = measured.run(getattr(cell, name))
        if run is None:
            yield f"{cell.verdict} needs the run {name}"
            continue
        if run.hooks != hooks:
            yield f"the run {name} has hooks {run.hooks}"
        if name != "bare" and not measured.is_live(run):
            yield f"the {hooks} hook did nothing about the control command, so nothing is shown"
