"""Draft the files that the headers of a diff name."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LINE_OF_GIT = re.compile(r"(?:rename|copy) (?:from|to) (.+)|Index: (.+)")
_MARKS = (("--- ", "+++ "), ("*** ", "--- "), ("--- ", "--- "), ("*** ", "+++ "))


def files_of_diff(text: str) -> Iterator[str]:
    """Yield each path of a unified or context diff as written, and without a prefix of one letter such as `a/`."""
    lines = [line.lstrip(" \t") for line in text.split("\n")]
    skip = False
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        names: list[str] = []
        if skip:
            skip = False
            continue
        if any(
            line.startswith(old) and following.startswith(new) and line[4:] and following[4:] for old, new in _MARKS
        ):
            names, skip = [line[4:], following[4:]], True
        elif line.startswith("diff --git "):
            names = re.split(r"(?<![ \t])[ \t]+(?=\"?[a-z]/)", line[11:].strip())
        elif found := _LINE_OF_GIT.match(line):
            names = [found[1] or found[2]]
        for name in names:
            yield from _as_written_and_without_prefix(name.split("\t")[0].strip())


def _as_written_and_without_prefix(name: str) -> Iterator[str]:
    if name.startswith('"'):
        name = re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), name.strip('"'))
        name = re.sub(r'\\([\\"])', r"\1", name)
        if all(letter < "\u0100" for letter in name):
            name = name.encode("latin-1").decode("utf-8", "replace")
    if name in ("", "/dev/null"):
        return
    yield name
    if re.match(r"./.", name, re.DOTALL):
        yield name[2:]
