"""Schemas as rows, and the types that are made of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hookconform.export.request import Request
from hookconform.export.schemas import payload_schemas, response_schemas, settings_schemas
from hookconform.export.types import Language, render
from hookconform.ground.errors import HookconformError


def schema_rows(request: Request) -> Iterator[dict[str, Any]]:
    """Yield one row a schema, platforms in order: of payloads, then responses, then files of hooks (schema: export).

    Raises `HookconformError` (`export.not-recorded`) for a platform that is named and has no recorded payload.
    """
    recorded = {platform: _payloads(platform, request) for platform in request.wanted_platforms}
    for platform, payloads in recorded.items():
        kinds = {
            "payload": payloads,
            "response": response_schemas([platform]),
            "settings": settings_schemas([platform]),
        }
        for of, rows in kinds.items():
            yield from ({"of": of, **row} for row in rows)


def type_sources(language: Language, request: Request) -> Iterator[tuple[str, str]]:
    """Yield each platform that was recorded, with the source text of its types; raises as `schema_rows`."""
    recorded = {platform: _payloads(platform, request) for platform in request.wanted_platforms}
    for platform, rows in recorded.items():
        if rows:
            yield platform, render(language, platform, rows)


def _payloads(platform: str, request: Request) -> list[dict[str, Any]]:
    rows = list(payload_schemas([platform]))
    if not rows and platform in request.platforms:
        raise HookconformError(
            "export.not-recorded",
            f"No payload of {platform} was recorded, and schemas come from recordings.",
            hint=f"Its claims come from documents: hookconform export claims --platform {platform}",
        )
    return rows
