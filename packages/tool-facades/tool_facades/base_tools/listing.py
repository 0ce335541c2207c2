"""What is in a folder."""

from __future__ import annotations

from tool_facades.base_tools.expression import Whole
from tool_facades.base_tools.folder import Folder, names_in
from tool_facades.base_tools.glob import path_pattern
from tool_facades.base_tools.ignore import Ignored
from tool_facades.base_tools.tree import files_below


def listing(folder: Folder, path: str, ignored: tuple[str, ...], most: int, *, recursive: bool = False) -> str:
    """Return the names in a folder, one a line, folders with `/` after them, without those that fit `ignored`.

    `recursive`: the paths of all files below it instead, without those that version control ignores.
    """
    left_out = [path_pattern(pattern) for pattern in ignored]
    notes: list[str] = []
    with folder.opened(path) as (descriptor, shown):
        if recursive:
            walk = files_below(descriptor, Ignored.at(folder, shown), shown)
            found = [file.path for file in walk if not _fits(left_out, file.path)]
            notes = walk.notes
        else:
            found = [name for name in names_in(descriptor) if not _fits(left_out, name.removesuffix("/"))]
    if len(found) > most:
        left = len(found) - most
        notes.append(f"({left} more {'was' if left == 1 else 'were'} left out.)")
    return "\n".join([*(found[:most] or [f"({shown} is empty.)"]), *notes])


def _fits(patterns: list[Whole], path: str) -> bool:
    return any(pattern.matches(path) for pattern in patterns)
