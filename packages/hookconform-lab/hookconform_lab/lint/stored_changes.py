"""A version's file says what changed since the version before, and nothing else.

A whole document is right only for the first version, and where changes would hardly be shorter.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from hookconform.corpus.changes import Record, is_same
from hookconform.corpus.version_files import (
    CHANGES_OF,
    KINDS,
    filed_versions,
    raw_document,
    read_document,
    shortest,
    version_path,
)
from hookconform.ground.errors import HookconformError
from hookconform.ground.packed import content_of
from hookconform_lab.lint.clean import Clean, mark_of
from hookconform_lab.lint.reading import Corpus

_TO_DO = "`hookconform corpus compact` stores it right"


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield files that repeat another version, and those whose changes do not fit."""
    clean = Clean("stored-changes")
    for folder in sorted((corpus.root / "platforms").glob("*/*")):
        # What a file should say follows from it and from those of earlier versions.
        mark = mark_of(folder.name)
        for version in filed_versions(folder) if folder.name in KINDS else ():
            path = version_path(folder.parent.name, folder.name, version, corpus.root)
            mark = mark_of(mark, version, _content(path))
            if clean.is_new(mark):
                found = list(_findings(folder.name, path, corpus.root))
                yield from found
                if not found:
                    clean.add(mark)
    clean.keep()


def _content(path: Path) -> bytes:
    """Return what a file holds; what cannot be read is like no file."""
    try:
        return content_of(path)
    except OSError:
        return os.urandom(16)


def _findings(kind: str, path: Path, root: Path) -> Iterator[tuple[str, str]]:
    where = path.relative_to(root).as_posix()
    try:
        yield from ((where, problem) for problem in _problems(kind, path))
    except HookconformError as error:
        # What it builds on is a finding of its own, and what is no JSON one of the rule of its kind.
        if error.code == "changes.damaged" and error.where == str(path):
            yield where, error.what


def _problems(kind: str, path: Path) -> Iterator[str]:
    raw = raw_document(kind, path)
    right = shortest(kind, path, read_document(kind, path))
    if is_same(raw, right):
        return
    base, before = raw.get(CHANGES_OF), right.get(CHANGES_OF)
    if base is None:
        yield f"it is stored whole, and little of it changed since {before}; {_TO_DO}"
    elif before is None:
        yield f"it is stored as changes of {base}, and is hardly longer whole; {_TO_DO}"
    elif base != before:
        yield f"it is stored as changes of {base}, and the version before is {before}; {_TO_DO}"
    else:
        record = KINDS[kind].record
        more = {*_said(raw, record)} - {*_said(right, record)}
        names = sorted(name for name in more if name.rpartition("/")[0] not in more)
        yield f"it says more than what changed since {base}: {', '.join(names) or 'values'}; {_TO_DO}"


def _said(said: Mapping[str, Any], record: Record, at: str = "") -> Iterator[str]:
    """Yield the places in a file of changes that say something."""
    for name, value in said.items():
        rows = record.rows.get(name)
        if rows is None:
            yield f"{at}{name}"
            continue
        for row, change in rows.by_name(value).items():
            yield f"{at}{name}/{row}"
            if isinstance(change, dict):
                yield from _said(change, rows.record, f"{at}{name}/{row}/")
