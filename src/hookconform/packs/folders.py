"""Folders of a rule that are none: a home, a variable or an address is an ordinary name in the suite's grammar."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hookconform.packs.rule import Problem

NO_FOLDER = "not-a-folder"
_HOME = re.compile(r"(~|\$HOME|\$\{HOME\})(/|$)")
# `$id` is a usual name of a file, variables of the environment are in capitals.
_VARIABLE = re.compile(r"\$[A-Z_][A-Z0-9_]*\b|\$\{\w+\}|%\w+%|^~[\w.-]+(?=/|$)")
_FILE, _ADDRESS = "file:", re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)


def no_folders(folders: Iterable[str]) -> Iterator[Problem]:
    """Yield a problem for each folder that nobody means as it is written, with what to write."""
    for text in folders:
        said = _what_it_is(text)
        if said:
            yield Problem(NO_FOLDER, f"`{text}` {said}", text)


def meant_folder(text: str) -> str:
    """Return the folder that is meant by one in the home: the same at any depth, since a rule knows no home."""
    home = _HOME.match(text)
    return f"/**/{text[home.end() :]}".rstrip("/") if home and text[home.end() :] else text


def _what_it_is(text: str) -> str:
    if _HOME.match(text):
        other = meant_folder(text)
        write = f"write `{other}`" if other != text else "write the folder itself"
        return f"is an ordinary name, not the home of a user: {write}"
    if text.casefold().startswith(_FILE):
        return "is an ordinary name: write the path alone"
    if _ADDRESS.match(text):
        return "is an address: rules cannot look at those, and `kinds: [fetch]` stops every fetch"
    variable = _VARIABLE.search(text)
    return f"is taken as written, since rules have no variables: `{variable[0]}` stays" if variable else ""
