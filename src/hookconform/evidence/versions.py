"""The newest of some versions."""

from __future__ import annotations

from collections.abc import Collection

from hookconform.ground.versions import version_key

__all__ = ["newest_of", "version_key"]


def newest_of(versions: Collection[str]) -> str:
    """Return the newest of some versions, at least one."""
    return max(versions, key=lambda version: (version_key(version), version))
