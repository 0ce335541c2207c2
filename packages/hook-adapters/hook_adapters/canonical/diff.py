"""Which files the text of a diff names: unified and context diffs, with the extended headers of git.

What any program takes for a header counts: a path too many stops more, never less.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_HEADER = re.compile(
    r"^[ \t]*(?:(?:---|\*\*\*) ([^\n]+)\n[ \t]*(?:\+\+\+|---) ([^\n]+)"
    r"|diff --git ([^\n]+)|(?:(?:rename|copy) (?:from|to)|Index:) ([^\n]+))",
    re.MULTILINE,
)
# From the first blank on: each further one as a beginning would make a line of blanks a matter of minutes.
_SECOND = re.compile(r'(?<![ \t])[ \t]+(?="?[a-z]/)')
_ESCAPE = re.compile(r'\\([0-7]{3}|[\\"])')


def diffed_files(text: str) -> list[str]:
    """Return every path that a header of a diff names, as written and without git's `a/`, in order and once each."""
    paths: dict[str, None] = {}
    for old, new, both, moved in _HEADER.findall(text):
        for name in [old, new, *(_SECOND.split(both.strip()) if both else ()), moved]:
            paths |= dict.fromkeys(_paths(name))
    return list(paths)


def _paths(name: str) -> Iterator[str]:
    path = name.partition("\t")[0].strip()
    if path.startswith('"'):
        # Bytes beyond ASCII are octal numbers in quotes.
        path = _ESCAPE.sub(lambda found: chr(int(found[1], 8)) if found[1].isdigit() else found[1], path.strip('"'))
        path = path.encode("latin-1", "ignore").decode("utf-8", "replace") if max(path, default="") < "\u0100" else path
    if path and path != "/dev/null":
        yield path
        if path[1:2] == "/" and path[2:]:
            yield path[2:]
