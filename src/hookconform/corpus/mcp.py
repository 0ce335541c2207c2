"""Tell MCP tools from a platform's own, as far as its naming allows."""

from __future__ import annotations

import re
from typing import Any

from hookconform.corpus.claims import Platform
from hookconform.ground.pointers import first


def is_mcp_tool(platform: Platform, name: str, payload: dict[str, Any]) -> bool:
    """Tell whether the payload says that its tool is an MCP tool, or the name has one of the platform's MCP forms."""
    if first(payload, platform.payload.get("mcp", [])) is not None:
        return True
    return any(re.fullmatch(row["pattern"], name) for row in platform.raw["mcp"] if "pattern" in row)
