"""Composed cases: what the rows of families become on a platform, kept in the user's cache under what they come from.

The key is a hash of everything they are made of: tables, claims, rules, templates, and the code that composes. So an
entry is never stale; one that is damaged is composed anew, and where nothing can be written, nothing is kept.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from hookconform.corpus.cases import template_case
from hookconform.corpus.families import FOLDER, load_families, load_templates
from hookconform.drafting.families import FamilyCase, cases_of
from hookconform.ground.cache import user_cache
from hookconform.ground.json_text import compact

# What is read for every platform; claims and templates are a platform's own.
_SHARED = (f"{FOLDER}/*.yaml", "rules/*.yaml", "schema/*.json", "vocabulary.yaml", "argument-roles.yaml")
_ROOMS = ("ground", "corpus", "drafting")
# Enough for the branches somebody works on; a few cases are composed as fast as they are read.
_KEPT = 8
_WORTH_KEEPING = 50


@dataclass(frozen=True, slots=True)
class ComposedCase:
    """One composed case: `content` is what a file of it would hold, `says` the rules that its row says match.

    `table` is a file below the corpus, `row` a name in it. `refused`: the row says that the payload is refused.
    """

    id: str
    table: str
    row: str
    says: tuple[str, ...]
    refused: bool
    content: dict[str, Any]

    @property
    def origin(self) -> str:
        """Return table and row for people."""
        return f"{self.table}, row {self.row}"


class Tables:
    """The tables of a corpus as they are now, and its composed cases by platform; made for each reading."""

    def __init__(self, root: Path) -> None:
        self._root = root

    @cached_property
    def _templates(self) -> dict[str, dict[str, str]]:
        return load_templates(self._root)

    def ids(self, platform: str) -> list[str]:
        """Return the ids of the composed cases of a platform, in the order of tables and rows."""
        return [line.partition("\t")[0] for line in self._lines(platform)]

    def cases(self, platform: str, wanted: Iterable[str] | None = None) -> Iterator[ComposedCase]:
        """Yield the composed cases of a platform, of these ids or all; raises as `cases_of`."""
        ids = None if wanted is None else frozenset(wanted)
        for line in self._lines(platform):
            case_id, _, text = line.partition("\t")
            if ids is None or case_id in ids:
                found: dict[str, Any] = json.loads(text)
                found["says"] = tuple(found["says"])
                yield ComposedCase(case_id, **found)

    def digest(self, platform: str) -> str:
        """Return a hash of the composed cases of a platform."""
        return hashlib.sha256("\n".join(self._lines(platform)).encode()).hexdigest()

    def _lines(self, platform: str) -> tuple[str, ...]:
        return _lines(self._root, platform, self._key(platform)) if platform in self._templates else ()

    def _key(self, platform: str) -> str:
        folder = self._root / "platforms"
        templates = [template_case(case_id, self._root) for case_id in sorted(self._templates[platform].values())]
        texts = compact([[case.id, case.payload_text, case.registered_event] for case in templates])
        claims = _digest([folder / platform / "platform.yaml"], self._root)
        return hashlib.sha256(f"{_code()} {self._shared} {claims} {texts}".encode()).hexdigest()

    @cached_property
    def _shared(self) -> str:
        return _digest(sorted(path for pattern in _SHARED for path in self._root.glob(pattern)), self._root)


@cache
def _code() -> str:
    """Return the hash of the code that composes; it does not change while a program runs."""
    package = Path(__file__).resolve().parents[1]
    return _digest(sorted(path for room in _ROOMS for path in (package / room).glob("*.py")), package)


def _digest(files: Iterable[Path], root: Path) -> str:
    whole = hashlib.sha256()
    for path in files:
        # What is missing has no hash; composing says which file that is.
        content = path.read_bytes() if path.is_file() else b""
        whole.update(f"{path.relative_to(root).as_posix()} {hashlib.sha256(content).hexdigest()}\n".encode())
    return whole.hexdigest()


@lru_cache(maxsize=32)
def _lines(root: Path, platform: str, key: str) -> tuple[str, ...]:
    path = user_cache() / "composed" / f"{platform}-{key}"
    kept = _kept(path)
    if kept is not None:
        return kept
    lines = tuple(_line(case) for family in load_families(root) for case in cases_of(family, root, platform))
    if len(lines) >= _WORTH_KEEPING:
        _keep(path, lines)
    return lines


def _line(case: FamilyCase) -> str:
    """Return a case in one line of ASCII, its id first."""
    record = {
        "table": f"{FOLDER}/{case.family.path.name}",
        "row": case.row.name,
        "says": case.matches,
        "refused": case.row.error,
        "content": case.content,
    }
    return f"{case.id}\t{json.dumps(record, separators=(',', ':'))}"


def _kept(path: Path) -> tuple[str, ...] | None:
    """Return what is kept under this name, None if it is not there or not whole."""
    try:
        head, _, body = path.read_text(encoding="ascii").partition("\n")
    except (OSError, ValueError):
        return None
    if head != hashlib.sha256(body.encode()).hexdigest():
        return None
    with suppress(OSError):
        os.utime(path)
    return tuple(body.split("\n")) if body else ()


def _keep(path: Path, lines: Iterable[str]) -> None:
    """Write an entry at once or not at all, and drop the platform's oldest; without the right to write, do nothing."""
    body = "\n".join(lines)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".")
        try:
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(f"{hashlib.sha256(body.encode()).hexdigest()}\n{body}")
            os.replace(name, path)  # noqa: PTH105 (known to be atomic)
        except BaseException:
            os.unlink(name)  # noqa: PTH108
            raise
        of_platform = path.parent.glob(f"{path.name.rpartition('-')[0]}-*")
        for old in sorted(of_platform, key=lambda entry: entry.stat().st_mtime, reverse=True)[_KEPT:]:
            old.unlink(missing_ok=True)
