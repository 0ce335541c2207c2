"""A corpus of a given size for measuring: the real one, its cases repeated under new names."""

from __future__ import annotations

import shutil
from pathlib import Path

from hookconform.cases.loading import case_files
from hookconform.corpus.locate import corpus_root


def multiplied_corpus(folder: Path, cases: int) -> Path:
    """Copy the corpus into `folder` so that it has exactly `cases` cases, and return its root."""
    root = corpus_root()
    target = folder / "corpus"
    shutil.copytree(root, target)
    for path in case_files(target):
        path.unlink()
    paths = list(case_files(root))
    for number in range(cases):
        path = paths[number % len(paths)]
        copy = target / path.relative_to(root)
        shutil.copyfile(path, copy.with_stem(f"{copy.stem}-copy-{number // len(paths)}"))
    return target
