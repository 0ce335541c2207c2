"""Which versions of OpenCode have a tool that not all have."""

from __future__ import annotations

from hookconform.corpus.claims import load_platform


def has(tool: str, version: str) -> bool:
    """Return whether a version is known to declare a tool that not all versions declare."""
    return load_platform("opencode").tools[tool].covers(version)
