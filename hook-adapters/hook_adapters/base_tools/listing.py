"""What is in one folder."""

from __future__ import annotations

import os

from hook_adapters.base_tools.folder import Folder
from hook_adapters.base_tools.glob import path_pattern


def listing(folder: Folder, path: str, ignored: tuple[str, ...], most: int) -> str:
    """Return the names in a folder, one a line, folders with `/` after them, without those that fit `ignored`."""
    left_out = [path_pattern(pattern) for pattern in ignored]
    with folder.opened(path) as (descriptor, shown), os.scandir(descriptor) as entries:
        found = sorted(
            f"{entry.name}/" if entry.is_dir(follow_symlinks=False) else entry.name
            for entry in entries
            if not any(pattern.matches(entry.name) for pattern in left_out)
        )
    more = [f"({len(found) - most} more were left out.)"] if len(found) > most else []
    return "\n".join([*(found[:most] or [f"({shown} is empty.)"]), *more])
