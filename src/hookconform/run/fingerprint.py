"""The fingerprint of a corpus release: reports of different releases cannot be compared."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from hookconform.corpus.cases import case_paths
from hookconform.corpus.locate import corpus_root


def corpus_fingerprint(root: Path | None = None) -> str:
    """Return the SHA-256 over the names and hashes of all cases and rule packs, in order."""
    base = root or corpus_root()
    whole = hashlib.sha256()
    for path in [*case_paths(base), *sorted((base / "rules").glob("*.yaml"))]:
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        name = str(path).removeprefix(f"{base}{os.sep}").replace(os.sep, "/")
        whole.update(f"{name} {content}\n".encode())
    return whole.hexdigest()
