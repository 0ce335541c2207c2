"""Draft what the arguments of an unknown tool name: paths, addresses and commands, by the names of the keys."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import unquote

from hookconform.corpus.argument_roles import ADDRESS, COMMAND, PATCH, PATH, WORDS, ArgumentRoles
from hookconform.drafting.diffs import files_of_diff

_ADDRESS = re.compile(r"^\s*[a-z][a-z0-9+.-]*://\S+\s*$", re.IGNORECASE)
# From the root, the home, a drive or a dot on, without blanks.
_PLAIN_PATH = re.compile(r"(\.\.?)?[/\\]\S+|~[^/\s]*/\S+|[a-z]:[/\\]\S+", re.IGNORECASE)
# Of a key that looks like that of a path and is none, and of words that are one command with their program.
_OTHER, _WITH_PROGRAM = "other", "with program"
_MAY_BE_JSON = frozenset({PATH, COMMAND, WORDS, PATCH, _WITH_PROGRAM})
_FILE = re.compile(r"file:(?://(?P<host>[^/?#]*))?(?P<path>[^?#]*)", re.IGNORECASE)
_SINGLE = {PATH: ("file_path", "file_paths"), ADDRESS: ("url", "urls"), COMMAND: ("command", "commands")}


def with_named(
    arguments: dict[str, Any], native: Any, roles: ArgumentRoles, patched: Callable[[str], Iterator[str]]
) -> dict[str, Any]:
    """Return arguments with lists of what stands elsewhere than under `file_path`, `url` and `command`."""
    found: dict[str, list[str]] = {role: [] for role in _SINGLE}
    for role, text in _texts(native, roles):
        for own, named in _named(role, text, patched):
            found[own].append(named)
    result = dict(arguments)
    for role, (single, several) in _SINGLE.items():
        own = arguments.get(single)
        every = [own, *found[role]] if isinstance(own, str) and own else found[role]
        if any(text != own for text in found[role]):
            result[several] = list(dict.fromkeys(every))
    return result


def _texts(native: Any, roles: ArgumentRoles) -> Iterator[tuple[str, str]]:
    """Yield role and text of every text, in the order of the arguments; a list of words also as one text."""
    left = [("" if isinstance(native, dict) else COMMAND, native)]
    while left:
        role, value = left.pop()
        if isinstance(value, str):
            yield role, value
            if role in _MAY_BE_JSON:
                left += [(WORDS if role == _WITH_PROGRAM else role, inner) for inner in _json_in(value)]
        elif isinstance(value, list):
            line = _line(value) if role in (COMMAND, WORDS) else None
            if line:
                yield COMMAND, line
            left += [(role, item) for item in reversed(value)]
        elif isinstance(value, dict):
            left += reversed(list(_members(role, value, roles)))


def _members(role: str, value: dict[str, Any], roles: ArgumentRoles) -> Iterator[tuple[str, Any]]:
    own = {key: _OTHER if roles.is_other(key) else roles.of_unknown(key) for key in value}
    lines = [_line(value[key]) for key in value if own[key] == WORDS]
    behind = "".join(f" {line}" for line in lines if line)
    programs = [key for key in value if own[key] == COMMAND and isinstance(value[key], str)]
    for key, item in value.items():
        if set(key) & set("/\\") and not re.search(r"\s", key):
            yield ("" if "://" in key else PATH), key
        if own[key] == PATH and behind and not programs and isinstance(item, str):
            yield COMMAND, item + behind
        if key in programs:
            yield from ((COMMAND, inner) for inner in (_json_in(item) if behind else ()))
            yield COMMAND, item + behind
        elif own[key] == WORDS and programs:
            yield _WITH_PROGRAM, item
        elif role == PATH and own[key] in ("", _OTHER):
            # An object of files may have their names as keys, or each under `name`.
            if set(key) & set("./\\"):
                yield PATH, key
            yield (PATH if key == "name" else own[key]), item
        else:
            yield own[key], item


def _json_in(text: str) -> Iterator[Any]:
    """Yield the object or list that a text encodes; a key that is repeated has the list of its values."""

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        return {
            key: next(value for name, value in pairs if name == key)
            if [name for name, _ in pairs].count(key) == 1
            else [value for name, value in pairs if name == key]
            for key in dict.fromkeys(name for name, _ in pairs)
        }

    if re.match(r"\s*[{\[]", text):
        with suppress(ValueError, RecursionError):
            # Python refuses an integer of more than 4,300 digits; as a float it is too large, and no text either.
            yield json.loads(text, object_pairs_hook=members, parse_int=float)


def _line(words: Any) -> str | None:
    """Return words as one text, None where they are none."""
    if isinstance(words, list) and all(isinstance(word, str) for word in words):
        return " ".join([*words[:1], *(shlex.quote(word) for word in words[1:])])
    return words if isinstance(words, str) else None


def _named(role: str, text: str, patched: Callable[[str], Iterator[str]]) -> Iterator[tuple[str, str]]:
    if not text:
        return
    is_address = _ADDRESS.match(text) is not None
    if role in (PATH, COMMAND):
        yield role, text
    if is_address or role == ADDRESS:
        yield ADDRESS, text
    if role == ADDRESS and not is_address:
        yield PATH, text
    if role in ("", WORDS, PATCH, _WITH_PROGRAM) and _PLAIN_PATH.fullmatch(text):
        yield PATH, text
    if role in (COMMAND, PATCH):
        yield from ((PATH, path) for path in (*patched(text), *files_of_diff(text)))
    if path := file_named_by(text):
        yield PATH, path


def file_named_by(address: str) -> str:
    """Return the path that an address of a file names, empty for any other text."""
    parts = _FILE.match(address.strip())
    if parts is None:
        return ""
    host, path = parts["host"], unquote(parts["path"])
    if host and host != "localhost":
        return f"//{unquote(host)}{path or '/'}"
    return path[1:] if re.match(r"/[A-Za-z]:", path) else path
