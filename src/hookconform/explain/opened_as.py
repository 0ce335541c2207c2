"""How tools read a path before they open it, in words."""

from __future__ import annotations

import json
from typing import Any

from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform
from hookconform.corpus.path_readings import PathReading, Step
from hookconform.corpus.path_spellings import names_files

_AS_WRITTEN = "as written"
_PHRASES = {
    "drop-nul": "without NUL",
    "decode-percent": "with %-escapes decoded",
    "file-address": "a file:// address as its path",
    "editor-address": "a file: or vscode-remote: address as its path",
    "nfc": "in Unicode normal form C",
    "nfd": "in Unicode normal form D",
    "home": "~ as the home",
    "variables": "$NAME as its value",
    "backslash-is-slash": "backslashes as slashes",
}
_QUOTES = frozenset("'\"`")
_PLACES = {"trim": "at both ends", "trim-start": "at the start", "trim-end": "at the end"}


def opened_as(platform: Platform, claim: Claim) -> list[str]:
    """Return the ways in which a tool of the newest version reads paths; none if nothing is claimed of it."""
    if claim.kind != "tool" or claim.status == "refuted" or not names_files(claim):
        return []
    ways = (way for way in platform.paths_read_as if way.covers(claim.native, platform.newest))
    return list(dict.fromkeys(_words(way) for way in ways))


def all_opened_as(platform: Platform) -> list[dict[str, Any]]:
    """Return the ways in which tools of the newest version read paths, each with its tools (none: every file tool)."""
    newest = platform.newest
    ways = (way for way in platform.paths_read_as if any(way.covers(tool, newest) for tool in way.tools or ("",)))
    return [{"tools": list(way.tools), "as": _words(way)} for way in ways]


def _words(way: PathReading) -> str:
    return ", ".join(_step(step) for step in way.steps) or _AS_WRITTEN


def _step(step: Step) -> str:
    if isinstance(step, str):
        return _PHRASES[step]
    ((name, given),) = step.items()
    match name:
        case "replace":
            what, to = _characters(given["from"]), _characters(given["to"])
            return f"{'other ' * (what == 'blanks')}{what} as {to}" if to else f"without {what}"
        case "drop-start":
            return f"without {given} at the start"
        case "drop-prefix":
            return f"without a match of {given} at the start"
        case "drop-suffix":
            return f"without a match of {given} at the end"
        case _:
            return f"without {_characters(given)} {_PLACES[name]}"


def _characters(text: str) -> str:
    """Return one character as it is written in JSON, several by their sorts."""
    if len(text) == 1:
        return json.dumps(text).strip('"').replace("\\\\", "\\") if text != " " else "a blank"
    others = [character for character in text if character not in _QUOTES and not _is_blank(character)]
    sorts = ["blanks"] if any(map(_is_blank, text)) else []
    sorts += ["quotes"] if any(character in _QUOTES for character in text) else []
    return " and ".join([*sorts, *others])


def _is_blank(character: str) -> bool:
    return character.isspace() or character == "\ufeff"
