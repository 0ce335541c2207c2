"""The platforms the lab can run, one module each, imported on use."""

from __future__ import annotations

import importlib

from hookconform.errors import HookconformError
from hookconform.lab.drivers.base import Driver

# Platform → module and class of its driver.
DRIVERS = {
    "claude-code": ("claude_code", "ClaudeCode"),
    "codex": ("codex", "Codex"),
    "copilot-cli": ("copilot_cli", "CopilotCli"),
    "gemini-cli": ("gemini_cli", "GeminiCli"),
    "opencode": ("opencode", "OpenCode"),
}


def load_driver(platform: str) -> Driver:
    """Return the driver of a platform; raises `HookconformError` (`lab.platform`) if the lab has none."""
    if platform not in DRIVERS:
        raise HookconformError(
            "lab.platform",
            f"The lab cannot run {platform!r}.",
            hint=f"It can run: {', '.join(DRIVERS)}.",
        )
    module, name = DRIVERS[platform]
    return getattr(importlib.import_module(f"hookconform.lab.drivers.{module}"), name)()
