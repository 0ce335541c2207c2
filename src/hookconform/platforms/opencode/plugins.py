"""OpenCode has no hook commands, only plugins: what is installed so that it calls a command, or takes steps."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hookconform.lab import functions

_STEPS = Path(__file__).with_name("answering_plugin.js")


def install_bridge(folder: Path, commands: set[str]) -> None:
    """Install the bridge in a workspace's `.opencode`; errors as `functions.install_bridge`."""
    functions.install_bridge("opencode", folder / "plugin" / "hook-bridge.js", folder / "hook-bridge.json", commands)


def install_steps(folder: Path, steps: Iterable[dict[str, Any]], log: Path) -> None:
    """Install a plugin that takes prescribed steps (see `driver.Hooks`) and appends each call to `log`."""
    functions.install_steps(_STEPS, folder / "plugin" / "answering.js", steps, log)
