"""String edits of one file as a patch: what no mapping of arguments can do, because it takes the file's text."""

from __future__ import annotations

from typing import Any

from tool_facades.errors import FacadeError, is_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# Lines of a patch around a change, where there are so many.
CONTEXT = 3
# A line as it is now, and the index at which it stood in the file (None: it is new).
Line = tuple[str, int | None]
# Lines from one index to another that become these.
Block = tuple[int, int, list[str]]


def edits_as_patch(text: str, edits: Sequence[Mapping[str, Any]]) -> str:
    r"""Return the patch that does to a file of this text what the edits do, one after the other.

    `edits` have the canonical arguments of `Edit` (`file_path`, the same in all; `old_string`, `new_string`,
    `replace_all`). A patch is made of whole lines, and so has to be what is replaced: from the beginning of a line to
    the end of one, with or without its `\n` on both sides. Raises `FacadeError`: `no-counterpart` for what a patch
    cannot say, `missing-argument`, and `wrong-argument` for an edit that could not be made either (its text is not
    there, or several times).
    """
    _need_types(text, edits)
    path = _path(edits)
    _need_plain(text)
    before = text.replace("\r\n", "\n").split("\n")[:-1]
    lines: list[Line] = [(line, index) for index, line in enumerate(before)]
    for edit in edits:
        lines = _edited(lines, *_texts(edit), every=bool(edit.get("replace_all")))
    blocks = _blocks(lines, len(before))
    if not blocks:
        raise _cannot("the edits change nothing")
    body = "\n".join(_hunks(before, blocks))
    return f"*** Begin Patch\n*** Update File: {path}\n{body}\n*** End Patch\n"


def _need_types(text: Any, edits: Any) -> None:
    """Refuse what is no text, or no list of calls of `Edit`, whatever its caller's types promise."""
    from tool_facades.canonical_tools import canonical_tool

    if not is_text(text):
        raise FacadeError("wrong-argument", "has to be a text.", "edits_as_patch text")
    if not isinstance(edits, list | tuple):
        raise FacadeError("wrong-argument", "have to be a list.", "edits_as_patch edits")
    for edit in edits:
        found = canonical_tool("Edit").problem(edit)
        if found:
            where = " ".join(filter(None, ("Edit", found.at)))
            raise FacadeError(found.code, f"{found.at or 'an edit'} {found.what}.", where)


def _path(edits: Sequence[Mapping[str, Any]]) -> str:
    paths = [edit.get("file_path") for edit in edits]
    path = paths[0] if paths and all(one == paths[0] for one in paths) else None
    if not isinstance(path, str):
        raise FacadeError("wrong-argument", "has to be the same text in all edits.", "Edit file_path")
    if not path.strip() or path != path.strip() or not path.isprintable():
        raise _cannot(f"the path {path!r} does not fit a line")
    return path


def _need_plain(text: str) -> None:
    """Refuse a text whose lines a patch would not leave as they are."""
    if text.startswith("\ufeff"):
        raise _cannot("the text begins with a byte order mark")
    if text and not text.endswith("\n"):
        raise _cannot("the last line has no end, and a patch gives it one")
    if "\r" in text and not text.count("\r\n") == text.count("\n") == text.count("\r"):
        raise _cannot("lines end in several ways")


def _texts(edit: Mapping[str, Any]) -> tuple[str, str]:
    old, new = edit.get("old_string"), edit.get("new_string")
    if not isinstance(old, str) or not isinstance(new, str):
        raise FacadeError("missing-argument", "old_string and new_string have to be texts.", "Edit")
    if not old or old == new:
        raise FacadeError("wrong-argument", "an edit has an old text, and another new one.", "Edit old_string")
    if "\r" in new or "expected_replacements" in edit or "insert_line" in edit:
        raise _cannot("carriage returns, counted replacements and line numbers are not lines of a patch")
    return old, new


def _edited(lines: list[Line], old: str, new: str, *, every: bool) -> list[Line]:
    """Return the lines after one edit; those it brings are new."""
    text = "".join(f"{line}\n" for line, _ in lines)
    count = text.count(old)
    if count != 1 and not (count and every):
        raise FacadeError("wrong-argument", f"old_string is there {count} times.", "Edit old_string")
    # Either side takes the end of its last line with it, or neither does.
    with_end = old.endswith("\n")
    if with_end and new and not new.endswith("\n"):
        raise _cannot("new_string does not end its last line, as old_string does")
    brought: list[Line] = [(line, None) for line in (new.split("\n")[:-1] if with_end else new.split("\n"))]
    result: list[Line] = []
    done = line = 0
    at = text.find(old)
    while at >= 0:
        end = at + len(old)
        if at < done or (at and text[at - 1] != "\n") or not (with_end or text[end] == "\n"):
            raise _cannot("old_string is not whole lines")
        first = line + text.count("\n", done, at)
        result += lines[line:first] + brought
        line = first + old.count("\n") + (not with_end)
        done = end + (not with_end)
        at = text.find(old, end)
    return result + lines[line:]


def _blocks(lines: list[Line], count: int) -> list[Block]:
    """Return what became of which lines of the file, in order."""
    blocks: list[Block] = []
    new: list[str] = []
    after = 0
    for line, index in [*lines, ("", count)]:
        if index is None:
            new.append(line)
            continue
        if new or index > after:
            blocks.append((after, index, new))
            new = []
        after = index + 1
    return blocks


def _hunks(lines: list[str], blocks: list[Block]) -> list[str]:
    """Return the lines of all hunks; each has as many lines before it as its place takes to be the first that fits."""
    from tool_facades.base_tools.outcome import Refusal
    from tool_facades.base_tools.patch_lines import LineSearch

    search = LineSearch(lines, "the file")
    said: list[str] = []
    done = 0
    for number, (start, end, new) in enumerate(blocks):
        last = min(end + CONTEXT, blocks[number + 1][0] if number + 1 < len(blocks) else len(lines))
        first = max(done, start - CONTEXT)
        try:
            while search.first(lines[first:last], done) != first:
                first = max(done, first - 2 * (start - first) - 1)
        except Refusal as refusal:
            raise _cannot(str(refusal).rstrip(".")) from refusal
        said += ["@@", *(f" {line}" for line in lines[first:start])]
        said += [*(f"-{line}" for line in lines[start:end]), *(f"+{line}" for line in new)]
        said += [f" {line}" for line in lines[end:last]]
        done = last
    return said


def _cannot(why: str) -> FacadeError:
    return FacadeError("no-counterpart", f"{why}.", "edits_as_patch", "Change the file by its own edits.")
