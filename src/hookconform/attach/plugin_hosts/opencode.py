"""How a plugin of OpenCode is called with a recorded call, and what it did."""

from __future__ import annotations

from hookconform.attach.plugin_host import answer, command

__all__ = ["answer", "command"]
