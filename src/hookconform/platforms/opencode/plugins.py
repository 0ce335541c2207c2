"""OpenCode has no hook commands, only plugins: what is installed so that it calls a command, or takes steps."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from typing import Any

from hookconform.ground.errors import HookconformError

_SECONDS = 20
_STEPS = Path(__file__).with_name("answering_plugin.js")


def bridge_plugin() -> Path:
    """Return the bridge plugin's file; raises `HookconformError` (`lab.bridge`) if it was not shipped."""
    path = Path(str(resources.files("hook_adapters"))) / "bridges" / "opencode" / "hook-bridge.js"
    if not path.is_file():
        raise HookconformError(
            "lab.bridge",
            "The bridge plugin for OpenCode is not here.",
            where=str(path),
            hint="Run this from a checkout, or reinstall hookconform.",
        )
    return path


def install_bridge(folder: Path, commands: set[str]) -> None:
    """Install the bridge in a workspace's `.opencode`, as its README says; without a command nothing is installed.

    Raises `HookconformError` (`lab.bridge`): it runs one command for all the hooks it has.
    """
    if not commands:
        return
    if len(commands) > 1:
        raise HookconformError(
            "lab.bridge",
            "The bridge runs one command for all hooks, and there are several.",
            hint="Let one command tell the hooks apart: the record it reads begins with the hook's name.",
        )
    shutil.copy(bridge_plugin(), folder / "plugin" / "hook-bridge.js")
    configuration = {"command": next(iter(commands)), "timeout": _SECONDS}
    (folder / "hook-bridge.json").write_text(json.dumps(configuration), encoding="utf-8")


def install_steps(folder: Path, steps: Iterable[dict[str, Any]], log: Path) -> None:
    """Install a plugin that takes prescribed steps (see `driver.Hooks`) and appends each call to `log`."""
    source = _STEPS.read_text(encoding="utf-8")
    source = source.replace("__ANSWERS__", json.dumps(list(steps))).replace("__LOG__", json.dumps(str(log)))
    (folder / "plugin" / "answering.js").write_text(source, encoding="utf-8")
