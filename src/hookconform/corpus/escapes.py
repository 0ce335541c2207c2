"""What a hook never sees: the rows that are driven on every program, and what was measured of each."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from hookconform.corpus.documents import check_document, load_document
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.version_files import filed_versions, read_document, version_path

ROWS, FOLDER, CLAIMS = "escape-rows.yaml", "escapes", "claims.yaml"
STOPPED, SEEN_NOT_STOPPED, SEEN_AFTER = "stopped", "seen-not-stopped", "seen-after"
ANOTHER_EVENT, UNSEEN, NOT_OFFERED, NOT_TRIED = "another-event", "unseen", "not-offered", "not-tried"
# What shows that a hook works at all.
CONTROL_ROW = "own-shell"
# The runs of a cell, with the hooks that were installed.
HOOKS = {"bare": "none", "watched": "watching", "denied": "denying"}
# Verdicts that need no run.
UNMEASURED = frozenset({NOT_OFFERED, NOT_TRIED})


@dataclass(frozen=True, slots=True)
class EscapeRow:
    """One way by which something happens; `acts` is its kind in the words of the Agent Client Protocol.

    `step` is the method of the Agent Control Standard that would ask about it; `source` says in public that it is so.
    """

    id: str
    group: str
    title: str
    acts: str
    step: str = "toolCallRequest"
    source: str = ""

    @property
    def method(self) -> str:
        """Return the whole name of the step's method."""
        return self.step if "/" in self.step else f"steps/{self.step}"


@dataclass(frozen=True, slots=True)
class EscapeVerdict:
    """What three runs can show; `is_open`: it happened although a hook denied, or no hook was asked."""

    id: str
    title: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class EscapeTable:
    """The rows, groups and verdicts of the corpus, each by id in file order."""

    verdicts: dict[str, EscapeVerdict]
    groups: dict[str, str]
    rows: dict[str, EscapeRow]


@dataclass(frozen=True, slots=True)
class EscapeRun:
    """One run of the program: `hooks` is `none`, `watching` or `denying`.

    `control` tells whether the hook was called for (`watching`), or stopped (`denying`), a plain shell command at its
    start, or, of a door where no tool is seen, whether another event's hook was called; None where there was neither.
    """

    id: str
    hooks: str
    door: str
    mode: str
    date: str
    control: bool | None = None


@dataclass(frozen=True, slots=True)
class EscapeCell:
    """One measured row: its verdict, the event that named the call first, and the ids of its three runs."""

    row: str
    verdict: str
    event: str = ""
    bare: str = ""
    watched: str = ""
    denied: str = ""
    note: str = ""

    @property
    def runs(self) -> tuple[str, ...]:
        """Return the ids of the runs, none where there was none."""
        return tuple(run for run in (self.bare, self.watched, self.denied) if run)


@dataclass(frozen=True, slots=True)
class MeasuredEscapes:
    """What was measured of one version."""

    platform: str
    version: str
    cells: tuple[EscapeCell, ...]
    runs: tuple[EscapeRun, ...]

    def run(self, name: str) -> EscapeRun | None:
        """Return the run of this id, None if it is not there."""
        return next((run for run in self.runs if run.id == name), None)

    def is_live(self, run: EscapeRun) -> bool:
        """Tell whether the hooks of a run worked: its control, or, where it has none, the row of a shell command."""
        if run.control is not None:
            return run.control
        return any(cell.row == CONTROL_ROW and cell.verdict == STOPPED for cell in self.cells)

    def has_live_hooks(self, cell: EscapeCell) -> bool:
        """Tell whether the hooks of a cell's runs worked."""
        return all(self.is_live(run) for run in self.runs if run.id in (cell.watched, cell.denied))

    def door_and_mode(self, cell: EscapeCell) -> tuple[str, str]:
        """Return how the program was driven for a cell, empty where it was not."""
        run = self.run(cell.watched or cell.bare)
        return ("", "") if run is None else (run.door, run.mode)

    def as_json(self) -> dict[str, Any]:
        """Return the document."""
        return {
            "platform": self.platform,
            "version": self.version,
            "cells": [
                _filled(cell, ("row", "verdict", "event", "bare", "watched", "denied", "note")) for cell in self.cells
            ],
            "runs": [_filled(run, ("id", "hooks", "door", "mode", "date", "control")) for run in self.runs],
        }

    def with_cells(
        self,
        cells: Iterable[EscapeCell],
        runs: Iterable[EscapeRun],
        order: Iterable[str],
        *,
        without: Collection[str] = (),
    ) -> MeasuredEscapes:
        """Return this with other cells in the place of those of the same rows, and only runs that a cell names.

        The rows are in `order`; those of `without` are left out.
        """
        by_row = {cell.row: cell for cell in (*self.cells, *cells)}
        kept = tuple(by_row[row] for row in order if row in by_row and row not in without)
        named = {run for cell in kept for run in cell.runs}
        by_id = {run.id: run for run in (*self.runs, *runs)}
        return MeasuredEscapes(
            self.platform, self.version, kept, tuple(run for name, run in by_id.items() if name in named)
        )


@dataclass(frozen=True, slots=True)
class EscapeSource:
    """Where a way past a deny is published, and the setting or rule that closes it, if there is one."""

    url: str
    closed_by: str = ""


@dataclass(frozen=True, slots=True)
class EscapeClaims:
    """What is claimed about a platform's escapes: public sources by row, and the rows that depend on timing.

    `guards` are files on which its hooks depend.
    """

    sources: dict[str, EscapeSource] = field(default_factory=dict[str, EscapeSource])
    guards: tuple[str, ...] = ()
    timing: dict[str, str] = field(default_factory=dict[str, str])


def load_escape_table(root: Path | None = None) -> EscapeTable:
    """Return the rows of the corpus; raises `HookconformError` (`schema.escape-rows`, and as `load_yaml`)."""
    return _table(root or corpus_root())


@cache
def _table(root: Path) -> EscapeTable:
    document = load_document(root / ROWS, "escape-rows", root)
    return EscapeTable(
        {name: EscapeVerdict(name, **each) for name, each in document["verdicts"].items()},
        dict(document["groups"]),
        {name: EscapeRow(name, **each) for name, each in document["rows"].items()},
    )


def escape_versions(platform: str, root: Path | None = None) -> list[str]:
    """Return the versions of a platform whose escapes were measured, oldest first."""
    return filed_versions((root or corpus_root()) / "platforms" / platform / FOLDER)


def load_escapes(platform: str, version: str, root: Path | None = None) -> MeasuredEscapes | None:
    """Return what was measured of a version, None if nothing was; raises `HookconformError` as `read_document`."""
    path = version_path(platform, FOLDER, version, root)
    if not path.is_file():
        return None
    document = read_document(FOLDER, path)
    check_document(document, FOLDER, where=str(path), root=root)
    return MeasuredEscapes(
        document["platform"],
        document["version"],
        tuple(EscapeCell(**cell) for cell in document["cells"]),
        tuple(EscapeRun(**run) for run in document["runs"]),
    )


def source_of(row: EscapeRow, claims: EscapeClaims) -> EscapeSource | None:
    """Return where it is public that a row is a way past a deny on a platform, None if nowhere."""
    return claims.sources.get(row.id) or (EscapeSource(row.source) if row.source else None)


def load_escape_claims(platform: str, root: Path | None = None) -> EscapeClaims:
    """Return the claims of a platform, empty if it has none; raises `HookconformError` (`schema.escape-claims`)."""
    path = (root or corpus_root()) / "platforms" / platform / FOLDER / CLAIMS
    if not path.is_file():
        return EscapeClaims()
    document = load_document(path, "escape-claims", root)
    sources = {row: EscapeSource(**source) for row, source in document["sources"].items()}
    return EscapeClaims(sources, tuple(document.get("guards", ())), dict(document.get("timing", {})))


def _filled(record: EscapeCell | EscapeRun, names: tuple[str, ...]) -> dict[str, Any]:
    values = {name: getattr(record, name) for name in names}
    return {name: value for name, value in values.items() if value not in ("", None)}
