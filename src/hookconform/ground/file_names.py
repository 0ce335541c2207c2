"""Names from outside that become names of files and folders: the one place that says which may.

A corpus is checked out on Linux, macOS and Windows, and recordings are other people's files. Whatever becomes part of
a path is checked here, so that no name leaves its folder, is another file on another system, or is none at all.
"""

from __future__ import annotations

import re
from pathlib import Path

from hookconform.ground.errors import HookconformError

LONGEST = 160
_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._+-]*[A-Za-z0-9_+-])?", re.ASCII)
# Devices on Windows, with any ending.
_RESERVED = re.compile(r"(?:con|prn|aux|nul|conin|conout|clock|com\d|lpt\d)(?:\..*)?", re.IGNORECASE | re.ASCII)
_VERSION = re.compile(r"\d{1,6}(?:\.\d{1,6}){1,3}(?:[-+][0-9A-Za-z.-]{1,32})?", re.ASCII)


def is_version(text: object) -> bool:
    """Tell whether a text is a version that can name a folder, `1.2.3-rc.1`."""
    return isinstance(text, str) and _VERSION.fullmatch(text) is not None and name_problem(text) is None


def name_problem(name: object) -> str | None:
    """Return what keeps a name from being one of a file, without the name; None if nothing does."""
    if not isinstance(name, str):
        return "is not a text"
    if len(name) > LONGEST:
        return f"is longer than {LONGEST} characters"
    if not _NAME.fullmatch(name) or ".." in name:
        return "has characters that a file name cannot have"
    if _RESERVED.fullmatch(name):
        return "is reserved on Windows"
    return None


def path_in(folder: Path, *names: str, ending: str = "") -> Path:
    """Return the path of `names`, one below the other, in a folder.

    Raises `HookconformError` (`name.unsafe`) for one that no file can have, or that differs only in case from a
    neighbour: on some systems these two are one.
    """
    path = folder
    for number, name in enumerate(names):
        reason = name_problem(name)
        written = name + (ending if number == len(names) - 1 else "")
        if reason is None and _has_twin(path, written):
            reason = "differs only in case from one that is there"
        if reason is not None:
            raise HookconformError(
                "name.unsafe",
                f"A name that would become one of a file {reason}.",
                where=str(path),
                hint="Platform, version, event and tool name folders and files: letters, digits, dots and dashes.",
            )
        path /= written
    return path


def _has_twin(folder: Path, name: str) -> bool:
    names = {path.name for path in folder.iterdir()} if folder.is_dir() else set[str]()
    return name not in names and name.casefold() in {other.casefold() for other in names}
