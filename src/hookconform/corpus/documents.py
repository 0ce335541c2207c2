"""YAML documents of the corpus, each parsed and validated once.

What was parsed is kept as JSON in the user's cache, and what was found valid is marked there, each under a hash of
everything that decides about it: the text, the schemas, the names they list, and the code that parses. So nothing kept
is ever stale, and where nothing can be written, nothing is kept.
"""

from __future__ import annotations

import glob
import hashlib
import json
from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hookconform.corpus import schemas
from hookconform.corpus.locate import corpus_root
from hookconform.ground.cache import user_cache
from hookconform.ground.kept_file import read_kept, write_kept
from hookconform.ground.strict_yaml import load_yaml

# Texts of one document that are kept, and marks of one schema: enough for the branches somebody works on.
_TEXTS, _MARKS = 6, 400
_CODE = ("hook_adapters.rules.strict_yaml", "hookconform.corpus.documents", "hookconform.corpus.schemas")


def load_document(path: Path, schema: str, root: Path | None = None) -> Any:
    """Return the document in a YAML file, which follows the schema of this name.

    Raises `HookconformError` as `load_yaml` and `schemas.check`.
    """
    document = parse_document(path)
    check_document(document, schema, where=str(path), root=root)
    return document


def parse_document(path: Path) -> Any:
    """Return the document in a YAML file; raises `HookconformError` as `load_yaml`."""
    try:
        digest = hashlib.sha256(path.read_bytes() + _code().encode()).hexdigest()
    except OSError:
        # What is wrong with it is said by who parses it.
        return load_yaml(path)
    name = f"{path.parent.name}-{path.stem}"
    place = user_cache() / "documents" / f"{name}-{digest}"
    kept = read_kept(place)
    if kept is not None:
        return json.loads(bytes(kept))
    document = load_yaml(path)
    text = _text(document)
    if text is not None:
        write_kept(place, text, like=f"{glob.escape(name)}-{'?' * len(digest)}", most=_TEXTS)
    return document


def check_document(document: Any, schema: str, *, where: str, root: Path | None = None) -> None:
    """Raise as `schemas.check` if a document does not follow the schema of this name."""
    text = _text(document)
    if text is None:
        schemas.check(document, schema, where=where, root=root)
        return
    digest = hashlib.sha256(text + _judge(root or corpus_root()).encode()).hexdigest()
    mark = user_cache() / "valid" / f"{schema}-{digest}"
    if read_kept(mark) is None:
        schemas.check(document, schema, where=where, root=root)
        write_kept(mark, b"", like=f"{schema}-{'?' * len(digest)}", most=_MARKS)


def _text(document: Any) -> bytes | None:
    """Return a document as JSON, None where that says something else: keys of YAML may be numbers."""
    try:
        text = json.dumps(document, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError):
        return None
    return text.encode("ascii") if json.loads(text) == document else None


@cache
def _code() -> str:
    """Return the hash of the code that parses and validates; it stays while a program runs."""
    found = (find_spec(name) for name in _CODE)
    return _digest(Path(spec.origin) for spec in found if spec is not None and spec.origin is not None)


@cache
def _judge(root: Path) -> str:
    """Return the hash of what decides whether a document is valid; it stays while a program runs."""
    return _code() + _digest([root / "vocabulary.yaml", *sorted((root / "schema").glob("*.json"))])


def _digest(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in files:
        # A corpus under test may lack a vocabulary; who needs it says so.
        content = path.read_bytes() if path.is_file() else b""
        digest.update(f"{path.name} {hashlib.sha256(content).hexdigest()}\n".encode())
    return digest.hexdigest()
