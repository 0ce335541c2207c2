"""What hooks see of everything that can happen in a session, one row a version and way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hookconform.corpus.escapes import escape_versions
from hookconform.explain.escapes import escape_manifest
from hookconform.export.request import Request


def escape_rows(request: Request) -> Iterator[dict[str, Any]]:
    """Yield one row an effect of an escape manifest, platforms and versions in order (schema: export, `escape`)."""
    for platform in request.wanted_platforms:
        for version in filter(request.has, escape_versions(platform)):
            for effect in escape_manifest(platform, version)["effects"]:
                yield {"platform": platform, "version": version, **effect}
