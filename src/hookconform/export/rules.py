"""The rules that the cases of the corpus are matched with, as an adapter is given them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hookconform.checks.words import pack_in_words
from hookconform.export.request import Request
from hookconform.run.engine import pack_of


def rule_rows(request: Request) -> Iterator[dict[str, Any]]:
    """Yield the rules of the combined pack, in order, one a row (schema: rules, `rule`)."""
    manifest = request.adapter
    yield from pack_in_words(pack_of(manifest), manifest.claims).parsed["rules"]
