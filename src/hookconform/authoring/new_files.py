"""Files that are written all or none, and never over what is there."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from hookconform.ground.errors import HookconformError
from hookconform.ground.plain_text import listed

_SHOWN = 3


def write_new(folder: Path, files: Mapping[str, str]) -> list[Path]:
    """Write path → content below a folder, which is made if need be, and return the paths.

    Raises `HookconformError` (`init.exists`, `file.unwritable`); what was written until then is taken away again.
    """
    paths = {folder / name: content for name, content in files.items()}
    there = [path for path in paths if os.path.lexists(path)]
    if there:
        shown = listed([str(path.relative_to(folder)) for path in there], _SHOWN)
        raise HookconformError(
            "init.exists",
            f"There are files that would be written: {shown}.",
            where=str(folder),
            hint="Name a folder that does not exist, or one without these files; nothing is ever overwritten.",
        )
    made: list[Path] = []
    try:
        for path, content in paths.items():
            _make_folder(path.parent, made)
            with path.open("x", encoding="utf-8", newline="\n") as file:
                made.append(path)
                file.write(content)
    except BaseException as error:
        _take_away(made)
        if not isinstance(error, OSError | ValueError):
            raise
        raise HookconformError(
            "file.unwritable",
            f"The files cannot be written, and none was: {error}.",
            where=str(folder),
            hint="Check that it is a folder, its rights, and the space that is left.",
        ) from error
    return list(paths)


def _make_folder(folder: Path, made: list[Path]) -> None:
    missing = [one for one in (folder, *folder.parents) if not one.is_dir()]
    for one in reversed(missing):
        one.mkdir()
        made.append(one)


def _take_away(made: list[Path]) -> None:
    for path in reversed(made):
        with suppress(OSError):
            if path.is_dir() and not path.is_symlink():
                path.rmdir()
            else:
                path.unlink()
