"""Home folders and workspaces, however a path is written."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import quote

from hookconform.redaction.placeholders import HOME, WINDOWS_HOME, WORKSPACE, WORKSPACE_NAME
from hookconform.redaction.private import Private

_WINDOWS = re.compile(r"^[A-Za-z]:[\\/]")
# A folder ends where its name ends: /home/ann is not part of /home/anna.
_END = r"(?![A-Za-z0-9_])"
_SEPARATOR = r"(?P<separator>/|\\+|%2F|%5C|\\+/)"
_ANY_HOME = re.compile(
    rf"(?P<start>(?:[A-Za-z](?::|%3A)(?:/|\\+|%2F|%5C)+)?|(?:/|%2F)mnt(?:/|%2F)[a-z](?:/|%2F))?"
    rf"(?P<first>/|\\+|%2F|%5C|(?<=/)|(?<=\\))(?P<folder>home|Users){_SEPARATOR}"
    r"(?P<user>[^\s/\\%\"'`:;,<>|*?(){}\[\]]+)",
    re.IGNORECASE,
)
_ROOT = re.compile(r"(?<![\w.~/\\-])/root(?=/)")
_BARE_ROOT = re.compile(r"(?<![\w.~/\\-])/root(?![\w.-])")
_KEPT_USERS = frozenset({"dev", "shared", "public", "default"})


def redact_folders(text: str, private: Private) -> str:
    """Return text with the private folders, and anybody's home folder, replaced in every spelling."""
    for pattern, replacement in _known(private):
        text = pattern.sub(lambda _, new=replacement: new, text)
    text = _ANY_HOME.sub(_home, text)
    return (_BARE_ROOT if "/root" in private.homes else _ROOT).sub(HOME, text)


@lru_cache(maxsize=8)
def _known(private: Private) -> tuple[tuple[re.Pattern[str], str], ...]:
    pairs = [(folder, _workspace_for(folder)) for folder in private.workspaces]
    pairs += [(folder, WINDOWS_HOME if _WINDOWS.match(folder) else HOME) for folder in private.homes]
    found: list[tuple[re.Pattern[str], str]] = []
    for folder, new in sorted(pairs, key=lambda pair: -len(pair[0])):
        if folder in (HOME, WORKSPACE, "", "/", "/root"):
            continue
        flags = re.IGNORECASE if _WINDOWS.match(folder) else 0
        spelled = dict(zip(_spellings(folder), _spellings(new), strict=True))
        found += [(re.compile(re.escape(way) + _END, flags), as_new) for way, as_new in spelled.items()]
    return tuple(found)


def _workspace_for(folder: str) -> str:
    return f"{WINDOWS_HOME}\\{WORKSPACE_NAME}" if _WINDOWS.match(folder) else WORKSPACE


def _spellings(folder: str) -> list[str]:
    """Return how a folder may be written, always in the same order."""
    dashes = re.sub(r"[^A-Za-z0-9]", "-", folder)
    slashes = folder.replace("\\", "/")
    return [
        folder,
        folder.replace("\\", "\\\\"),
        folder.replace("\\", "\\\\\\\\"),
        slashes,
        slashes.replace("/", "\\/"),
        quote(folder, safe=""),
        quote(slashes, safe=""),
        quote(slashes, safe="/"),
        quote(slashes, safe="/:"),
        dashes,
        dashes.lstrip("-"),
    ]


def _home(match: re.Match[str]) -> str:
    if match.group("user").lower() in _KEPT_USERS:
        return match.group()
    return match.group()[: match.start("user") - match.start()] + "dev"
