"""Answers that were judged right, in the user's cache: the same answer to the same question is not judged again.

A run asks an adapter everything, every time. Of a case without a red check a file in the cache has the requests, the
digest of each answer, and the results. An adapter that gives all these answers again, byte for byte, has these results.
Any other answer is read and judged as if nothing were kept.

There is a file for each platform, named by a hash of everything that results follow from beside the answers: the
corpus, the code that judges, the Python that runs it, and the adapter's claims. So it is never stale. A file that is
damaged is as if it were not there, and where nothing can be written, nothing is kept.
"""

from __future__ import annotations

import hashlib
import json
import marshal
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from hookconform.attach.manifest import Manifest
from hookconform.checks.outcome import CheckResult, Outcome
from hookconform.checks.traits import Trait
from hookconform.corpus.locate import corpus_root
from hookconform.ground.cache import user_cache
from hookconform.ground.kept_file import read_kept, write_kept
from hookconform.run.kept_baseline import code_folders, is_changed, judged_by
from hookconform.run.selection import Selection

_FOLDER = "answers"
# Files of one platform that are kept: enough for the adapters and claims somebody works on.
_KEPT = 4
# Cases that are packed together, and bytes of their payloads after which no more are.
_TOGETHER, _FULL = 256, 1 << 20
# The kinds of adapter whose answers come in lines.
_KINDS = frozenset({"python", "command"})
_HARMLESS = frozenset({Outcome.PASSED, Outcome.UNSUPPORTED})


class KeptCall(NamedTuple):
    """One request: its parameters and the payload as JSON text, and the digest of the answer.

    `has_pack`: the combined pack goes with it.
    """

    method: str
    key: str
    params: bytes
    payload: bytes
    has_pack: bool
    answer: bytes


class KeptCase(NamedTuple):
    """The requests of one case, and its results as places in the table of results; without `calls` it must be judged.

    `not_judged` as in its plan. `goes_on`: the answers are asked about in a second round, which has the results.
    """

    id: str
    calls: tuple[KeptCall, ...] | None = None
    results: tuple[int, ...] = ()
    not_judged: tuple[tuple[str, str], ...] = ()
    goes_on: bool = False


class Kept(NamedTuple):
    """What is kept of a platform: its cases, the facades' and those of their second round, each packed in parts.

    `results` are those of all cases, each once, without the case's id.
    """

    results: list[tuple[Any, ...]]
    cases: list[bytes]
    facades: list[bytes]
    again: list[bytes]


class KeptPlatform:
    """The kept answers of one platform."""

    def __init__(self, platform: str, path: Path, kept: Kept) -> None:
        self.platform = platform
        self._path = path
        self._kept = kept
        self._results = [_result(row) for row in kept.results]
        # How many cases were answered as before, and how many were not.
        self._same = self._others = 0

    def cases(self) -> Iterator[KeptCase]:
        """Yield every case with a payload, in order."""
        return _unpacked(self._kept.cases)

    def facades(self) -> Iterator[KeptCase]:
        """Yield every case of the facades, in order."""
        return _unpacked(self._kept.facades)

    @cached_property
    def again(self) -> dict[str, KeptCase]:
        """Return by id the cases of the facades whose second round is known."""
        return {case.id: case for case in _unpacked(self._kept.again) if case.calls is not None}

    def results(self, case: KeptCase) -> list[CheckResult]:
        """Return the results of a case whose answers are all the same."""
        self._same += 1
        return [CheckResult(case.id, *self._results[place]) for place in case.results]

    def note_other(self) -> None:
        """Note that a case was answered otherwise."""
        self._others += 1

    def close(self) -> None:
        """Drop a file that most answers do not fit: the next run keeps those given then."""
        if self._others > self._same:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)


class Notes:
    """What a run finds out about one platform, to be kept."""

    def __init__(self) -> None:
        self.cases, self.facades, self.again = _Packer(), _Packer(), _Packer()
        self._places: dict[tuple[Any, ...], int] = {}

    def places(self, results: Iterable[CheckResult]) -> tuple[int, ...] | None:
        """Return the places of results in the table; None if one of them has to be judged again in any case."""
        found: list[int] = []
        for result in results:
            if result.outcome not in _HARMLESS or result.differences:
                return None
            found.append(self._places.setdefault(result[1:], len(self._places)))
        return tuple(found)

    def kept(self) -> Kept:
        """Return everything that was noted."""
        return Kept(list(map(_row, self._places)), self.cases.parts(), self.facades.parts(), self.again.parts())


class KeptAnswers:
    """The kept answers to the questions of one run, and the notes for what is not kept yet."""

    def __init__(self, question: str) -> None:
        self._question = question
        self._known: dict[str, KeptPlatform | None] = {}
        self._notes: dict[str, Notes] = {}

    @classmethod
    def of(cls, manifest: Manifest, selection: Selection) -> KeptAnswers | None:
        """Return the kept answers for an adapter, attached, and a selection; None if none are kept.

        That is so for hook programs, and for a part of the cases or checks. Nor are they kept where a file has changed
        since this process started.
        """
        if manifest.kind not in _KINDS or selection != Selection(selection.platforms):
            return None
        question = _question(manifest)
        return None if question is None else cls(question)

    def of_platform(self, platform: str) -> KeptPlatform | None:
        """Return what is kept of a platform; None if there is nothing."""
        if platform not in self._known:
            path = self._path(platform)
            content = read_kept(path)
            found = None if content is None else KeptPlatform(platform, path, Kept(*marshal.loads(content)))  # noqa: S302 (written below, and whole)
            self._known[platform] = found
        return self._known[platform]

    def notes(self, platform: str) -> Notes:
        """Return the notes about a platform of which nothing is kept."""
        return self._notes.setdefault(platform, Notes())

    def keep(self, manifest: Manifest) -> None:
        """Write the notes of a complete run, unless corpus or code changed while it ran."""
        for known in self._known.values():
            if known is not None:
                known.close()
        if self._notes and _question(manifest) == self._question:
            for platform, notes in self._notes.items():
                if self._known.get(platform) is not None:
                    continue  # it has a file already, and what is noted is about its facades alone
                path = self._path(platform)
                like = f"{platform}-{'?' * len(self._question)}"
                write_kept(path, marshal.dumps(tuple(notes.kept())), like=like, most=_KEPT)

    def _path(self, platform: str) -> Path:
        return user_cache() / _FOLDER / f"{platform}-{self._question}"


def _question(manifest: Manifest) -> str | None:
    """Return the hash of everything that results follow from, beside the answers; None if it cannot be told."""
    if is_changed((*code_folders(), corpus_root())):
        return None
    said = {
        **judged_by(),
        "kind": manifest.kind,
        "protocol": manifest.protocol,
        "claims": asdict(manifest.claims),
        "stated": dict(manifest.stated),
    }
    return hashlib.sha256(json.dumps(said, sort_keys=True, default=sorted).encode()).hexdigest()


class _Packer:
    """Packs cases as they come, so that a run holds little of them."""

    def __init__(self) -> None:
        self._open: list[Any] = []
        self._size = 0
        self._parts: list[bytes] = []

    def add(self, case: KeptCase) -> None:
        calls = None if case.calls is None else tuple(map(tuple, case.calls))
        self._open.append((case.id, calls, *case[2:]))
        self._size += len(case.calls[0].payload) if case.calls else 0
        if len(self._open) == _TOGETHER or self._size > _FULL:
            self._pack()

    def parts(self) -> list[bytes]:
        if self._open:
            self._pack()
        return self._parts

    def _pack(self) -> None:
        self._parts.append(zlib.compress(marshal.dumps(self._open), 1))
        self._open, self._size = [], 0


def _unpacked(parts: Iterable[bytes]) -> Iterator[KeptCase]:
    for part in parts:
        for case_id, calls, *rest in marshal.loads(zlib.decompress(part)):  # noqa: S302 (written above)
            yield KeptCase(case_id, None if calls is None else tuple(map(KeptCall._make, calls)), *rest)


def _row(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return what stands behind the case's id in a result in plain values."""
    whole = CheckResult("", *row)
    return tuple(whole._replace(outcome=str(whole.outcome), traits=tuple(map(tuple, whole.traits))))[1:]  # type: ignore[arg-type]


def _result(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return what `_row` was given."""
    whole = CheckResult("", *row)
    return tuple(whole._replace(outcome=Outcome(whole.outcome), traits=tuple(Trait(*one) for one in whole.traits)))[1:]
