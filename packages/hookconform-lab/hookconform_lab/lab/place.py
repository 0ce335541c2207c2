"""The throw-away place of one run: folders with placeholder paths, start scripts, a repository."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from hookconform_lab.lab import hook
from hookconform_lab.lab.driver import Hooks, Place
from hookconform_lab.lab.mcp_asking import ASKS
from hookconform_lab.lab.node import node_program
from hookconform_lab.lab.shown import PYTHONPATH

_SYSTEM_PATH = ("/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin")


def make_place(folder: Path, version: str, install: Path) -> Place:
    """Make home, workspace and temporary folder below `folder`, and choose a free port for the model."""
    home, temporary = folder / "home" / "dev", folder / "tmp"
    workspace = home / "project"
    for path in (workspace, temporary, home / "tools"):
        path.mkdir(parents=True)
    asks = str(home / ASKS)
    server = _launcher(home / "tools" / "mcp-server", sys.executable, "-m", "hookconform_lab.lab.mcp_server", asks)
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
    commands: Mapping[str, str] | None,
    answers: Mapping[str, list[dict[str, Any]]],
    also: tuple[str, ...] = (),
) -> Hooks:
    """Return what to install as hooks.

    `answers` maps registered events to prescribed answers of the recorder (see `hook.py`), which is then installed
    for these events alone; an event whose answers are `steps` is one of a plugin's.
    """
    log, prescribed = folder / "hooks.jsonl", folder / "answers.json"
    entries = [(event, entry) for event, listed in answers.items() for entry in listed]
    prescribed.write_text(json.dumps([{"event": event, **entry} for event, entry in entries]), encoding="utf-8")
    recorder = make_recorder(place.home / "tools" / "record-hook", log, prescribed if answers else None)
    hooks = Hooks(log=log, recorder=(str(recorder),), commands=commands, also=also)
    if not answers:
        return hooks
    if any("steps" in entry for _, entry in entries):
        return replace(hooks, commands={}, steps=tuple({"hook": event, **entry} for event, entry in entries))
    return replace(hooks, commands=hooks.installed(tuple(answers)))


def make_recorder(path: Path, log: Path, answers: Path | None) -> Path:
    """Write the start script of a hook that records into `log`, and answers as a file says, if there is one."""
    return _launcher(path, sys.executable, "-I", "-S", str(hook.__file__), str(log), str(answers or ""))


def _launcher(path: Path, *command: str) -> Path:
    """Write a start script: payloads may name the command, so it lives below the placeholder home."""
    lines = ["#!/bin/sh", f'PYTHONPATH={shlex.quote(PYTHONPATH)} exec {shlex.join(command)} "$@"', ""]
    path.write_text("\n".join(lines), encoding="utf-8")
    path.chmod(0o700)
    return path


def write_files(root: Path, files: Mapping[str, str | bytes]) -> None:
    """Write files, given by their paths below `root`; a path that ends with a slash is a folder."""
    for name, content in files.items():
        if name.endswith("/"):
            (root / name).mkdir(parents=True, exist_ok=True)
            continue
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content.encode() if isinstance(content, str) else content)


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


def base_environment(place: Place, node: str = "") -> dict[str, str]:
    """Return what every program gets; nothing of the user's environment passes. `node` is as in `Driver.node`."""
    own = [str(node_program(node).parent)] if node else []
    return {
        "PATH": os.pathsep.join([*own, search_path()]),
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
