"""JSON Schemas of what hooks receive, of what they answer and of the files that register them, from the corpus."""

from __future__ import annotations

from hookconform.export.schemas.payloads import payload_schemas

__all__ = ["payload_schemas"]
