"""pi has no hook commands, only extensions: what is installed so that one records, takes steps, or calls a command."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from typing import Any

from hookconform.ground.errors import HookconformError

_SECONDS = 20
_HERE = Path(__file__).parent


def install_capture(folder: Path, events: Iterable[str], log: Path) -> None:
    """Install the extension that appends each of these events to `log`."""
    _install(folder / "capture.js", _HERE / "capture.js", LOG=str(log), EVENTS=list(events))


def install_steps(folder: Path, steps: Iterable[dict[str, Any]], log: Path) -> None:
    """Install an extension that takes prescribed steps (see `driver.Hooks`) and appends each event to `log`."""
    _install(folder / "answering.js", _HERE / "answering.js", LOG=str(log), ANSWERS=list(steps))


def bridge_extension() -> Path:
    """Return the bridge extension's file; raises `HookconformError` (`lab.bridge`) if it was not shipped."""
    path = Path(str(resources.files("hook_adapters"))) / "bridges" / "pi" / "hook-bridge.js"
    if not path.is_file():
        raise HookconformError(
            "lab.bridge",
            "The bridge extension for pi is not here.",
            where=str(path),
            hint="Run this from a checkout, or reinstall hookconform.",
        )
    return path


def install_bridge(folder: Path, commands: set[str]) -> None:
    """Install the bridge in the user's folder of extensions, as its README says; without a command nothing.

    Raises `HookconformError` (`lab.bridge`): it runs one command for all events that it has.
    """
    if not commands:
        return
    if len(commands) > 1:
        raise HookconformError(
            "lab.bridge",
            "The bridge runs one command for all events, and there are several.",
            hint="Let one command tell the events apart: the record it reads begins with the event's name.",
        )
    shutil.copy(bridge_extension(), folder / "hook-bridge.js")
    configuration = {"command": next(iter(commands)), "timeout": _SECONDS}
    (folder.parent / "hook-bridge.json").write_text(json.dumps(configuration), encoding="utf-8")


def _install(target: Path, template: Path, **values: Any) -> None:
    text = template.read_text(encoding="utf-8")
    for name, value in values.items():
        text = text.replace(f"__{name}__", json.dumps(value))
    target.write_text(text, encoding="utf-8")
