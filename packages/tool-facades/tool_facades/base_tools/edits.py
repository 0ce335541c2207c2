"""Edits of one call: all of them, or nothing. Each is worked out before a file is changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tool_facades.base_tools import files
from tool_facades.base_tools.files import Changes, Content
from tool_facades.base_tools.folder import Folder, Place
from tool_facades.base_tools.outcome import InvalidCall, Refusal
from tool_facades.base_tools.string_edit import edited, replaced_in_original, with_lines
from tool_facades.base_tools.text import CRLF, LF, MARK, decoded, encoded
from tool_facades.base_tools.ways import EditWays

# Called with a path, and the file that is there, before it may change.
Guard = Callable[[Place, Content], None]


@dataclass(slots=True)
class Draft:
    """A file that edits are about: as it was, None where there is none; and the text that it is to have."""

    path: str
    shown: str
    seen: Content | None
    raw: str
    is_in_new_folder: bool = False
    is_written: bool = False
    old_texts: list[tuple[str, str]] | None = None


class Drafts:
    """Files as they are to be after some edits and writes; `save` changes all of them, or none.

    `guard` may refuse a file that exists. Raises `Refusal`, `InvalidCall`.
    """

    def __init__(self, folder: Folder, ways: EditWays, guard: Guard, write_guard: Guard) -> None:
        self._folder, self._ways, self._guard, self._write_guard = folder, ways, guard, write_guard
        self._drafts: dict[object, Draft] = {}

    def write(self, arguments: dict[str, Any]) -> str:
        """Draft a whole file; return what is told of it."""
        text: str = arguments["content"]
        draft = self._draft(arguments["file_path"], self._write_guard, edit=False)
        there = draft.seen is not None or draft.is_written
        if there and not arguments.get("overwrite", True):
            raise Refusal(f"{draft.shown} exists, and this tool does not replace files. Edit it instead.")
        if draft.is_in_new_folder and not self._ways.makes_folders:
            raise Refusal(f"The folder of {draft.shown} does not exist. Make it first.")
        if self._ways.writes_endings and CRLF in draft.raw:
            text = text.replace(CRLF, LF).replace(LF, CRLF)
        if self._ways.keeps_mark and draft.raw.startswith(MARK) and not text.startswith(MARK):
            text = MARK + text
        draft.raw, draft.is_written = text, True
        return f"{'Overwrote' if there else 'Created'} {draft.shown}."

    def edit(self, arguments: dict[str, Any]) -> str:
        """Draft an edit by old and new text; return what is told of it."""
        if "insert_line" in arguments:
            return self._insert(arguments)
        creates = self._ways.creates and "old_string" not in arguments
        for name in ("file_path", "new_string") if creates else ("file_path", "old_string", "new_string"):
            if name not in arguments:
                raise InvalidCall(f"Edit needs {name}, or patch alone.")
        old, new = arguments.get("old_string", ""), arguments["new_string"]
        if old == new and not creates:
            raise Refusal("old_string and new_string are the same: nothing would change.")
        draft = self._draft(arguments["file_path"], self._guard, edit=True, needed=bool(old))
        there = draft.seen is not None or draft.is_written
        if creates and there:
            raise Refusal(f"{draft.shown} exists: an edit of it needs the old text.")
        if not old and there and (draft.raw.strip() or not self._ways.fill_empty):
            raise Refusal(f"{draft.shown} exists: an empty old_string only makes a new file.")
        if not old and not there and not (self._ways.makes_file or creates):
            raise Refusal(f"There is no file {draft.shown}, and an empty old_string does not make one. Write it.")
        times = arguments.get("expected_replacements") or (None if arguments.get("replace_all") else 1)
        if not old:
            draft.raw = new
        elif self._ways.against_original and times == 1 and draft.seen is not None:
            self._in_original(draft, old, new)
        else:
            replace = self._ways.replaces or edited
            draft.raw = replace(draft.raw, old, new, times=times, shown=draft.shown, ways=self._ways)
        draft.is_written = True
        return f"{'Edited' if there else 'Created'} {draft.shown}."

    def _insert(self, arguments: dict[str, Any]) -> str:
        """Draft lines put before a line, the first is 1; one more than the last, which may be empty, is the end."""
        for name in ("file_path", "new_string"):
            if name not in arguments:
                raise InvalidCall(f"Edit needs {name} with insert_line.")
        if "old_string" in arguments or arguments.get("replace_all") or "expected_replacements" in arguments:
            raise InvalidCall("insert_line replaces nothing: give it without old_string.")
        draft = self._draft(arguments["file_path"], self._guard, edit=True, needed=True)
        draft.raw = with_lines(draft.raw, arguments["insert_line"], arguments["new_string"], draft.shown)
        draft.is_written = True
        return f"Edited {draft.shown}."

    def save(self) -> dict[str, tuple[int, ...]]:
        """Change the files; return path → stamp. What was changed is taken back if one of them fails."""
        changes = Changes()
        stamps: dict[str, tuple[int, ...]] = {}
        try:
            for draft in self._drafts.values():
                with self._folder.place(draft.path) as place:
                    status = changes.write(place, encoded(draft.raw, "The new text"), seen=draft.seen)
                    stamps[place.shown] = files.stamp_of(status)
        except BaseException:
            changes.undo()
            raise
        finally:
            changes.close()
        return stamps

    def _draft(self, path: str, guard: Guard, *, edit: bool, needed: bool = False) -> Draft:
        with self._folder.place(path) as place:
            if place.key in self._drafts:
                return self._drafts[place.key]
            draft = Draft(path, place.shown, None, "", bool(place.new))
            if place.status is not None:
                if edit and place.name.endswith(".ipynb"):
                    raise Refusal(
                        f"{place.shown} is a notebook: its cells are not edited as text. Write it as a whole."
                    )
                draft.seen = files.read(place)
                guard(place, draft.seen)
                if edit:
                    draft.raw = decoded(draft.seen.data, place.shown)
                else:
                    # Of a file that is written anew: whether it has a mark, and line ends of Windows.
                    draft.raw = (MARK if draft.seen.data.startswith(MARK.encode()) else "") + (
                        CRLF if CRLF.encode() in draft.seen.data else ""
                    )
            elif needed:
                raise Refusal(f"There is no file {place.shown}.")
            return self._drafts.setdefault(place.key, draft)

    def _in_original(self, draft: Draft, old: str, new: str) -> None:
        pairs = [*(draft.old_texts or ()), (old, new)]
        original = decoded(draft.seen.data, draft.shown) if draft.seen else ""
        draft.old_texts, draft.raw = pairs, replaced_in_original(original, pairs, draft.shown)


def drafted(drafts: Drafts, calls: Sequence[tuple[str, dict[str, Any]]]) -> list[str]:
    """Draft the edits and writes of one call in order; return what is told of each."""
    return [drafts.write(arguments) if tool == "Write" else drafts.edit(arguments) for tool, arguments in calls]
