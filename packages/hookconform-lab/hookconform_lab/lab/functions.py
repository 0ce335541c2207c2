"""Programs whose hooks are functions of a file: what is installed so that these take steps, or call a command."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from typing import Any

from hookconform.ground.errors import HookconformError

# Seconds that a bridge waits for its command.
_SECONDS = 20
_STEPS = Path(__file__).with_name("steps.js")
# What a file that records calls finds in `presentOf`.
PRESENT = Path(__file__).with_name("present.js")


def bridge_file(platform: str) -> Path:
    """Return the file of hook-adapters that calls a command there; raises `HookconformError` (`lab.bridge`)."""
    path = Path(str(resources.files("hook_adapters"))) / "bridges" / platform / "hook-bridge.js"
    if not path.is_file():
        raise HookconformError(
            "lab.bridge",
            f"The bridge for {platform} is not here.",
            where=str(path),
            hint="Run this from a checkout, or reinstall hookconform.",
        )
    return path


def install_bridge(platform: str, target: Path, configuration: Path, commands: set[str]) -> None:
    """Install a platform's bridge and its configuration, as its README says; without a command nothing is installed.

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
    shutil.copy(bridge_file(platform), target)
    configuration.write_text(json.dumps({"command": next(iter(commands)), "timeout": _SECONDS}), encoding="utf-8")


def install_steps(template: Path, target: Path, steps: Iterable[dict[str, Any]], log: Path) -> None:
    """Install a platform's file of functions that take prescribed steps (see `driver.Hooks`) and append calls to `log`.

    The template finds in `take` of steps.js what carries them out.
    """
    install_filled(template, target, _STEPS, ANSWERS=list(steps), LOG=str(log))


def install_filled(template: Path, target: Path, *parts: Path, **values: Any) -> None:
    """Install a template in which `__NAME__` stands for the value of that name, as JSON; `parts` are appended."""
    text = template.read_text(encoding="utf-8")
    for name, value in values.items():
        text = text.replace(f"__{name}__", json.dumps(value))
    target.write_text("\n".join([text, *(part.read_text(encoding="utf-8") for part in parts)]), encoding="utf-8")
