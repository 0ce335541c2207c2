"""What is personal: of this machine, and in the recordings themselves."""

from __future__ import annotations

import getpass
import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hookconform.corpus.placeholder_folders import WORKSPACE
from hookconform_lab.redaction.assigned import is_secret_key

# Names that say nothing about anybody, and names that are ordinary words of payloads.
_COMMON = frozenset(
    {
        "admin", "agent", "app", "bash", "build", "code", "codespace", "coder", "default", "dev", "devhost", "docs",
        "home", "lib", "localhost", "main", "node", "none", "project", "repo", "root", "runner", "src", "test", "tests",
        "tmp", "ubuntu", "user", "users", "vagrant", "vscode", "workspace", "workspaces", "write", "read", "edit",
    }
)  # fmt: skip
_SHORTEST_NAME = 3
_SHORTEST_SECRET = 8
_FOLDER_KEYS = ("cwd", "directory", "worktree", "workspace_roots", "workspaceRoot", "workspaceRoots", "rootPath")
_HOME = re.compile(r"^(?:/home/|/Users/|[A-Za-z]:[\\/]Users[\\/])(?P<user>[^/\\]+)|^/root(?=/|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Private:
    """What must not be found in anything that is kept.

    `homes` and `workspaces` are folders; `values` are secret wherever they stand; the rest are words.
    """

    homes: tuple[str, ...] = ()
    workspaces: tuple[str, ...] = ()
    users: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    workspace_names: tuple[str, ...] = ()
    values: tuple[str, ...] = ()


def of_this_machine(*, commits: bool = True) -> Private:
    """Return home folder, host name, the names of whoever runs this, and what the environment holds as secrets.

    The names are the user's and, with `commits`, the one that commits carry.
    """
    host = socket.gethostname()
    names = {_user(), Path.home().name, _git_name() if commits else ""}
    secrets = {value for name, value in os.environ.items() if is_secret_key(name) and len(value) >= _SHORTEST_SECRET}
    return Private(
        homes=(str(Path.home()),),
        users=_people(names),
        hosts=_telling({host, host.split(".")[0], socket.getfqdn()}),
        values=tuple(sorted(secrets, key=lambda value: (-len(value), value))),
    )


def with_payloads(private: Private, payloads: Iterable[dict[str, Any]]) -> Private:
    """Return `private` with the folders that the payloads name as workspace or home, and the names in them."""
    folders = {folder for payload in payloads for folder in _folders(payload)}
    homes = {match.group() for folder in folders if (match := _HOME.match(folder))} | set(private.homes)
    workspaces = {folder for folder in folders if folder not in homes and _is_workspace(folder)}
    # A folder below a workspace is a part of it.
    outer = {
        folder
        for folder in workspaces
        if not any(folder != other and re.match(re.escape(other) + r"[/\\]", folder) for other in workspaces)
    }
    users = {match.group("user") for home in homes if (match := _HOME.match(home)) and match.group("user")}
    return Private(
        homes=tuple(sorted(homes)),
        workspaces=tuple(sorted(outer | set(private.workspaces))),
        users=_people(users | set(private.users)),
        hosts=private.hosts,
        values=private.values,
        workspace_names=_telling({re.split(r"[/\\]", folder.rstrip("/\\"))[-1] for folder in outer}),
    )


def _is_workspace(folder: str) -> bool:
    """Tell whether a folder is deep enough to be somebody's, and not the placeholder already."""
    deep = len(re.findall(r"[^/\\]+", folder)) > 1
    return deep and re.match(re.escape(WORKSPACE) + r"(?![^/])", folder) is None


def _folders(value: Any) -> Iterable[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in _FOLDER_KEYS:
                yield from _absolute(inner)
            yield from _folders(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _folders(inner)


def _absolute(value: Any) -> Iterable[str]:
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, str) and re.match(r"/|[A-Za-z]:[\\/]", item):
            yield item.rstrip("/\\")


def _telling(names: set[str]) -> tuple[str, ...]:
    kept = {name for name in names if len(name) >= _SHORTEST_NAME and name.lower() not in _COMMON}
    return tuple(sorted(kept, key=lambda name: (-len(name), name)))


def _people(names: set[str]) -> tuple[str, ...]:
    """Return names of people and their parts: ann.miller is also Ann and Miller; short parts are ordinary words."""
    parts = {part for name in names for part in re.split(r"[\s._-]+", name) if len(part) > _SHORTEST_NAME}
    return _telling(names | parts)


def _git_name() -> str:
    """Return the name git signs commits with, empty if there is none."""
    git = shutil.which("git")
    if git is None:
        return ""
    try:
        done = subprocess.run(
            [git, "config", "--get", "user.name"],
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=10,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip()


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user id without an entry
        return ""
