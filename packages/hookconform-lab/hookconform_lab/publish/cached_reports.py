"""Run reports of the published adapters in the user's cache, so that no adapter runs twice over the same corpus.

A report is filed under a hash of everything that it follows from. Of these, the name of the base line's file has the
judge's code, the Python that runs it, the corpus and the claims. The adapter's own code and program are added here.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import hook_adapters
import tool_facades
from hookconform.attach.launch import import_folder
from hookconform.attach.manifest import Manifest
from hookconform.checks.outcome import Outcome
from hookconform.corpus.locate import corpus_root
from hookconform.ground.cache import user_cache
from hookconform.ground.file_digests import changed_since_start, digest_of
from hookconform.ground.kept_file import read_kept, write_kept
from hookconform.run.baseline import baseline_of
from hookconform.run.kept_baseline import kept_file
from hookconform.run.record import RunRecord
from hookconform.run.selection import Selection

_FOLDER = "published"
_MOST_FILES = 40
_VERSION_SECONDS = 10.0
# The lab's own part of a report: how the adapters are run, and what of it is cached.
_MADE_BY = (Path(__file__), Path(__file__).with_name("published.py"))


def cache_file(manifest: Manifest) -> Path | None:
    """Return the file for the report of an adapter's run over the whole corpus; None if it cannot be cached.

    Nothing is cached where a file changed since this process started: it may have loaded what was there before. The
    same is true of an adapter whose program names no version.
    """
    question = kept_file(baseline_of(manifest), Selection())
    program, folders = _program(manifest), list(_folders(manifest))
    places = [place for folder in folders for place in _places(folder)] + list(_MADE_BY)
    if question is None or not program or any(map(changed_since_start, places)):
        return None
    facts = {
        "question": question.name,
        "adapter": [str(manifest.path), digest_of((str(place), place) for place in places if place.is_file())],
        "program": program,
        "facades": [str(entry) for entry in entry_points(group="hook_adapters.suite")],
        # Reports name files.
        "corpus": str(corpus_root()),
    }
    return user_cache() / _FOLDER / hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def read_report(path: Path) -> dict[str, Any] | None:
    """Return a cached report; None if there is none, or it is damaged."""
    content = read_kept(path)
    return None if content is None else json.loads(bytes(content))


def cache_report(path: Path, record: RunRecord, report: dict[str, Any]) -> None:
    """Cache the report of a complete run; not one with an error, which may be this machine's."""
    baseline = record.baseline
    if record.interrupted or baseline is None or record.total(Outcome.ERROR) or baseline.total(Outcome.ERROR):
        return
    write_kept(path, json.dumps(report, separators=(",", ":")).encode("ascii"), like="*", most=_MOST_FILES)


def _folders(manifest: Manifest) -> Iterator[Path]:
    """Yield the folders with the code that an adapter is made of."""
    yield manifest.folder
    named = None if manifest.run is None or not manifest.run.python else import_folder(manifest)
    if named is not None:
        yield Path(named)
    yield from (Path(package.__path__[0]) for package in (hook_adapters, tool_facades))


def _places(folder: Path) -> Iterator[Path]:
    """Yield a folder and everything below it, sorted, without compiled Python files."""
    for top, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        yield Path(top)
        yield from (Path(top, name) for name in sorted(files))


def _program(manifest: Manifest) -> str:
    """Return the program that runs an adapter, with its version; empty if that is not known."""
    if manifest.kind == "python" and manifest.run is not None and manifest.run.interpreter is None:
        return sys.executable
    if manifest.run is None or not manifest.run.command or manifest.run.setup or manifest.needs_program:
        return ""
    command = [manifest.run.command[0], "--version"]
    try:
        done = subprocess.run(
            command, cwd=manifest.folder, capture_output=True, text=True, timeout=_VERSION_SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError, UnicodeError):
        return ""
    return done.stdout.strip()
