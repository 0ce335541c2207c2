"""Folders and suffixes that nobody means as written: a home, a variable, an address, or marks of other patterns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hookconform.packs.home import HOME, meant_folder
from hookconform.packs.rule import Problem

NO_FOLDER, NEVER_MATCHES = "not-a-folder", "never-matches"
# `$id` is a usual name of a file, variables of the environment are in capitals.
_VARIABLE = re.compile(r"\$[A-Z_][A-Z0-9_]*\b|\$\{\w+\}|%\w+%|^~[\w.-]+(?=/|$)")
# Marks of other patterns: `{a,b}`, `[ab]`, `a|b`, `a, b`, and what an expression has.
_BRACES = re.compile(r"\{([^{}/]*,[^{}/]*)\}")
_SET = re.compile(r"\[[^\]/]+\]")
# A whole name in brackets is a folder of a web framework: `[slug]`, `[...path]`, `[[lang]]`.
_ROUTE = re.compile(r"(?<![^/])\[{1,2}(?:\.\.\.)?[A-Za-z_]\w+\]{1,2}(?![^/])")
_CHOICE = re.compile(r"\s*[|,]\s*")
_EXPRESSION = re.compile(r"^\^|^\\\.|[*+]\\\.|\.\+|[^/]\$$")
_INNER_STARS = re.compile(r"(?<=[^/*])\*{2,}|\*{2,}(?=[^/*])")
# With more in one folder, a repair would have too many folders.
_MOST_BRACES, _MOST_COMMAS = 3, 30
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


def literal_marks(folders: Iterable[str], suffixes: Iterable[str]) -> Iterator[Problem]:
    """Yield a problem for each folder or suffix with a mark of other patterns, which the grammar reads as text."""
    for text in folders:
        said = "" if _what_it_is(text) else _folder_mark(text)
        if said:
            yield Problem(NO_FOLDER, f"`{text}` {said}", text)
    for text in suffixes:
        said = _mark(text) or _suffix_mark(text)
        if said:
            yield Problem(NEVER_MATCHES, f"the suffix `{text}` {said}", text)


def meant_folders(folders: Iterable[str]) -> list[str]:
    """Return the folders that are meant; one that nobody means as written stays where that is not known."""
    return [meant for text in folders for meant in _meant(text)]


def _meant(text: str) -> list[str]:
    if not _what_it_is(text) and not _folder_mark(text):
        return [text]
    folder = meant_folder(text).strip()
    folders = [_INNER_STARS.sub(_as_names, one).replace("?", "*") for one in _spread(folder)]
    if any(map(_has_braces, folders)):
        return [text]
    meant = [one for folder in folders for one in _CHOICE.split(folder) if one]
    return meant if meant and not any(map(_mark, meant)) else [text]


def _spread(folder: str) -> list[str]:
    """Return a folder with each of the choices in its braces, or as it is if it has very many."""
    braces = _BRACES.search(folder)
    if braces is None or folder.count("{") > _MOST_BRACES or folder.count(",") > _MOST_COMMAS:
        return [folder]
    choices = (choice.strip() for choice in braces[1].split(","))
    return [one for choice in choices for one in _spread(folder.replace(braces[0], choice, 1))]


def _as_names(stars: re.Match[str]) -> str:
    """Return two stars beside other characters as any number of folders, and any characters of a name."""
    before = stars.string[: stars.start()]
    after = stars.string[stars.end() :]
    return (
        f"{'*/' if before and not before.endswith('/') else ''}**{'/*' if after and not after.startswith('/') else ''}"
    )


def _mark(text: str) -> str:
    """Return what a text has of other patterns, in words; empty if it has nothing."""
    if text != text.strip():
        return "has a blank at an end, which counts"
    if _has_braces(text):
        return "has ordinary braces: write each choice by itself"
    if _EXPRESSION.search(text):
        return "is taken as written: it is no regular expression"
    if _SET.search(_ROUTE.sub("", text)):
        return "has ordinary brackets: they are no set of characters"
    return "is one name, not a list: write each by itself" if _CHOICE.search(text) else ""


def _has_braces(text: str) -> bool:
    return "{" in text and "," in text


def _folder_mark(text: str) -> str:
    if _mark(text):
        return _mark(text)
    if "?" in text.removeprefix("\\\\?\\"):
        return "has an ordinary `?`: write `*`"
    return "has `**` within a name, which is `*` alone" if _INNER_STARS.search(text) else ""


def _suffix_mark(text: str) -> str:
    if "*" in text or "?" in text:
        return "has an ordinary `*` or `?`: match longer names by `directories`"
    if "/" in text:
        return "has a `/`, and a name has none: write a path in `directories`"
    return "is no more than a dot" if not text.strip(".") else ""
