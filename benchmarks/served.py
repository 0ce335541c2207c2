"""The reference adapter as a served process, so that its time is not the engine's."""

from __future__ import annotations

import sys
from pathlib import Path

from hookconform.attach.manifest import Manifest
from hookconform.attach.registry import find_adapter


def served_reference(folder: Path) -> Manifest:
    """Return the reference adapter's manifest with a command in place of its module."""
    raw = find_adapter("reference").raw | {"run": {"command": [sys.executable, "-m", "hook_adapters", "serve"]}}
    return Manifest(path=folder / "adapter.toml", raw=raw)
