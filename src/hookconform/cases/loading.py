"""Reading the cases of a corpus: of all platforms or some, by id, by pattern."""

from __future__ import annotations

import fnmatch
from collections.abc import Collection, Iterable, Iterator
from operator import itemgetter
from pathlib import Path

from hookconform.cases.composed import ComposedCase, Tables
from hookconform.corpus.cases import (
    CAPTURED,
    SYNTHETIC,
    Case,
    case_from_dict,
    case_id_of,
    load_case,
    platform_folders,
)
from hookconform.corpus.locate import corpus_root
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import meant
from hookconform.ground.printable import printable_json


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

    tables = Tables(base)
    for platform in _wanted_platforms(base, platforms):
        folder = base / "platforms" / platform
        yield from (
            load_case(path, base)
            for path in sorted((folder / CAPTURED).glob("*/*.json"))
            if is_wanted(case_id_of(path, base))
        )
        filed = {case_id_of(path, base): path for path in (folder / SYNTHETIC).glob("*.json")}
        composed = {case_id for case_id in tables.ids(platform) if is_wanted(case_id)}
        made = {found.id: found for found in tables.cases(platform, composed)} if composed else {}
        for case_id in _in_order(case_id for case_id in {*filed, *made} if is_wanted(case_id)):
            # A file in the place of a row is what lint finds.
            yield load_case(filed[case_id], base) if case_id in filed else case_of(made[case_id], base)


def case_of(composed: ComposedCase, root: Path) -> Case:
    """Return a composed case as every other."""
    return case_from_dict(
        composed.content, case_id=composed.id, path=root / composed.table, row=f"{composed.table}, row {composed.row}"
    )


def case_files(root: Path, platforms: Iterable[str] = ()) -> Iterator[Path]:
    """Yield the paths of all cases that are filed, in id order, of the given platforms or of all."""
    wanted = set(platforms)
    for folder in platform_folders(root):
        if not wanted or folder.name in wanted:
            yield from sorted((folder / CAPTURED).glob("*/*.json"))
            yield from sorted((folder / SYNTHETIC).glob("*.json"))


def case_ids(root: Path, platforms: Iterable[str] = ()) -> list[str]:
    """Return the ids of all cases in id order, of some platforms or of all, without reading the cases."""
    wanted = set(platforms)
    tables = Tables(root)
    found: list[str] = []
    for folder in platform_folders(root):
        if not wanted or folder.name in wanted:
            filed = [case_id_of(path, root) for path in case_files(root, [folder.name])]
            captured = [case_id for case_id in filed if case_id.split("/")[1] == CAPTURED]
            found += captured + _in_order({*filed, *tables.ids(folder.name)}.difference(captured))
    return found


def case_with_id(case_id: str, root: Path) -> Case:
    """Return the case of an id that there is."""
    (case,) = iter_cases(root=root, platforms=[case_id.partition("/")[0]], ids=[case_id])
    return case


def captured_cases(root: Path, platform: str, version: str) -> list[Case]:
    """Return the cases recorded at a version, in id order."""
    folder = root / "platforms" / platform / CAPTURED / version
    return [load_case(path, root) for path in sorted(folder.glob("*.json"))]


def made_up_cases(root: Path, platform: str) -> list[Case]:
    """Return the synthetic cases of a platform, filed and composed, in id order."""
    return list(iter_cases(root=root, platforms=[platform], globs=[f"{platform}/{SYNTHETIC}/*"]))


def text_of(case: Case, root: Path) -> str:
    """Return a case as its file has it; a composed one as a file of it would."""
    if not case.is_composed:
        return case.path.read_text(encoding="utf-8")
    (found,) = Tables(root).cases(case.platform, [case.id])
    return printable_json(found.content, indent=2) + "\n"


def _wanted_platforms(root: Path, platforms: Iterable[str]) -> list[str]:
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


def _in_order(case_ids: Iterable[str]) -> list[str]:
    """Return ids in the order of their file names."""
    return [name for name, _ in sorted(((case_id, f"{case_id}.json") for case_id in case_ids), key=itemgetter(1))]
