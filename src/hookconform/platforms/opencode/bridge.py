"""OpenCode has no hook commands: a hook command reaches it through the shipped bridge plugin."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib import resources
from pathlib import Path

from hookconform.ground.errors import HookconformError
from hookconform.lab.scenario import Scenario

_SECONDS = 20


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


def with_bridge(scenario: Scenario, command: str) -> Scenario:
    """Return the scenario with the bridge configured, as its README says, to run this shell command."""
    configuration = json.dumps({"command": command, "timeout": _SECONDS})
    return replace(scenario, files={**scenario.files, ".opencode/hook-bridge.json": configuration})
