"""The fingerprint of a corpus release: reports of different releases cannot be compared."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from hookconform.cases.index import index_of
from hookconform.corpus.cases import platform_folders
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.released import PAYLOADS, RELEASE
from hookconform.ground.file_digests import digest_of
from hookconform.ground.packed import SUFFIX, content_of, held_by

# What no run reads: the release, which states the fingerprint, and what the corpus is made and explained with.
# Everything else counts, so that what is added to the corpus counts too. Of tables the cases count that they compose.
NOT_JUDGED_BY = frozenset(
    {
        "README.md",
        "accepted-holes.yaml",
        "families",
        "read-files.yaml",
        PAYLOADS,
        RELEASE,
        "releases.json",
        "retired.yaml",
        "semantics",
    }
)


def corpus_fingerprint(root: Path | None = None) -> str:
    """Return the SHA-256 over the names and hashes of all files that a verdict may depend on, and the composed cases.

    Raises `HookconformError` (`corpus.missing`) for a corpus without platforms.
    """
    base = root or corpus_root()
    whole = hashlib.sha256()
    for folder in platform_folders(base):
        whole.update(f"{folder.name} {index_of(base, folder.name).digest}\n".encode())
    for name in sorted(_names(base, "", NOT_JUDGED_BY)):
        content = hashlib.sha256(content_of(base / name)).hexdigest()
        whole.update(f"{name} {content}\n".encode(errors="surrogateescape"))
    return whole.hexdigest()


def files_digest(root: Path) -> str:
    """Return a hash of all files that a verdict may depend on, tables too, without composing their cases."""
    names = sorted(_names(root, "", NOT_JUDGED_BY - {"families"}))
    return digest_of((name, root / name) for name in names)


def _names(base: Path, below: str, left_out: frozenset[str]) -> Iterator[str]:
    """Yield the path of each file that counts, with `/`, from the corpus's folder; hidden files are an editor's."""
    with os.scandir(f"{base}{os.sep}{below.replace('/', os.sep)}") as entries:
        for entry in entries:
            name = entry.name.removesuffix(SUFFIX)
            if name.startswith(".") or name in left_out:
                continue
            if entry.is_dir():
                yield from _names(base, f"{below}{entry.name}/", left_out)
            elif entry.is_file() and name != entry.name:
                yield from (f"{below}{name}/{path.name}" for path in held_by(Path(entry.path)))
            elif entry.is_file():
                yield below + name
