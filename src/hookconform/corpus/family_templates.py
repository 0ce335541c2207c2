"""Which recorded payload gives the cases of a family their shape on each platform; looking cases up needs no more."""

from __future__ import annotations

from pathlib import Path

from hookconform.corpus.documents import load_document, parse_document
from hookconform.corpus.locate import corpus_root

FOLDER = "families"
TEMPLATES = "templates.yaml"


def load_templates(root: Path | None = None) -> dict[str, dict[str, str]]:
    """Return platform → canonical event → id of the case whose payload gives the shape; none without families."""
    path = (root or corpus_root()) / FOLDER / TEMPLATES
    return parse_document(path) if path.is_file() else {}


def check_templates(root: Path) -> None:
    """Raise `HookconformError` (`schema.templates`) for a table that names no events or no cases."""
    path = root / FOLDER / TEMPLATES
    if path.is_file():
        load_document(path, "templates", root)
