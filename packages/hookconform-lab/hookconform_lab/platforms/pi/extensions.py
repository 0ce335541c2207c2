"""pi has no hook commands, only extensions: what is installed so that one records, takes steps, or calls a command."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hookconform_lab.lab import functions

# Places of a record that hold the vendor's prompts, or the whole conversation once more. A tool may have an argument of
# the same name as one of these keys, so they are places and not names.
LEFT_OUT = (
    "/input/systemPrompt", "/input/systemPromptOptions", "/input/messages", "/input/message", "/input/toolResults",
    "/input/context", "/input/entries", "/input/preparation", "/input/branchEntries", "/input/compactionEntry",
    "/input/model", "/input/previousModel",
)  # fmt: skip
_HERE = Path(__file__).parent
# The function that leaves them out, for both files that record.
LEAVING_OUT = _HERE / "leaving_out.js"


def install_capture(folder: Path, events: Iterable[str], log: Path) -> None:
    """Install the extension that appends each of these events to `log`."""
    values = {"LOG": str(log), "EVENTS": list(events), "LEFT_OUT": LEFT_OUT}
    functions.install_filled(_HERE / "capture.js", folder / "capture.js", LEAVING_OUT, functions.PRESENT, **values)


def install_steps(folder: Path, steps: Iterable[dict[str, Any]], log: Path) -> None:
    """Install an extension that takes prescribed steps (see `driver.Hooks`) and appends each event to `log`."""
    functions.install_steps(_HERE / "answering.js", folder / "answering.js", steps, log)


def install_bridge(folder: Path, commands: set[str]) -> None:
    """Install the bridge in the user's folder of extensions; errors as `functions.install_bridge`."""
    functions.install_bridge("pi", folder / "hook-bridge.js", folder.parent / "hook-bridge.json", commands)
