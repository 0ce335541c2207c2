"""YAML documents of the corpus, each parsed and validated once.

What was parsed is kept as JSON in the user's cache, and what was found valid is marked there, each under a hash of
everything that decides about it: the text, the schemas, the names they list, and the code that parses. So nothing kept
is ever stale, and where nothing can be written, nothing is kept.
"""

from __future__ import annotations

import glob
import hashlib
import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hookconform.corpus import schemas
from hookconform.corpus.locate import corpus_root
from hookconform.ground.cache import user_cache
from hookconform.ground.file_digests import code_digest, digest_of
from hookconform.ground.kept_file import read_kept, write_kept
from hookconform.ground.strict_yaml import parse_yaml, read_text

# Texts of one document that are kept, and marks of one schema: enough for the branches somebody works on.
_TEXTS, _MARKS = 6, 400
_CODE = ("hookconform.ground.strict_yaml", "hookconform.corpus.documents", "hookconform.corpus.schemas")


def load_document(path: Path, schema: str, root: Path | None = None) -> Any:
    """Return the document in a YAML file, which follows the schema of this name.

    Raises `HookconformError` as `load_yaml` and `schemas.check`.
    """
    text = read_text(path)
    document = _parsed(path, text)
    # The text decides what the document is: nothing has to be made of the document to know it again.
    _check_once(document, schema, b"yaml:" + text.encode(), where=str(path), root=root)
    return document


def parse_document(path: Path) -> Any:
    """Return the document in a YAML file; raises `HookconformError` as `load_yaml`."""
    return _parsed(path, read_text(path))


def _parsed(path: Path, text: str) -> Any:
    digest = hashlib.sha256(text.encode() + _code().encode()).hexdigest()
    name = f"{path.parent.name}-{path.stem}"
    place = user_cache() / "documents" / f"{name}-{digest}"
    kept = read_kept(place)
    if kept is not None:
        return json.loads(bytes(kept))
    document = parse_yaml(text, where=str(path))
    encoded = _text(document)
    if encoded is not None:
        write_kept(place, encoded, like=f"{glob.escape(name)}-{'?' * len(digest)}", most=_TEXTS)
    return document


def check_document(document: Any, schema: str, *, where: str, root: Path | None = None, is_json: bool = False) -> None:
    """Raise as `schemas.check` if a document does not follow the schema of this name.

    `is_json`: it was read from JSON, so that JSON says all of it.
    """
    text = json.dumps(document, separators=(",", ":")).encode("ascii") if is_json else _text(document)
    if text is None:
        schemas.check(document, schema, where=where, root=root)
    else:
        _check_once(document, schema, text, where=where, root=root)


def _check_once(document: Any, schema: str, text: bytes, *, where: str, root: Path | None) -> None:
    """Raise as `schemas.check`; what is found valid is marked under `text`, which says what the document is."""
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
    found = ((name, find_spec(name)) for name in _CODE)
    return code_digest(
        (name, Path(spec.origin)) for name, spec in found if spec is not None and spec.origin is not None
    )


@cache
def _judge(root: Path) -> str:
    """Return the hash of what decides whether a document is valid; it stays while a program runs."""
    files = [root / "vocabulary.yaml", *sorted((root / "schema").glob("*.json"))]
    return _code() + digest_of((path.name, path) for path in files)
