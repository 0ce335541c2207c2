"""The throw-away place of one run: folders with placeholder paths, start scripts, a repository."""

from __future__ import annotations

import json
import os
import secrets
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hookconform.lab import hook
from hookconform.lab.driver import Hooks, Place

PACKAGE_PARENT = Path(__file__).resolve().parents[2]
_SYSTEM_PATH = ("/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin")


@contextmanager
def throw_away() -> Generator[Path]:
    """Make the run's folder; below it home and workspace have the placeholder paths (`privacy.py`)."""
    folder = Path(tempfile.gettempdir()).resolve() / f"hookconform-lab-{secrets.token_hex(6)}"
    folder.mkdir(mode=0o700)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def make_place(folder: Path, version: str, install: Path) -> Place:
    """Make home, workspace and temporary folder below `folder`, and choose a free port for the model."""
    home, temporary = folder / "home" / "dev", folder / "tmp"
    workspace = home / "project"
    for path in (workspace, temporary, home / "tools"):
        path.mkdir(parents=True)
    server = _launcher(home / "tools" / "mcp-server", sys.executable, "-m", "hookconform.lab.mcp_server")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    return Place(
        version=version,
        install=install,
        workspace=workspace,
        home=home,
        temporary=temporary,
        model_url=f"http://127.0.0.1:{port}",
        mcp_command=(str(server),),
    )


def make_hooks(
    folder: Path,
    place: Place,
    answers: list[dict[str, Any]] | None,
    commands: Mapping[str, str] | None,
    plugin: Path | None,
) -> Hooks:
    """Return what to install as hooks; prescribed `answers` are written to a file for the recorder."""
    log = folder / "hooks.jsonl"
    answers_file = folder / "answers.json" if answers is not None else None
    if answers_file is not None:
        answers_file.write_text(json.dumps(answers), encoding="utf-8")
    recorder = _launcher(
        place.home / "tools" / "record-hook",
        sys.executable, "-I", "-S", str(hook.__file__), str(log), str(answers_file or ""),
    )  # fmt: skip
    return Hooks(log=log, recorder=(str(recorder),), answers=answers_file, commands=commands, plugin=plugin)


def _launcher(path: Path, *command: str) -> Path:
    """Write a start script: payloads may name the command, so it lives below the placeholder home."""
    lines = ["#!/bin/sh", f'PYTHONPATH={shlex.quote(str(PACKAGE_PARENT))} exec {shlex.join(command)} "$@"', ""]
    path.write_text("\n".join(lines), encoding="utf-8")
    path.chmod(0o700)
    return path


def write_files(root: Path, files: dict[str, str]) -> None:
    """Write text files, given by their paths below `root`."""
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")


def make_repository(workspace: Path) -> None:
    """Make the workspace a git repository with all its files in one commit."""
    identity = ("-c", "user.email=dev@example.com", "-c", "user.name=dev")
    environment = {"PATH": search_path(), "HOME": str(workspace.parent), "GIT_CONFIG_NOSYSTEM": "1"}
    git = shutil.which("git") or "git"
    for arguments in (
        ("init", "-q", "-b", "main"),
        ("add", "."),
        (*identity, "commit", "-q", "--allow-empty", "-m", "start"),
    ):
        subprocess.run([git, *arguments], cwd=workspace, env=environment, check=True, capture_output=True)


def base_environment(place: Place) -> dict[str, str]:
    """Return what every program gets; nothing of the user's environment passes."""
    return {
        "PATH": search_path(),
        "HOME": str(place.home),
        "TMPDIR": str(place.temporary),
        "LANG": "C.UTF-8",
        "SHELL": "/bin/bash",
        "TERM": "xterm-256color",
    }


def search_path() -> str:
    """Return the PATH of a run: where node, ripgrep and git were found, and the system folders."""
    found = [shutil.which(name) for name in ("node", "rg", "git")]
    folders = [str(Path(name).parent) for name in found if name is not None]
    return os.pathsep.join(dict.fromkeys([*folders, *_SYSTEM_PATH]))
