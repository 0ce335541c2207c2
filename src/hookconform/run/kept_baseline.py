"""Counts of the base line in the user's cache, so that it is judged once for the same question.

They are kept under a hash of everything that they follow from: the corpus, the code that judges, the Python that runs
it, the base line's own files, the claims that it was given, and the selection. So they are never stale. A process that
has loaded code or claims and finds their files changed since keeps nothing: what it judges by is not what lies there.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from hookconform.attach.manifest import Manifest
from hookconform.checks.outcome import Outcome
from hookconform.corpus.locate import corpus_root
from hookconform.ground.cache import user_cache
from hookconform.ground.file_digests import changed_since_start, digest_below
from hookconform.ground.kept_file import read_kept, write_kept
from hookconform.run.fingerprint import files_digest
from hookconform.run.record import RunRecord
from hookconform.run.selection import Selection

_FOLDER = "baseline"
_KEPT = 40
# The libraries by which a corpus is read and facades are judged; the second comes with the lab only.
_LIBRARIES = ("PyYAML", "jsonschema-rs")


def kept_file(base: Manifest, selection: Selection) -> Path | None:
    """Return the file for the counts of a base line; None if they are not kept.

    Those of a hook program follow from programs of this machine, and former ids of cases from more than the corpus's
    fingerprint. Nor are they kept where a file has changed since this process started.
    """
    code = code_folders()
    if base.run is None or selection.cases or is_changed((*code, base.folder, corpus_root())):
        return None
    said = {
        **judged_by(),
        "adapter": [digest_below(base.folder, "*.py"), digest_below(base.folder, "*.toml"), base.path.name],
        "run": asdict(base.run),
        "claims": asdict(base.claims),
        "selection": selection.as_json(),
    }
    text = json.dumps(said, sort_keys=True, default=sorted)
    return user_cache() / _FOLDER / hashlib.sha256(text.encode()).hexdigest()


def code_folders() -> tuple[Path, ...]:
    """Return the packages whose code judges."""
    return (Path(__file__).parents[1],)


def judged_by() -> dict[str, Any]:
    """Return what every verdict follows from, beside the adapter's answers and claims: for a hash that names a file."""
    return {
        "python": sys.version,
        "libraries": [_version(name) for name in _LIBRARIES],
        "code": [digest_below(folder, "*.py") for folder in code_folders()],
        # Cases are composed of these files by this code; the fingerprint would have every platform's composed.
        "corpus": files_digest(corpus_root()),
    }


def read_counts(path: Path, base: Manifest, selection: Selection) -> RunRecord | None:
    """Return the record with the kept counts; None if there are none, or they are damaged."""
    content = read_kept(path)
    if content is None:
        return None
    document = json.loads(bytes(content))
    record = RunRecord(base, selection, counts_only=True)
    record.cases, record.facade_cases = document["cases"], document["facade_cases"]
    record.perturbed, record.inferred = document["perturbed"], document["inferred"]
    for platform, capability, outcome, number in document["counts"]:
        record.counts[platform, capability, Outcome(outcome)] = number
    for platform, capability, variant, outcome, number in document["variants"]:
        record.variants[platform, capability, variant, Outcome(outcome)] = number
    return record


def keep_counts(path: Path, record: RunRecord) -> None:
    """Keep the counts of a run that came to its end; not those with an error, which may be this machine's."""
    if record.interrupted or record.total(Outcome.ERROR):
        return
    document = {
        "cases": record.cases,
        "facade_cases": record.facade_cases,
        "perturbed": record.perturbed,
        "inferred": record.inferred,
        "counts": _rows(record.counts.items()),
        "variants": _rows(record.variants.items()),
    }
    write_kept(path, json.dumps(document, separators=(",", ":")).encode("ascii"), like="*", most=_KEPT)


def _rows(counts: Iterable[tuple[tuple[str, ...], int]]) -> list[list[str | int]]:
    return [[*key, number] for key, number in counts]


def is_changed(folders: Iterable[Path]) -> bool:
    """Tell whether a file was written, added, moved or removed since this process started."""
    return any(
        changed_since_start(place)
        for folder in folders
        for top, _, files in os.walk(folder)
        if not top.endswith("__pycache__")
        for place in (top, *(f"{top}/{name}" for name in files))
    )


def _version(library: str) -> str | None:
    """Return the installed version of a library, None where it is not installed."""
    try:
        text = distribution(library).read_text("METADATA") or ""
    except PackageNotFoundError:
        return None
    # What importlib.metadata reads it with is the standard library's reader of mail, which takes long to import.
    return next((line for line in text.splitlines() if line.startswith("Version:")), None)
