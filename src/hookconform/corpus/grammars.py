"""Our own grammars of free-text tools: `grammars/`, known by the hash of the vendor's text."""

from __future__ import annotations

from pathlib import Path

from hookconform.corpus.documents import load_document
from hookconform.corpus.locate import corpus_root

_INDEX = "index.yaml"


def known_grammars(root: Path | None = None) -> dict[str, Path]:
    """Return SHA-256 of a vendor's grammar → our own file; none if the corpus has no grammars.

    Raises `HookconformError` (`schema.grammars`, `yaml.invalid`).
    """
    folder = (root or corpus_root()) / "grammars"
    path = folder / _INDEX
    if not path.is_file():
        return {}
    listed = load_document(path, "grammars", root)
    return {item["sha256"]: folder / item["grammar"] for item in listed}
