"""Folders of a rule that are none: a home, a variable or an address is an ordinary name in the suite's grammar."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hookconform.packs.home import HOME, meant_folder
from hookconform.packs.rule import Problem

NO_FOLDER = "not-a-folder"
# `$id` is a usual name of a file, variables of the environment are in capitals.
_VARIABLE = re.compile(r"\$[A-Z_][A-Z0-9_]*\b|\$\{\w+\}|%\w+%|^~[\w.-]+(?=/|$)")
_FILE, _ADDRESS = "file:", re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)


def no_folders(folders: Iterable[str]) -> Iterator[Problem]:
    """Yield a problem for each folder that nobody means as it is written, with what to write."""
    for text in folders:
        said = _what_it_is(text)
        if said:
            yield Problem(NO_FOLDER, f"`{text}` {said}", text)


def _what_it_is(text: str) -> str:
    if HOME.match(text):
        other = meant_folder(text)
        write = f"write `{other}`" if other != text else "write the folder itself"
        return f"is an ordinary name, not the home of a user: {write}"
    if text.casefold().startswith(_FILE):
        return "is an ordinary name: write the path alone"
    if _ADDRESS.match(text):
        return "is an address: rules cannot look at those, and `kinds: [fetch]` stops every fetch"
    if text.startswith("!"):
        return "begins with an ordinary `!`: rules have no exceptions"
    variable = _VARIABLE.search(text)
    return f"is taken as written, since rules have no variables: `{variable[0]}` stays" if variable else ""
