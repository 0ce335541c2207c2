"""Nothing of the machine leaves a run: real folders become placeholders, long platform text is cut out.

A run happens in `FOLDER/home/dev/project` with home `FOLDER/home/dev`, where FOLDER is a throw-away folder.
Removing FOLDER from a text, however it is spelled, therefore leaves `/home/dev/project`. This is done on the
text of a payload, not on its parsed value, so that everything else stays byte for byte what was sent, JSON
nested in strings included.
"""

from __future__ import annotations

import getpass
import json
import os
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from hookconform.ground.errors import EXIT_FAILED, HookconformError
from hookconform.redaction.prose import elided, longest

PLACEHOLDER_HOME = "/home/dev"
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"(?P<key>\s*:)?', re.DOTALL)
_SHORTEST_SECRET = 8
# Names every machine has: no information about this one.
_COMMON_NAMES = frozenset({"root", "dev", "user", "localhost", "runner"})
# Values the lab gives the programs itself, or that any machine has.
_COMMON_VALUES = frozenset({"C.UTF-8", "/bin/bash", "xterm-256color", "/usr/bin"})


@dataclass(frozen=True, slots=True)
class Private:
    """What must not be found in anything that is kept."""

    names: tuple[str, ...]
    values: tuple[str, ...]


def of_this_machine(environment: dict[str, str] | None = None) -> Private:
    """Return host name, user, home and the values of the environment, but for what any machine has."""
    variables = dict(os.environ) if environment is None else environment
    names = {socket.gethostname(), _user(), Path.home().name} - _COMMON_NAMES
    values = {value for value in variables.values() if len(value) >= _SHORTEST_SECRET} - _COMMON_VALUES
    values |= _home_paths(Path.home())
    # Somebody's real home may be the placeholder, which then says nothing.
    values = {value for value in values if not f"{value}/".startswith(f"{PLACEHOLDER_HOME}/")}
    return Private(tuple(sorted(name for name in names if len(name) > 1)), tuple(sorted(values)))


def _home_paths(home: Path) -> set[str]:
    if str(home) == "/":
        return set()
    if str(home) == "/root" and os.access(home, os.R_OK):
        # `/root` alone may be a name of the program's own (Codex calls its first agent so).
        return {str(path) for path in home.iterdir()}
    return {str(home)}


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user id without an entry
        return "root"


def redact(text: str, folder: Path) -> str:
    """Return a payload's text with `folder` removed in every spelling and long strings elided."""
    for spelling in spellings(folder):
        text = text.replace(spelling, "")
    return _STRING.sub(_Shortener(), text)


def spellings(folder: Path) -> list[str]:
    """Return how a path may be written: as it is, percent-encoded, JSON-escaped, or as a name of dashes."""
    path = str(folder)
    dashes = re.sub(r"[^A-Za-z0-9]", "-", path)
    ways = [path, quote(path, safe=""), path.replace("/", "\\/"), dashes, dashes.lstrip("-")]
    return list(dict.fromkeys(ways))


class _Shortener:
    """Replaces one string literal after the other; remembers the key it stands under, since limits go by key."""

    def __init__(self) -> None:
        self._key: str | None = None

    def __call__(self, match: re.Match[str]) -> str:
        literal = match.group()
        if match.group("key"):
            self._key = literal[1 : literal.rindex('"')]
            return literal
        limit = longest(self._key)
        if match.end() - match.start() <= limit:
            return literal
        try:
            value = json.loads(literal, strict=False)
        except ValueError:
            return literal
        return f'"{elided(value)}"' if len(value) > limit else literal


def leaks(text: str, private: Private) -> list[str]:
    """Return what of `private` stands in a text: names as whole words, values anywhere."""
    found = [name for name in private.names if re.search(rf"(?<![\w]){re.escape(name)}(?![\w])", text)]
    return found + [value for value in private.values if value in text]


def refuse_leaks(lines: Iterable[str], private: Private, *, where: str) -> None:
    """Raise `HookconformError` (`lab.leak`) if a line to be kept holds anything of this machine."""
    for number, line in enumerate(lines, 1):
        found = leaks(line, private)
        if found:
            raise HookconformError(
                "lab.leak",
                f"Line {number} would hold {len(found)} private value(s) of this machine; nothing was written.",
                where=where,
                hint="Please report which program and scenario it was, without the value.",
                exit_code=EXIT_FAILED,
            )
