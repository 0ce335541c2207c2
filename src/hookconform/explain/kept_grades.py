"""Grades of claims in the user's cache: to compute one takes the lab, the checks and every case that shows the name.

They are kept under a hash of everything that they follow from: the cases, the claims, what versions declared, the
releases, and the code of the lab, the checks and the adapters. So they are never stale. A file that is damaged is as if
it were not there, and where nothing can be written, nothing is kept.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from hookconform.cases.index import index_key
from hookconform.corpus.cases import Case
from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform
from hookconform.ground.cache import user_cache
from hookconform.ground.file_digests import code_digest, digest_of
from hookconform.ground.kept_file import read_kept, write_kept
from hookconform.ground.packed import files_like

_FOLDER = "grades"
# Files of one platform that are kept, as of an index.
_KEPT = 6
# Whose code grades, beside the rooms in the key of an index.
_LAB, _ADAPTERS, _ROOMS = "hookconform_lab.evidence", "hook_adapters", ("attach", "checks", "effects")


def kept_grades(platform: Platform, claims: Sequence[Claim], cases: Callable[[], Sequence[Case]]) -> dict[str, str]:
    """Return the id of each claim → its grade, as `grades` does; `cases` is called for those of claims not kept."""
    lab = _lab()
    if lab is None or not claims:
        return _computed(platform, claims, cases)
    path = user_cache() / _FOLDER / f"{platform.id}-{_key(platform, lab)}"
    content = read_kept(path)
    kept: dict[str, str] = {} if content is None else json.loads(bytes(content))
    missing = [claim for claim in claims if claim.id not in kept]
    if missing:
        kept |= _computed(platform, missing, cases)
        digest = path.name.rpartition("-")[2]
        write_kept(path, json.dumps(kept).encode(), like=f"{platform.id}-{'?' * len(digest)}", most=_KEPT)
    return {claim.id: kept[claim.id] for claim in claims if claim.id in kept}


def _computed(platform: Platform, claims: Sequence[Claim], cases: Callable[[], Sequence[Case]]) -> dict[str, str]:
    from hookconform.explain.grading import grades  # noqa: PLC0415 (what is kept needs none of it)

    return grades(platform, claims, cases())


def _lab() -> Path | None:
    """Return the folder of the lab's code that grades; None where the lab is not installed."""
    try:
        found = find_spec(_LAB)
    except ModuleNotFoundError:
        return None
    return None if found is None or found.origin is None else Path(found.origin).parent


def _key(platform: Platform, lab: Path) -> str:
    """Return the hash of everything that grades of a platform's claims follow from."""
    folder = platform.path.parent
    files = [folder / "releases.json", *files_like(folder / "declared", "*")]
    said = (index_key(platform.root, platform.id), digest_of((path.name, path) for path in files), _code(lab))
    return hashlib.sha256(" ".join(said).encode()).hexdigest()


@cache
def _code(lab: Path) -> str:
    """Return the hash of the code that grades, and of the Python that runs it."""
    return f"{sys.version} {code_digest((str(path), path) for path in code_of_grades(lab))}"


def code_of_grades(lab: Path) -> Iterator[Path]:
    """Yield the files with the code that grades, beside those in the key of an index."""
    package = Path(__file__).parents[1]
    yield package / "explain" / "grading.py"
    folders = [lab, *(package / room for room in _ROOMS)]
    adapters = find_spec(_ADAPTERS)
    if adapters is not None and adapters.origin is not None:
        folders.append(Path(adapters.origin).parent)
    for folder in folders:
        for top, inner, names in os.walk(folder):
            inner[:] = sorted(name for name in inner if name != "__pycache__")
            yield from (Path(top, name) for name in sorted(names) if name.endswith((".py", ".toml")))
