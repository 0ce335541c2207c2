"""Nothing of the machine leaves a run: real folders become placeholders, long platform text is cut out.

A run happens in `FOLDER/home/dev/project` with home `FOLDER/home/dev`, where FOLDER is a throw-away folder.
Removing FOLDER from a text, however it is spelled, therefore leaves `/home/dev/project`. This is done on the
text of a payload, not on its parsed value, so that everything else stays byte for byte what was sent, JSON
nested in strings included. What else is private, and how it is spelled, `hookconform_lab.redaction` knows.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from hookconform.corpus.placeholder_folders import HOME
from hookconform.ground.errors import EXIT_FAILED, HookconformError
from hookconform.ground.pointers import resolve
from hookconform_lab.redaction import private
from hookconform_lab.redaction.folders import spellings
from hookconform_lab.redaction.kinds import kinds_in
from hookconform_lab.redaction.private import Private
from hookconform_lab.redaction.prose import elided, longest

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"(?P<key>\s*:)?', re.DOTALL)
_SHORTEST_SECRET = 8
# Values the lab gives the programs itself, or that any machine has.
_COMMON_VALUES = frozenset({"C.UTF-8", "/bin/bash", "xterm-256color", "/usr/bin"})
# What a run of the lab may show: made-up people and addresses of its scripts, and its own identifiers.
_OF_THIS_MACHINE = frozenset({"machine"})


def of_this_machine(environment: dict[str, str] | None = None) -> Private:
    """Return host names, user, home and the values of the environment, but for what any machine has."""
    variables = dict(os.environ) if environment is None else environment
    values = {value for value in variables.values() if len(value) >= _SHORTEST_SECRET} - _COMMON_VALUES
    values |= _home_paths(Path.home())
    # Somebody's real home may be the placeholder, which then says nothing.
    kept = sorted(value for value in values if not f"{value}/".startswith(f"{HOME}/"))
    # A home is looked for among the values: the placeholder stands in every payload of the lab. The name on commits is
    # not reachable from there, and may be a word of its payloads.
    return replace(private.of_this_machine(commits=False), homes=(), values=tuple(kept))


def _home_paths(home: Path) -> set[str]:
    if str(home) == "/":
        return set()
    if str(home) == "/root" and os.access(home, os.R_OK):
        # `/root` alone may be a name of the program's own (Codex calls its first agent so).
        return {str(path) for path in home.iterdir()}
    return {str(home)}


def redact(text: str, folder: Path, arguments: Iterable[str] = ()) -> str:
    """Return a payload's text with `folder` removed in every spelling and long strings elided.

    Strings below the pointers `arguments` stay whole: a script of the lab made them, and not the platform.
    """
    for spelling in dict.fromkeys(spellings(str(folder))):
        text = text.replace(spelling, "")
    text = _byte_numbers(str(folder)).sub("", text)
    return _STRING.sub(_Shortener(_strings_below(text, arguments)), text)


def _strings_below(text: str, pointers: Iterable[str]) -> frozenset[str]:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return frozenset()
    return frozenset(value for pointer in pointers for value in _strings(resolve(document, pointer)))


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        inner = list(value.values() if isinstance(value, dict) else value)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        for item in inner:  # pyright: ignore[reportUnknownVariableType]
            yield from _strings(item)  # pyright: ignore[reportUnknownArgumentType]


@lru_cache(maxsize=8)
def _byte_numbers(folder: str) -> re.Pattern[str]:
    """Return what finds a folder in a list of the numbers of its bytes, with the comma that goes with it."""
    numbers = r"\s*,\s*".join(str(byte) for byte in folder.encode())
    return re.compile(rf"(?<!\d){numbers}\s*,\s*|,\s*{numbers}(?!\d)|(?<!\d){numbers}(?!\d)")


class _Shortener:
    """Replaces one string literal after the other; remembers the key it stands under, since limits go by key."""

    def __init__(self, whole: frozenset[str]) -> None:
        self._key: str | None = None
        self._whole = whole

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
        return f'"{elided(value)}"' if len(value) > limit and value not in self._whole else literal


def refuse_leaks(lines: Iterable[str], known: Private, *, where: str) -> None:
    """Raise `HookconformError` (`lab.leak`) if a line to be kept holds anything of this machine, however encoded."""
    for number, line in enumerate(lines, 1):
        found = kinds_in(line, known, _OF_THIS_MACHINE)
        if found:
            raise HookconformError(
                "lab.leak",
                f"Line {number} would hold what is private on this machine ({', '.join(found)}); nothing was written.",
                where=where,
                hint="Please report which program and scenario it was, without the value.",
                exit_code=EXIT_FAILED,
            )
