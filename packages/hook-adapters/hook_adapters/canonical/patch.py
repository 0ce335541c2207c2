"""Which files an `apply_patch` text touches.

Programs differ in small things, so what any of them takes for a header counts: a path too many stops more, never less.
"""

from __future__ import annotations

import re

from hook_adapters.canonical.errors import InvalidPayload

# All programs trim white space before a header, JavaScript's the byte-order mark too; one takes any number of blanks
# within it, and has a header that names the old path and the new one.
HEADER = re.compile(r"[\s\ufeff]*\*\*\*(?:\s*(Add|Update|Delete|Move)\s+File| (Move to)):(.*)", re.DOTALL)
_AROUND = re.compile(r"\A[\s\ufeff]+|[\s\ufeff]+\Z")
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def touched_files(patch: str) -> list[str]:
    """Return every path named by a file header, in order, once each.

    Between the lines of an updated file a leading space marks a line of content; only a new name directly below the
    file's header may be indented. Raises `InvalidPayload` for what programs understand differently: a path with a
    control character, a carriage return that does not end a line.
    """
    paths: dict[str, None] = {}
    updating, above = False, ""
    for number, raw in enumerate(patch.split("\n"), 1):
        line = raw.removesuffix("\r")
        if "\r" in line:
            raise InvalidPayload(f"a carriage return within line {number} of the patch")
        found = HEADER.match(line)
        word = found[1] or found[2] if found else ""
        if found and not (updating and line.startswith(" ") and not (word == "Move to" and above == "Update")):
            updating = word == "Update" or (updating and word == "Move to")
            named = found[3].split("->", 1) if word == "Move" else [found[3]]
            paths |= dict.fromkeys(path for text in named if (path := _path(text, number)))
        above = word
    return list(paths)


def _path(text: str, number: int) -> str:
    if CONTROL.search(text.strip(" \t")):
        raise InvalidPayload(f"a control character in the path in line {number} of the patch")
    return _AROUND.sub("", text)
