"""How a plugin of Kilo Code is called with a recorded call, and what it did."""

from __future__ import annotations

from hookconform.attach.plugin_host import answer, command

__all__ = ["answer", "command"]
