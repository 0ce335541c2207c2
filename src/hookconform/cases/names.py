"""Which case is meant: by its id, a former id, its file, a pattern, or the claim it rests on."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Collection, Iterable
from pathlib import Path

from hookconform.cases.loading import case_ids, iter_cases
from hookconform.corpus.case_files import CAPTURED, CaseFiles
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.documents import parse_document
from hookconform.corpus.native import claim_of
from hookconform.ground.errors import HookconformError
from hookconform.ground.versions import newest_of

_PATTERN = frozenset("*?[")
_NEAR = 3
# Of a file of cases below its platform: the folder and the file.
_IN_FOLDER = 2
_LISTED = "`hookconform cases` lists those of payloads; ids of tool facades begin with PLATFORM/facade/."


def known_cases(root: Path, platforms: Iterable[str] = ()) -> dict[str, None]:
    """Return the ids of all cases in id order, of some platforms or of all."""
    return dict.fromkeys(case_ids(root, platforms))


def retired_ids(root: Path) -> frozenset[str]:
    """Return the ids that were renamed or removed: none may name another payload again."""
    return frozenset({*aliases(root), *tombstones(root)})


def aliases(root: Path) -> dict[str, str]:
    """Return former id → id of the cases that were renamed."""
    return _retired(root, "aliases")


def tombstones(root: Path) -> dict[str, str]:
    """Return former id → reason of the cases that were removed."""
    return _retired(root, "tombstones")


def _retired(root: Path, what: str) -> dict[str, str]:
    path = root / "retired.yaml"
    return (parse_document(path)[what] or {}) if path.is_file() else {}


def case_named(text: str, known: Collection[str], root: Path) -> str:
    """Return the id of the one case that is named by id, former id, or a file of one case.

    Raises `HookconformError` (`case.several`, `case.unknown`, `case.removed`).
    """
    named = _former(text)
    if named in known:
        return named
    filed = _of_file(text, known, root)
    if len(filed) > 1:
        raise HookconformError(
            "case.several",
            f"The file holds {len(filed)} cases: {text}.",
            hint=f"Name one by its id, such as {filed[0]}; `hookconform cases` lists them.",
        )
    if filed:
        return filed[0]
    now = aliases(root).get(named, named)
    if now in known:
        return now
    removed = tombstones(root)
    if now in removed:
        raise HookconformError(
            "case.removed",
            f"The case was removed: {removed[now]}",
            where=now,
            hint="Use another case.",
        )
    raise HookconformError("case.unknown", f"There is no case {text!r}.", hint=_hint(named, known))


def cases_named(text: str, known: Collection[str], root: Path) -> list[str]:
    """Return the ids of the cases that a text names, at least one: as `case_named`, by a file, a pattern or a claim.

    Raises `HookconformError` (`case.unknown`, `case.removed`, `claim.unknown`, `platform.unknown`).
    """
    if "#" in text:
        return _of_claim(text, known, root)
    if _PATTERN.isdisjoint(text):
        return _of_file(text, known, root) or [case_named(text, known, root)]
    matches = re.compile(fnmatch.translate(_former(text))).match
    found = [name for name in known if matches(name)]
    if not found:
        raise HookconformError("case.unknown", f"No case matches {text!r}.", hint=_hint(text, known))
    return found


def _of_claim(text: str, known: Collection[str], root: Path) -> list[str]:
    platform = load_platform(text.partition("#")[0], root)
    platform.claim_named(text)
    found = [
        case.id
        for case in iter_cases(root=root, platforms=[platform.id])
        if case.id in known and text in _claims_of(platform, case)
    ]
    if not found:
        raise HookconformError(
            "case.unknown",
            f"No case rests on {text!r}.",
            hint=f"`hookconform explain {platform.id}` lists what is known of the platform.",
        )
    return found


def shown_case(text: str, known: Collection[str], root: Path) -> Case:
    """Return the case that shows best what a text names: of several a recorded one, no probe, at the newest version.

    Raises as `cases_named`.
    """
    named = cases_named(text, known, root)
    real = [name for name in named if "/synthetic/" not in name]
    platforms = {name.partition("/")[0] for name in named}
    found = list(iter_cases(root=root, platforms=platforms, ids=newest_cases(real or named)))
    return next((case for case in found if not case.is_probe), found[0])


def newest_cases(known: Iterable[str]) -> list[str]:
    """Return the ids of the cases captured at the newest recorded version of a platform, and of all synthetic ones."""
    names = list(known)
    by_platform: dict[str, set[str]] = {}
    for name in names:
        platform, kind, *rest = name.split("/")
        if kind == CAPTURED:
            by_platform.setdefault(platform, set()).add(rest[0])
    newest = {f"{platform}/{CAPTURED}/{newest_of(found)}" for platform, found in by_platform.items()}
    return [name for name in names if f"/{CAPTURED}/" not in name or name.rpartition("/")[0] in newest]


def _claims_of(platform: Platform, case: Case) -> set[str]:
    found = (claim_of(platform, case), claim_of(platform, case, by_event=True))
    return {claim.id for claim in found if claim is not None}


def _of_file(text: str, known: Collection[str], root: Path) -> list[str]:
    """Return the ids of the cases of a file of the corpus; empty if the text names none."""
    platform, *rest = _below_platforms(text).split("/")
    if len(rest) != _IN_FOLDER or not (root / "platforms" / platform).is_dir():
        return []
    return [name for name in CaseFiles(root / "platforms" / platform).ids_in(*rest) if name in known]


def _former(text: str) -> str:
    """Return `gemini-cli/synthetic/x` for `corpus/platforms/gemini-cli/synthetic/x.json`, which was once its file."""
    return _below_platforms(text).removesuffix(".json")


def _below_platforms(text: str) -> str:
    head, found, tail = text.replace("\\", "/").rpartition("platforms/")
    return tail if found and (not head or head.endswith("/")) else text


def _hint(text: str, known: Iterable[str]) -> str:
    import difflib  # noqa: PLC0415 (slow to import, and rarely needed)

    # Of all platforms there are too many to compare with, and nearly always the platform is right.
    platform = text.partition("/")[0]
    names = list(known)
    own = [name for name in names if name.startswith(f"{platform}/")]
    close = difflib.get_close_matches(text, own or names, n=_NEAR)
    return f"Did you mean {', '.join(close)}?" if close else _LISTED
