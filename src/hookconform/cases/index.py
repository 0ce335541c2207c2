"""The index of a platform: every case, expanded, in two files of the user's cache.

The files are named by a hash of everything that the cases come from: the platform's files, tables, rules and the code
that composes. So an index is never stale. One that is damaged is built anew, and where nothing can be written, nothing
is kept. The head lists the cases with what is needed to choose among them, and has the hash of the body, which holds
the cases: most lookups read the head only, or a few cases of the body, each of which the head has a hash of.

Memory does not grow with the corpus: of the indexes that a process read, those used last stay, and the others are read
again from the cache. Where nothing can be kept they are composed again.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from hookconform.cases.composed import ComposedCase
from hookconform.cases.entry import Entry, case_digest
from hookconform.cases.kept_index import Content, keep, keep_body, kept, kept_head, kept_part
from hookconform.corpus.case_files import FOLDERS, CaseFiles
from hookconform.corpus.cases import Case, case_from_dict
from hookconform.corpus.family_templates import load_templates
from hookconform.ground.cache import user_cache
from hookconform.ground.errors import HookconformError
from hookconform.ground.file_digests import code_digest, code_files, digest_of

_SHARED = ("families/*.yaml", "rules/*.yaml", "schema/*.json", "*.yaml")
_ROOMS = ("ground", "corpus", "drafting", "cases")
# What no case comes from.
_APART = frozenset({"accepted-holes.yaml", "read-files.yaml", "retired.yaml"})
# The only part of an entry that is no value of JSON.
_TAGS = Entry._fields.index("tags")
# Cases that are read one by one, each checked by its own hash, before the whole body is.
_FEW = 30
# Indexes whose cases stay built: enough for every walk over the corpus, and the cases of all would fill the memory.
_WITH_CASES = 2
# Bytes of all indexes that stay read, and how many times its size in the file a head takes as objects.
_ROOM, _OBJECTS = 96_000_000, 4


class PlatformIndex:
    """The cases of one platform in id order, those filed and those composed.

    `again` reads what was dropped, and `part` what stands in a body between two places, unchecked.
    """

    def __init__(
        self, root: Path, content: Content, again: Callable[[], Content], part: Callable[[int, int], bytes]
    ) -> None:
        self._root = root
        # A hash of all cases.
        self.digest = content.digest
        self._content: Content | None = content
        self._again = again
        self._part = part
        self._parts = 0
        self._built: dict[str, Case] = {}

    @property
    def entries(self) -> dict[str, Entry]:
        """Return the head's cases by id, in id order."""
        _use(self)
        return self._entries

    @cached_property
    def _entries(self) -> dict[str, Entry]:
        found: dict[str, Entry] = {}
        for row in json.loads((self._content or self._read()).head):
            row[_TAGS] = tuple(row[_TAGS])
            found[row[0]] = Entry._make(row)
        return found

    @cached_property
    def captured(self) -> dict[str, list[str]]:
        """Return the ids of the recorded cases by version, in id order."""
        found: dict[str, list[str]] = {}
        for entry in self._entries.values():
            if entry.version is not None:
                found.setdefault(entry.version, []).append(entry.id)
        return found

    def cases(self, case_ids: Iterable[str]) -> Iterator[Case]:
        """Yield the cases of these ids."""
        _use(self)
        for case_id in case_ids:
            yield self._case(case_id)

    def composed(self) -> Iterator[ComposedCase]:
        """Yield the composed cases with what their rows say."""
        for entry in self.entries.values():
            row = self._row(entry)
            if row["composed"] is not None:
                yield ComposedCase(entry.id, content=row["content"], **row["composed"])

    def content(self, case_id: str) -> dict[str, Any]:
        """Return a case as one document that follows the case schema."""
        return self._row(self.entries[case_id])["content"]

    @property
    def size(self) -> int:
        """Return about how many bytes of memory it takes, without cases that were built."""
        return 0 if self._content is None else len(self._content.body or b"") + _OBJECTS * len(self._content.head)

    def forget_cases(self) -> None:
        """Drop the cases that were built; they are built again when they are asked for."""
        self._built.clear()

    def forget(self) -> None:
        """Drop everything but the hash; what is asked for is read again."""
        self.forget_cases()
        self._content = None
        for name in ("_entries", "captured"):
            self.__dict__.pop(name, None)

    def _read(self) -> Content:
        content = self._again()
        if self.digest != content.digest:
            raise HookconformError(
                "corpus.changed",
                "The corpus changed while it was read.",
                where=str(self._root),
                hint="Run the command again.",
            )
        self._content = content
        _use(self)
        return content

    def _body(self) -> bytes | memoryview:
        body = None if self._content is None else self._content.body
        if body is None:
            body = self._read().body
        return body or b""

    def _alone(self, entry: Entry) -> bytes:
        """Return a case without the rest of the body; empty where that is read already, or soon worth it."""
        if self._parts >= _FEW or (self._content is not None and self._content.body is not None):
            return b""
        self._parts += 1
        text = self._part(entry.start, entry.end)
        return text if case_digest(text) == entry.digest else b""

    def _case(self, case_id: str) -> Case:
        if case_id not in self._built:
            row = self._row(self.entries[case_id])
            composed = row["composed"]
            self._built[case_id] = case_from_dict(
                row["content"],
                case_id=case_id,
                path=self._root / row["path"],
                row=f"{composed['table']}, row {composed['row']}" if composed is not None else "",
                repeats=row["repeats"],
                is_asked=row["is_asked"],
            )
        return self._built[case_id]

    def _row(self, entry: Entry) -> dict[str, Any]:
        return json.loads(self._alone(entry) or bytes(self._body()[entry.start : entry.end]))


def index_of(root: Path, platform: str) -> PlatformIndex:
    """Return the index of a platform, built if need be; raises as `CaseFiles` and `compose_all` do."""
    return _index(root, platform, index_key(root, platform))


def index_key(root: Path, platform: str) -> str:
    """Return the hash of everything that the cases of a platform come from."""
    return _key(root, platform, _stamp(root, platform))


# The indexes that were read, those used last at the end.
_recent: list[PlatformIndex] = []


def _use(index: PlatformIndex) -> None:
    """Note that an index is used, and make room for it."""
    if _recent and _recent[-1] is index:
        return
    others = [other for other in _recent if other is not index]
    for other in others[: 1 - _WITH_CASES]:
        other.forget_cases()
    _recent[:] = [*others, index]
    room = _ROOM - sum(other.size for other in _recent[-_WITH_CASES:])
    for other in reversed(_recent[:-_WITH_CASES]):
        room -= other.size
        if room < 0:
            other.forget()
            _recent.remove(other)


@lru_cache(maxsize=256)
def _index(root: Path, platform: str, key: str) -> PlatformIndex:
    path = user_cache() / "index" / f"{platform}-{key}"
    content = kept_head(path)
    if content is None:
        content = _composed(root, platform)
        keep(path, content)
    index = PlatformIndex(
        root,
        content,
        lambda: kept(path) or _composed_again(root, platform, path, content.digest),
        lambda start, end: kept_part(path, start, end),
    )
    _use(index)
    return index


def _composed_again(root: Path, platform: str, path: Path, digest: str) -> Content:
    """Return what is composed where a body is not kept any more; the corpus may be another one by now."""
    content = _composed(root, platform)
    if content.digest == digest:
        keep_body(path, content)
    return content


def _composed(root: Path, platform: str) -> Content:
    from hookconform.cases.building import build  # noqa: PLC0415 (a kept index needs none of it)

    entries, body = build(root, platform)
    head = json.dumps(entries, separators=(",", ":")).encode("ascii")
    return Content(hashlib.sha256(body).hexdigest(), head, body)


def _stamp(root: Path, platform: str) -> tuple[tuple[str, int, int], ...]:
    """Return names, sizes and times of what lies where cases come from: while they stay, so do the files' hashes."""
    shared = [root, *(root / name for name in ("families", "rules", "schema"))]
    folder = root / "platforms" / platform
    found: list[tuple[str, int, int]] = []
    for place in (*shared, folder, *(folder / name for name in FOLDERS)):
        with suppress(OSError), os.scandir(place) as entries:
            files = [(entry.path, entry.stat()) for entry in entries if entry.is_file()]
            found += [(path, stat.st_size, stat.st_mtime_ns) for path, stat in files]
    return tuple(sorted(found))


@lru_cache(maxsize=64)
def _key(root: Path, platform: str, _stamp: tuple[tuple[str, int, int], ...]) -> str:
    folder = root / "platforms" / platform
    shared = sorted(path for pattern in _SHARED for path in root.glob(pattern) if path.name not in _APART)
    own = [folder / "platform.yaml", *CaseFiles(folder).files()]
    templates = load_templates(root).get(platform, {}) if (root / "families").is_dir() else {}
    # A template may be of another platform.
    elsewhere = {case_id.partition("/")[0] for case_id in templates.values()} - {platform}
    own += [path for name in sorted(elsewhere) for path in CaseFiles(root / "platforms" / name).files()]
    return hashlib.sha256(f"{_code()} {_digest_from(root, [*shared, *own])}".encode()).hexdigest()


@cache
def _code() -> str:
    """Return the hash of the code that composes."""
    return code_digest(code_files(_ROOMS))


def _digest_from(root: Path, files: Iterable[Path]) -> str:
    """Return the hash of files below a folder, named from there."""
    start = len(f"{root.as_posix().rstrip('/')}/")
    return digest_of((path.as_posix()[start:], path) for path in files)
