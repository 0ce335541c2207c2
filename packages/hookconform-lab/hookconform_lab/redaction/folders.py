"""Home folders and workspaces, however a path is written."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import quote

from hookconform.corpus.placeholder_folders import HOME, WORKSPACE
from hookconform_lab.redaction.placeholders import WINDOWS_HOME, WORKSPACE_NAME
from hookconform_lab.redaction.private import Private

_WINDOWS = re.compile(r"^[A-Za-z]:[\\/]")
# A folder ends where its name ends: /home/ann is not part of /home/anna.
_END = r"(?![A-Za-z0-9_])"
_SEPARATOR = r"(?P<separator>/|\\++/?|%2F|%5C)"
# The name of a user may have blanks in it where the path goes on behind it.
_ANY_HOME = re.compile(
    rf"(?P<start>[A-Za-z](?::|%3A)(?:[/\\]|%2F|%5C)++)?"
    rf"(?P<first>/|\\++|%2F|%5C|(?<=[/\\FfCc]))(?P<folder>home|Users|Documents\ and\ Settings){_SEPARATOR}"
    r"(?P<user>[\w.-]{1,64}(?:[ ][\w.-]{1,64}){1,3}(?=[/\\])|[^\s/\\%\"'`:;,<>|*?(){}\[\]&]++)",
    re.IGNORECASE,
)
_ROOT = re.compile(r"(?<![\w.~/\\-])/root(?=/)")
_BARE_ROOT = re.compile(r"(?<![\w.~/\\-])/root(?![\w.-])")
_KEPT_USERS = frozenset({"dev", "shared", "public", "default"})


def redact_folders(text: str, private: Private) -> str:
    """Return text with the private folders, and anybody's home folder, replaced in every spelling."""
    folded = text.casefold()
    for hint, rows in _known(private):
        if hint in folded:
            for pattern, replacement in rows:
                text = pattern.sub(lambda _, new=replacement: new, text)
    if "home" in folded or "users" in folded or "settings" in folded:
        text = _ANY_HOME.sub(_home, text)
    return (_BARE_ROOT if "/root" in private.homes else _ROOT).sub(HOME, text)


def spellings(folder: str) -> list[str]:
    """Return how a folder may be written, always in the same order: plain, escaped, percent-encoded, in dashes."""
    dashes = re.sub(r"[^A-Za-z0-9]", "-", folder)
    slashes = folder.replace("\\", "/")
    return [
        folder,
        folder.replace("\\", "\\\\"),
        folder.replace("\\", "\\\\\\\\"),
        slashes,
        slashes.replace("/", "\\/"),
        slashes.replace("/", "\\\\/"),
        quote(folder, safe=""),
        quote(slashes, safe=""),
        quote(slashes, safe="/"),
        quote(slashes, safe="/:"),
        dashes,
        dashes.lstrip("-"),
    ]


@lru_cache(maxsize=8)
def _known(private: Private) -> tuple[tuple[str, tuple[tuple[re.Pattern[str], str], ...]], ...]:
    """Return the patterns of each folder, with a part of it that stands in all of its spellings."""
    pairs = [(folder, _workspace_for(folder)) for folder in private.workspaces]
    pairs += [(folder, WINDOWS_HOME if _WINDOWS.match(folder) else HOME) for folder in private.homes]
    found: list[tuple[str, tuple[tuple[re.Pattern[str], str], ...]]] = []
    for folder, new in sorted(pairs, key=lambda pair: -len(pair[0])):
        if folder in (HOME, WORKSPACE, "", "/", "/root"):
            continue
        flags = re.IGNORECASE if _WINDOWS.match(folder) else 0
        spelled = dict(zip(spellings(folder), spellings(new), strict=True))
        rows = tuple((re.compile(re.escape(way) + _END, flags), as_new) for way, as_new in spelled.items())
        hint = max(re.findall(r"[A-Za-z0-9]+", folder), key=len, default="")
        found.append((hint.casefold(), rows))
    return tuple(found)


def _workspace_for(folder: str) -> str:
    return f"{WINDOWS_HOME}\\{WORKSPACE_NAME}" if _WINDOWS.match(folder) else WORKSPACE


def _home(match: re.Match[str]) -> str:
    if match["user"].lower() in _KEPT_USERS:
        return match[0]
    return match[0][: match.start("user") - match.start()] + "dev"
