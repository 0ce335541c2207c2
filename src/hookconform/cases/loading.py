"""Reading the cases of a corpus: of all platforms or some, by id, by pattern."""

from __future__ import annotations

import fnmatch
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

from hookconform.cases.composed import ComposedCase, Tables
from hookconform.corpus.case_files import CAPTURED, SYNTHETIC, CaseFiles, FiledCase, in_id_order
from hookconform.corpus.cases import Case, case_from_dict, filed_case, platform_folders
from hookconform.corpus.locate import corpus_root
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import meant


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
        files = CaseFiles(base / "platforms" / platform)
        asked = asked_ids(files)
        for version in sorted(files.versions):
            for filed in files.captured(version, is_wanted):
                yield filed_case(filed, is_asked=filed.id in asked)
        by_hand = files.by_hand
        composed = {case_id for case_id in tables.ids(platform) if is_wanted(case_id)}
        made = {found.id: found for found in tables.cases(platform, composed)} if composed else {}
        for case_id in in_id_order(case_id for case_id in {*by_hand, *made} if is_wanted(case_id)):
            # A case of its own in the place of a row is what lint finds.
            yield filed_case(by_hand[case_id]) if case_id in by_hand else case_of(made[case_id], base)


def asked_ids(files: CaseFiles) -> frozenset[str]:
    """Return the recorded cases that are put to adapters: each payload at the first and the newest version of it.

    What is in between has the same shape and the same expectation.
    """
    newest: dict[tuple[str, str], str] = {}
    own: set[str] = set()
    for version, manifest in files.manifests.items():
        for name, payload in manifest.payloads.items():
            case_id = f"{files.platform}/{CAPTURED}/{version}/{name}"
            if (payload.version, payload.name) == (version, name):
                own.add(case_id)
            else:
                newest[payload.version, payload.name] = case_id
    return frozenset({*own, *newest.values(), *files.contributed_ids()})


def case_of(composed: ComposedCase, root: Path) -> Case:
    """Return a composed case as every other."""
    return case_from_dict(
        composed.content, case_id=composed.id, path=root / composed.table, row=f"{composed.table}, row {composed.row}"
    )


def case_ids(root: Path, platforms: Iterable[str] = ()) -> list[str]:
    """Return the ids of all cases in id order, of some platforms or of all, without reading the payloads."""
    wanted = set(platforms)
    tables = Tables(root)
    found: list[str] = []
    for folder in platform_folders(root):
        if not wanted or folder.name in wanted:
            files = CaseFiles(folder)
            found += files.captured_ids() + in_id_order({*files.by_hand, *tables.ids(folder.name)})
    return found


def case_with_id(case_id: str, root: Path) -> Case:
    """Return the case of an id that there is."""
    (case,) = iter_cases(root=root, platforms=[case_id.partition("/")[0]], ids=[case_id])
    return case


def captured_cases(root: Path, platform: str, version: str) -> list[Case]:
    """Return the cases recorded at a version, in id order."""
    files = CaseFiles(root / "platforms" / platform)
    asked = asked_ids(files)
    return [filed_case(filed, is_asked=filed.id in asked) for filed in files.captured(version)]


def captured_versions(root: Path, platform: str) -> list[str]:
    """Return the versions of a platform of which there are recordings, oldest first."""
    return CaseFiles(root / "platforms" / platform).versions


def made_up_cases(root: Path, platform: str) -> list[Case]:
    """Return the synthetic cases of a platform, filed and composed, in id order."""
    return list(iter_cases(root=root, platforms=[platform], globs=[f"{platform}/{SYNTHETIC}/*"]))


def content_of(case: Case, root: Path) -> dict[str, Any]:
    """Return a case as one document that follows the case schema."""
    if case.is_composed:
        (found,) = Tables(root).cases(case.platform, [case.id])
        return found.content
    return filed_content(case, root).content


def filed_content(case: Case, root: Path) -> FiledCase:
    """Return what the files say of a case that is not composed."""
    files = CaseFiles(root / "platforms" / case.platform)
    if case.version is None:
        return files.by_hand[case.id]
    return next(files.captured(case.version, lambda case_id: case_id == case.id))


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
