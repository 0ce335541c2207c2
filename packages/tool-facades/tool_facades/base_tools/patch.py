"""Applying a patch to the files of a folder: all of it, or nothing."""

from __future__ import annotations

from contextlib import suppress

from tool_facades.base_tools import files
from tool_facades.base_tools.edits import Guard
from tool_facades.base_tools.files import Changes
from tool_facades.base_tools.folder import Folder, Place
from tool_facades.base_tools.outcome import NotAFolder, Refusal, counted
from tool_facades.base_tools.patch_lines import patched
from tool_facades.base_tools.patch_text import FileChange, parsed
from tool_facades.base_tools.text import decoded, encoded
from tool_facades.base_tools.ways import EditWays


def apply(
    folder: Folder, text: str, guard: Guard, ways: EditWays
) -> tuple[list[str], dict[str, tuple[int, ...] | None]]:
    """Apply a patch; return a line for each file (`A`, `M`, `D` or `R` and its path), and path → new stamp or None.

    Every change is first tried on the files as they are. Then they are made in order; when one fails after all, those
    before it are taken back. Raises `Refusal`, `InvalidCall`.
    """
    wanted = (ways.parses or parsed)(text)
    if not wanted:
        raise Refusal("The patch is empty.")
    _try_all(folder, wanted, guard, ways)
    changes = Changes()
    told: list[str] = []
    stamps: dict[str, tuple[int, ...] | None] = {}
    try:
        told.extend(_apply_one(folder, change, changes, stamps, ways) + _left_out(change) for change in wanted)
    except BaseException:
        changes.undo()
        raise
    finally:
        changes.close()
    return told, stamps


def _try_all(folder: Folder, wanted: list[FileChange], guard: Guard, ways: EditWays) -> None:
    # Of each file: the kind of its last change, and the text that it has then, None where it is deleted.
    tried: dict[object, tuple[str, str | None]] = {}
    for change in wanted:
        with suppress(*((NotAFolder,) if change.kind == "add" else ())), folder.place(change.path) as place:
            # What is no folder yet may be one when it comes to that, after a change that deletes the file.
            before = tried.get(place.key)
            if before and (before[0], change.kind) not in ways.again:
                raise Refusal(f"Several changes of the patch are about {place.shown}. Put them into one.")
            if change.move_to is not None:
                with folder.place(change.move_to) as target:
                    if target.key == place.key:
                        raise Refusal(f"{place.shown} would be moved to itself.")
                    _guard_if_there(target, guard)
            if change.kind == "add":
                if not before and place.status is not None and not ways.add_replaces:
                    raise Refusal(f"{place.shown} exists, and a patch does not add it again. Update it.")
                encoded("".join(change.added), "The patch")
                if not before:
                    _guard_if_there(place, guard)
                new: str | None = added_text(change)
            else:
                text = before[1] if before else _guarded_text(place, guard)
                new = _new_text(change, place, text or "", ways)
            tried[place.key] = (change.kind, None if change.kind == "delete" else new)


def _guarded_text(place: Place, guard: Guard) -> str:
    content = files.read(place)
    guard(place, content)
    return decoded(content.data, place.shown)


def _guard_if_there(place: Place, guard: Guard) -> None:
    if place.status is not None:
        guard(place, files.read(place))


def _new_text(change: FileChange, place: Place, text: str, ways: EditWays) -> str:
    return (ways.applies or patched)(text, change.hunks, place.shown) if change.kind == "update" else ""


def added_text(change: FileChange) -> str:
    """Return the text of a file that is added."""
    return "".join(line + "\n" for line in change.added)


def _left_out(change: FileChange) -> str:
    if not change.left_out:
        return ""
    were, they = ("was", "it begins") if change.left_out == 1 else ("were", "they begin")
    return f" ({counted(change.left_out, 'line')} of the patch {were} left out: {they} with no sign)"


def _apply_one(
    folder: Folder,
    change: FileChange,
    changes: Changes,
    stamps: dict[str, tuple[int, ...] | None],
    ways: EditWays,
) -> str:
    with folder.place(change.path) as place:
        before = files.read(place) if place.status is not None or change.kind != "add" else None
        if change.kind == "add" or before is None:
            data = encoded(added_text(change), "The patch")
            stamps[place.shown] = files.stamp_of(changes.write(place, data, seen=before))
            return f"{'M' if before else 'A'} {place.shown}"
        if change.kind == "delete":
            changes.delete(place, before)
            stamps[place.shown] = None
            return f"D {place.shown}"
        data = encoded(_new_text(change, place, decoded(before.data, place.shown), ways), "The patch")
        if change.move_to is None:
            stamps[place.shown] = files.stamp_of(changes.write(place, data, seen=before))
            return f"M {place.shown}"
        with folder.place(change.move_to) as target:
            there = files.read(target) if target.status is not None else None
            mode = None if there else before.status.st_mode & 0o7777
            stamps[target.shown] = files.stamp_of(changes.write(target, data, seen=there, mode=mode))
            changes.delete(place, before)
            stamps[place.shown] = None
            return f"R {place.shown} -> {target.shown}"
