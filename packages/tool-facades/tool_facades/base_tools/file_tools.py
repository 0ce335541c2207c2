"""Reading, writing and editing files: `Read`, `Write`, `Edit`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tool_facades.base_tools import files, patch
from tool_facades.base_tools.edits import Drafts, drafted
from tool_facades.base_tools.files import Content
from tool_facades.base_tools.folder import Folder, Place, names_in
from tool_facades.base_tools.outcome import InvalidCall, Refusal, counted
from tool_facades.base_tools.text import OTHER, UTF_8, UTF_16, Endings, numbered, shown_text
from tool_facades.base_tools.ways import Ways

# Notes for the model below a text that is not UTF-8.
_READ_AS = {UTF_16: "UTF-16", OTHER: "not UTF-8: bytes that are no text are shown as \ufffd"}


class FileTools:
    """The tools on single files, and which of them were read in which state.

    `read_first`: a file that exists is changed only after it was read. `current`: and only if nobody changed it since.
    `ignores` tells whether version control ignores a path.
    """

    def __init__(
        self, folder: Folder, ways: Ways, *, read_first: bool, current: bool, ignores: Callable[[str], bool] | None
    ) -> None:
        self._folder, self._ways, self._ignores = folder, ways, ignores
        self._read_first, self._current = read_first, current
        self._read: dict[str, tuple[int, ...]] = {}

    def read(self, arguments: dict[str, Any]) -> str:
        """Return the lines of a file with their numbers, or the names in a folder."""
        with self._folder.place(arguments["file_path"]) as place:
            if self._ignores and not self._ways.read.ignored and self._ignores(place.shown):
                raise Refusal(f"{place.shown} is ignored by version control, and not read.")
            if place.is_folder and self._ways.read.folders:
                return "\n".join(names_in(place.parent)) or f"({place.shown} is empty.)"
            content = files.read(place)
            text = shown_text(content.data)
            if text is None:
                if self._ways.read.binary:
                    return f"({place.shown} is no text: {counted(len(content.data), 'byte')}.)"
                raise Refusal(f"{place.shown} is no text; it cannot be shown.")
            self._read[place.shown] = content.stamp
        return self._lines(*text, place.shown, arguments)

    def _lines(self, text: str, read: str, shown: str, arguments: dict[str, Any]) -> str:
        lines = Endings.of(text).shown.split("\n")
        if not lines[-1]:
            lines.pop()
        first = max(arguments.get("offset", 1), 1)
        if first > max(len(lines), 1):
            told = f"({shown} has {counted(len(lines), 'line')}; there is none from {first} on.)"
            if not self._ways.read.past_end:
                raise Refusal(told[1:-1])
            return told
        if not lines:
            return f"({shown} is empty.)"
        if arguments.get("limit") == 0:
            return f"({shown} has {counted(len(lines), 'line')}; none was asked for.)"
        told = numbered(lines, first, arguments.get("limit"))
        return told if read == UTF_8 else f"{told}\n({shown} is {_READ_AS[read]}. It can be replaced, not edited.)"

    def write(self, arguments: dict[str, Any]) -> str:
        """Write a whole file."""
        return self.change([("Write", arguments)])

    def edit(self, arguments: dict[str, Any]) -> str:
        """Replace a text by another, or apply a patch."""
        return self.change([("Edit", arguments)])

    def change(self, calls: Sequence[tuple[str, dict[str, Any]]]) -> str:
        """Carry out edits and writes in order: all of them, or none; a patch is alone."""
        if any("patch" in arguments for _, arguments in calls):
            return "\n".join(self._patch(arguments) for _, arguments in calls)
        drafts = Drafts(self._folder, self._ways.edit, self._guard, self._write_guard)
        told = drafted(drafts, calls)
        self._read |= drafts.save()
        return "\n".join(told)

    def _patch(self, arguments: dict[str, Any]) -> str:
        if more := sorted(arguments.keys() - {"patch", "description"}):
            raise InvalidCall(f"Give patch alone, or the others; not patch and {', '.join(more)}.")
        told, stamps = patch.apply(self._folder, arguments["patch"], self._guard, self._ways.edit)
        for shown, stamp in stamps.items():
            self._read.pop(shown, None)
            if stamp:
                self._read[shown] = stamp
        return "\n".join(["Applied the patch:", *told])

    def _guard(self, place: Place, content: Content) -> None:
        read = self._read.get(place.shown)
        if self._read_first and read is None:
            raise Refusal(f"{place.shown} was not read. Read it first.")
        if self._current and read is not None and read != content.stamp:
            raise Refusal(f"{place.shown} was changed since it was read. Read it again.")

    def _write_guard(self, place: Place, content: Content) -> None:
        self._guard(place, content)
        if self._read.get(place.shown, content.stamp) != content.stamp:
            raise Refusal(f"{place.shown} was changed since it was read. Read it again.")
