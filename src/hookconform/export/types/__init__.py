"""Types of hook payloads as source text, in four languages, from the schemas of the payloads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Literal

from hookconform.export.types.reading import read_module

Language = Literal["ts", "go", "rs", "py"]
_WRITERS: dict[str, str] = {"ts": "typescript", "go": "golang", "rs": "rust", "py": "pydantic"}


def render(language: Language, platform: str, schemas: Sequence[Mapping[str, Any]]) -> str:
    """Return the module of a platform's types; `schemas` are as `payload_schemas` yields them."""
    # Imported here: one language is asked for at a time.
    writer: Any = import_module(f"hookconform.export.types.{_WRITERS[language]}")
    return writer.source(read_module(platform, schemas))
