"""Files of cases are where they belong, in the one form in which they are written, and their names are plain."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from hookconform.corpus.case_files import CAPTURED, CONTRIBUTED, FOLDERS, CaseFiles
from hookconform.corpus.cases import platform_folders
from hookconform.ground.json_text import compact
from hookconform_lab.lint.reading import Corpus

_NAME = re.compile(r"^[a-z0-9]+(-[a-z0-9]+)*$")


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield misplaced and misnamed cases, files that are none, and lines in another form than they are written in."""
    for case in corpus.cases:
        if case.is_composed:
            continue
        if (case.version is not None) != case.is_captured:
            yield case.id, f"its origin is {case.origin['kind']}, which does not belong in {case.path.parent.name}/"
        if not _NAME.match(case.id.rpartition("/")[2]):
            yield case.id, "its name must be lower-case words joined by dashes"
        source, platform = case.origin.get("source"), corpus.platforms.get(case.platform)
        if source is not None and platform is not None and source not in platform.sources:
            yield case.id, f"it is composed from the source {source}, which platform.yaml does not have"
        if case.path.parent.name == CONTRIBUTED and case.path.stem != "-".join(case.id.split("/")[2:]):
            yield case.id, f"its file is called {case.path.name}, not {'-'.join(case.id.split('/')[2:])}.json"
    for folder in platform_folders(corpus.root):
        yield from _of_files(folder, corpus.root)


def _of_files(folder: Path, root: Path) -> Iterator[tuple[str, str]]:
    known = set(CaseFiles(folder, lambda _where, _why: None).files())
    for name, form in FOLDERS.items():
        for path in sorted((folder / name).glob("**/*")):
            if path.is_file() and path not in known:
                yield path.relative_to(root).as_posix(), f"no file of cases is called so: {name}/{form}"
    for path in sorted((folder / CAPTURED).glob("*.jsonl")):
        yield from ((path.relative_to(root).as_posix(), problem) for problem in _of_lines(path))


def _of_lines(path: Path) -> Iterator[str]:
    """Yield lines that are not compact JSON (a key that stands twice is none), and a file that is not in order."""
    try:
        lines = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
        parsed = [json.loads(line) for line in lines]
    except (OSError, ValueError, RecursionError):
        return  # the rule case-schema says so
    for number, (line, found) in enumerate(zip(lines, parsed, strict=True), start=1):
        if compact(found) != line:
            yield f"line {number} is not written as compact JSON"
    names = [str(found.get("name")) if isinstance(found, dict) else "" for found in parsed]
    if names != sorted(names):
        yield "its lines are not in the order of their names"
