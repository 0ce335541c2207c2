"""Install a policy program in OpenCode as users do: by the bridge plugin that is shipped."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

from hookconform.corpus.locate import data_root

# Slow machines start programs slowly; a policy program that takes longer fails closed.
_SECONDS = 30


def bridge_file() -> Path:
    """Return the plugin file that users copy."""
    return data_root() / "adapters" / "opencode-bridge" / "hook-bridge.js"


def bridge_plugin(command: list[str], folder: Path) -> Path:
    """Write a plugin that is the shipped bridge with `command` configured, and return its path."""
    lines = [
        f"process.env.HOOK_ADAPTERS_COMMAND = {json.dumps(shlex.join(command))}",
        f'process.env.HOOK_ADAPTERS_TIMEOUT = "{_SECONDS}"',
        f"export {{ HookBridge }} from {json.dumps(str(bridge_file()))}",
        "",
    ]
    path = folder / "hook-bridge.js"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path
