"""JSON Schemas of what hooks receive, of what they answer and of the files that register them, from the corpus."""

from __future__ import annotations

from hookconform.export.schemas.payloads import payload_schemas
from hookconform.export.schemas.responses import response_schemas
from hookconform.export.schemas.settings import settings_schemas

__all__ = ["payload_schemas", "response_schemas", "settings_schemas"]
