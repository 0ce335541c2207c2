"""Schemas as rows, and the types that are made of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from hookconform.export.request import Request
from hookconform.export.schemas import payload_schemas
from hookconform.export.types import Language, render
from hookconform.ground.errors import HookconformError


def schema_rows(request: Request) -> Iterator[dict[str, Any]]:
    """Yield one row a platform, event and range of versions (schema: export, `schema`).

    Raises `HookconformError` (`export.not-recorded`) for a platform that is named and has no recorded payload.
    """
    for platform in request.wanted_platforms:
        rows = list(payload_schemas([platform]))
        if not rows and platform in request.platforms:
            raise HookconformError(
                "export.not-recorded",
                f"No payload of {platform} was recorded, and schemas come from recordings.",
                hint=f"Its claims come from documents: hookconform export claims --platform {platform}",
            )
        yield from rows


def type_sources(language: Language, request: Request) -> Iterator[tuple[str, str]]:
    """Yield each platform that was recorded, with the source text of its types."""
    for platform, rows in groupby(schema_rows(request), key=lambda row: row["platform"]):
        yield platform, render(language, platform, list(rows))
