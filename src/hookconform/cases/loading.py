"""Reading the cases of a corpus: of all platforms or some, by id, by pattern."""

from __future__ import annotations

import fnmatch
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

from hookconform.cases.composed import ComposedCase
from hookconform.cases.entry import Entry
from hookconform.cases.index import index_of
from hookconform.corpus.case_files import SYNTHETIC
from hookconform.corpus.cases import Case, case_from_dict, platform_folders
from hookconform.corpus.locate import corpus_root
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import meant
from hookconform.ground.versions import in_order


def iter_cases(
    *,
    root: Path | None = None,
    platforms: Iterable[str] = (),
    globs: Iterable[str] = (),
    ids: Collection[str] | None = None,
) -> Iterator[Case]:
    """Yield cases one by one in id order; `globs` (shell patterns over ids) keep those that match any, `ids` these.

    Raises `HookconformError` (`platform.unknown`) for a platform the corpus does not have.
    """
    base = root or corpus_root()
    patterns = list(globs)

    def is_wanted(case_id: str) -> bool:
        named = ids is None or case_id in ids
        return named and (not patterns or any(fnmatch.fnmatchcase(case_id, pattern) for pattern in patterns))

    for platform in wanted_platforms(base, platforms):
        index = index_of(base, platform)
        yield from index.cases(filter(is_wanted, index.entries) if patterns or ids is not None else index.entries)


def iter_entries(*, root: Path | None = None, platforms: Iterable[str] = ()) -> Iterator[Entry]:
    """Yield what cases are listed with, in id order, without reading the cases; raises as `iter_cases`."""
    base = root or corpus_root()
    for platform in wanted_platforms(base, platforms):
        yield from index_of(base, platform).entries.values()


def case_of(composed: ComposedCase, root: Path) -> Case:
    """Return a composed case as every other."""
    return case_from_dict(composed.content, case_id=composed.id, path=root / composed.table, row=composed.origin)


def case_ids(root: Path, platforms: Iterable[str] = ()) -> list[str]:
    """Return the ids of all cases in id order, of some platforms or of all, without reading the cases."""
    wanted = set(platforms)
    names = [folder.name for folder in platform_folders(root)]
    return [case_id for name in names if not wanted or name in wanted for case_id in index_of(root, name).entries]


def case_with_id(case_id: str, root: Path) -> Case:
    """Return the case of an id that there is."""
    (case,) = iter_cases(root=root, platforms=[case_id.partition("/")[0]], ids=[case_id])
    return case


def captured_cases(root: Path, platform: str, version: str) -> list[Case]:
    """Return the cases recorded at a version, in id order."""
    index = index_of(root, platform)
    return list(index.cases(index.captured.get(version, ())))


def captured_versions(root: Path, platform: str) -> list[str]:
    """Return the versions of a platform at which payloads were recorded, oldest first."""
    return in_order(index_of(root, platform).captured)


def captured_entries(root: Path, platform: str) -> Iterator[list[Entry]]:
    """Yield what recorded cases are listed with, a list a version, the newest first."""
    index = index_of(root, platform)
    for version in reversed(in_order(index.captured)):
        yield [index.entries[case_id] for case_id in index.captured[version]]


def made_up_cases(root: Path, platform: str) -> list[Case]:
    """Return the synthetic cases of a platform, filed and composed, in id order."""
    index = index_of(root, platform)
    return list(index.cases(case_id for case_id in index.entries if f"/{SYNTHETIC}/" in case_id))


def made_up_entries(root: Path, platform: str) -> list[Entry]:
    """Return what the synthetic cases of a platform are listed with, in id order."""
    return [entry for entry in index_of(root, platform).entries.values() if f"/{SYNTHETIC}/" in entry.id]


def content_of(case: Case, root: Path) -> dict[str, Any]:
    """Return a case as one document that follows the case schema."""
    return index_of(root, case.platform).content(case.id)


def wanted_platforms(root: Path, platforms: Iterable[str]) -> list[str]:
    """Return these platforms of the corpus in its order, all if none is named; raises as `iter_cases`."""
    wanted = list(platforms)
    known = [folder.name for folder in platform_folders(root)]
    for name in wanted:
        if name not in known:
            raise HookconformError(
                "platform.unknown",
                f"The corpus has no platform {name!r}.",
                hint=meant(name, known),
            )
    return [name for name in known if not wanted or name in wanted]
