"""What npm leaves to do after it has installed code-server: VS Code's own packages, and their native parts."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from hookconform.ground.errors import HookconformError
from hookconform.ground.json_text import json_object
from hookconform_lab.lab.install import INSTALL_FLAGS, npm
from hookconform_lab.lab.node import node_program

# The Node.js that VS Code needs. Its npm package holds the headers, too.
NODE = "24.21.0"
# Compiled here: without their scripts npm installs only their sources.
_NATIVE = ("@vscode/spdlog", "node-pty", "@vscode/native-watchdog", "@parcel/watcher", "@vscode/sqlite3")


def code_server_of(install: Path) -> Path:
    """Return the package that holds VS Code."""
    return install / "node_modules" / "code-server"


def build(install: Path, version: str, say: Callable[[str], None]) -> None:
    """Install what VS Code's server and its extensions need, and compile its native packages.

    Raises `HookconformError` (`lab.install`, `lab.npm`, `lab.tool-missing`).
    """
    editor = code_server_of(install) / "lib" / "vscode"
    _demand(editor, version)
    node = node_program(NODE)
    variables = {
        "PATH": os.pathsep.join([str(node.parent), os.environ.get("PATH", os.defpath)]),
        "npm_config_nodedir": str(node.parent.parent),
    }
    say("compiling its native packages takes some minutes")
    for folder in (editor, editor / "extensions"):
        npm("install", "--omit=dev", *INSTALL_FLAGS, folder=folder, variables=variables)
    npm("rebuild", *_NATIVE, "--loglevel=error", folder=editor, variables=variables)


def _demand(editor: Path, version: str) -> None:
    """Raise `HookconformError` unless this is VS Code of that version with the vendor's agent in it."""
    package = editor / "package.json"
    found = (json_object(package.read_text(encoding="utf-8")) or {}).get("version") if package.is_file() else None
    if found != version:
        raise HookconformError(
            "lab.install", f"code-server brought VS Code {found}, not {version}.", where=str(package),
            hint="`hookconform lab versions vscode-copilot` lists what there is.",
        )  # fmt: skip
    if not (editor / "extensions" / "copilot" / "package.json").is_file():
        raise HookconformError(
            "lab.install", f"VS Code {version} of code-server does not bring the agent.", where=str(editor),
            hint="Newer versions bring it as an extension of their own.",
        )  # fmt: skip
