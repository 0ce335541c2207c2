"""The reference adapter as a served process, so that its time is not the engine's."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from hookconform.attach.manifest import Manifest, Run
from hookconform.attach.registry import find_adapter


def served_reference(folder: Path) -> Manifest:
    """Return the reference adapter's manifest with a command in place of its module."""
    command = (sys.executable, "-m", "hook_adapters", "serve")
    return replace(find_adapter("reference"), path=folder / "adapter.toml", run=Run(command=command))
