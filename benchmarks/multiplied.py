"""A corpus of a given size for measuring: the real one, its cases repeated under new names."""

from __future__ import annotations

import itertools
import shutil
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hookconform.corpus.case_files import CASES, CONTRIBUTED, CaseFiles, FiledCase, write_cases, write_lines
from hookconform.corpus.cases import CAPTURED, platform_folders
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.manifests import FOLDER as VERSIONS
from hookconform.corpus.manifests import Manifest, Recorded, write_manifests


def multiplied_corpus(folder: Path, cases: int) -> Path:
    """Copy the corpus into `folder` so that it has exactly `cases` cases, none composed, and return its root."""
    root = corpus_root()
    target = folder / "corpus"
    left_out = shutil.ignore_patterns("families", CAPTURED, VERSIONS, CASES, CONTRIBUTED)
    shutil.copytree(root, target, ignore=left_out)
    recorded: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    by_hand: dict[str, dict[str, dict[str, Any]]] = defaultdict(dict)
    own = list(_with_own_payloads(root))
    for number, case in enumerate(itertools.islice(itertools.cycle(own), cases)):
        platform, kind, *version, name = case.id.split("/")
        copy = f"{name}-copy-{number // len(own)}"
        if kind == CAPTURED:
            recorded[platform, version[0]].append({"name": copy, **case.content})
        else:
            by_hand[platform][copy] = case.content
    for platform in {platform for platform, _ in recorded}:
        manifests: list[Manifest] = []
        for (of, version), lines in recorded.items():
            if of == platform:
                write_lines(target / "platforms" / of, version, lines)
                manifests.append(_manifest(version, lines))
        write_manifests(target / "platforms" / platform, manifests)
    for platform, copies in by_hand.items():
        write_cases(target / "platforms" / platform / CASES / "copies.json", copies)
    return target


def _with_own_payloads(root: Path) -> Iterator[FiledCase]:
    for folder in platform_folders(root):
        files = CaseFiles(folder)
        for version in files.versions:
            yield from (case for case in files.captured(version) if not case.repeats)
        yield from files.by_hand.values()


def _manifest(version: str, lines: list[dict[str, Any]]) -> Manifest:
    origin = lines[0]["origin"]
    payloads = {line["name"]: Recorded(line["origin"]["sha256"], version, line["name"]) for line in lines}
    return Manifest(version, origin["driver"], origin["recorded"], payloads)
