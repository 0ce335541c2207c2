"""Paths, addresses and commands among the arguments of an unknown tool, by the names of its keys.

A tool that no table speaks about may do anything with its arguments. Each argument that is a path, an address or a
command by its name counts as one, at any depth: one too many stops more, never less.
"""

from __future__ import annotations

import re

from hook_adapters.canonical.errors import InvalidPayload
from hook_adapters.canonical.patch import touched_files
from hook_adapters.canonical.reading import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

PATH, ADDRESS, COMMAND, WORDS, PATCH = "path", "address", "command", "words", "patch"
# Of the words of a program that is one command with them.
_SAID = "said"
# Of a key that looks like that of a path and is none.
_NO_PATH = "no path"
# The last word of a key → the role of what is under it.
ROLES = {
    PATH: """
    pathname pathnames dirname cwd notebook source sources src destination destinations dest dst target targets root
    roots location locations document documents doc docs attachment attachments asset assets archive archives artifact
    artifacts image images picture pictures photo photos screenshot screenshots video videos audio media frame frames
    output outputs out log logs config workspace workspaces worktree worktrees repo repos repository repositories
    upload uploads download downloads database db basename from to into as
    """,
    ADDRESS: """
    link links href endpoint homepage website websites webpage webpages host hosts hostname domain domains origin
    address addresses webhook
    """,
    COMMAND: """
    cmdline script scripts shell bash sh zsh powershell pwsh exec execute executable program bin binary run terminal
    stdin input inputs keystrokes chars
    """,
    WORDS: "args argv arg arguments argument parameters parameter params param flags flag options",
    PATCH: "patches diff diffs",
}
# What such a word may also be, or end in if it is written together: `path`, `notebookpath`, `workdir`, `imageurl`.
ENDINGS = {
    PATH: "path paths file files filename filenames folder folders directory directories dir dirs",
    ADDRESS: "url urls uri uris",
    COMMAND: "command commands cmd cmds commandline",
    PATCH: "patch patchtext",
}
# Words that end so and mean something else.
OTHER_WORDS = frozenset({"xpath", "jsonpath", "profile", "profiles", "curl"})
# Words behind the one that tells the role: `file_list`, `dirName`, `commandString`.
FILLERS = words("name names list lists array string strings str value values absolute abs relative rel full original")
# What is before such a word tells the role if nothing behind it does: `file_to_read`, `path_of_config`.
PREPOSITIONS = words("to for of from in into at on with")

_OF_ENDING = {ending: role for role, listed in ENDINGS.items() for ending in listed.split()}
_OF_WORD = _OF_ENDING | {word: role for role, listed in ROLES.items() for word in listed.split()}
_ENDINGS = tuple(_OF_ENDING)
# Under which a text may be arguments of another tool, in JSON.
_ENCODED = frozenset({PATH, COMMAND, WORDS, PATCH, _SAID})
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_IS_ADDRESS = re.compile(r"\s*[A-Za-z][A-Za-z0-9+.-]*://\S+\s*")
_IS_PATH = re.compile(r"(?:\.{0,2}/|~[^/\s]*/|\.{0,2}\\|[A-Za-z]:[/\\])\S+")
_NAMES_FILE = re.compile(r"[./\\]")
_KEY_IS_PATH = re.compile(r"[^\s/\\]*[/\\]\S*")


def role_of(key: str) -> str:
    """Return the role of what is under a key, empty for none."""
    parts = [word.lower() for word in _WORD.findall(key)]
    if parts and parts[-1] in OTHER_WORDS:
        return _NO_PATH
    heads = (parts[:place] for place in range(len(parts) - 1, 0, -1) if parts[place] in PREPOSITIONS)
    return _of_words(parts) or next(filter(None, map(_of_words, heads)), "")


def _of_words(parts: list[str]) -> str:
    while parts:
        last = parts[-1]
        if last in OTHER_WORDS:
            return ""
        together = "".join(parts)
        role = _OF_WORD.get(last, "")
        # Most words have no such ending: one question instead of twenty for each key of a deep payload.
        if not role and (last.endswith(_ENDINGS) or together in _OF_ENDING):
            endings = (role for ending, role in _OF_ENDING.items() if last.endswith(ending) or together == ending)
            role = next(endings, "")
        if role or last not in FILLERS:
            return role
        parts = parts[:-1]
    return ""


class Roles:
    """What the arguments of an unknown tool name: `paths`, `addresses` and `commands`, in order and once each.

    Raises `InvalidPayload` for a patch that programs read differently, and for JSON in a text that is too deep.
    """

    def __init__(self, arguments: Any) -> None:
        self.paths: dict[str, None] = {}
        self.addresses: dict[str, None] = {}
        self.commands: dict[str, None] = {}
        # A bare text, or a list of them, may be a command or a patch; nothing tells what else it is.
        stack: list[Iterator[tuple[str, Any]]] = [iter([("" if isinstance(arguments, dict) else COMMAND, arguments)])]
        while stack:
            role, value = next(stack[-1], ("", stack))
            if value is stack:
                stack.pop()
            elif isinstance(value, str):
                self._add(role, value)
                if role in _ENCODED and (inner := _decoded(value)) is not None:
                    stack.append(iter([(WORDS if role == _SAID else role, inner)]))
            elif isinstance(value, dict):
                stack.append(self._members(role, value))
            elif isinstance(value, list):
                self._add_line(role, value)
                stack.append(iter([(role, item) for item in value]))

    def _members(self, role: str, value: dict[str, Any]) -> Iterator[tuple[str, Any]]:
        """Yield role and value of each member; a program beside the list of its words is one command."""
        roles = {key: role_of(key) for key in value}
        line = " ".join(filter(None, (_line(value[key]) for key in value if roles[key] == WORDS)))
        has_program = any(own == COMMAND and isinstance(value[key], str) for key, own in roles.items())
        for key, item in value.items():
            own = roles[key]
            if _KEY_IS_PATH.fullmatch(key):
                self._add("" if "://" in key else PATH, key)
            if own == COMMAND and line and isinstance(item, str):
                if (inner := _decoded(item)) is not None:
                    yield own, inner
                item = f"{item} {line}"  # noqa: PLW2901 (the program with its words stands for it)
            elif own == WORDS and has_program:
                own = _SAID
            elif own == PATH and line and not has_program and isinstance(item, str):
                # A program may also be named by its file.
                self.commands[f"{item} {line}"] = None
            elif role == PATH and own in {"", _NO_PATH}:
                # The names of files may be the keys of an object, or stand under `name` in one.
                own = PATH if key == "name" else own
                if _NAMES_FILE.search(key):
                    self._add(PATH, key)
            yield own, item

    def _add(self, role: str, text: str) -> None:
        if not text:
            return
        is_address = _IS_ADDRESS.fullmatch(text) is not None
        if role == COMMAND:
            self.commands[text] = None
        if role in {COMMAND, PATCH}:
            self._add_patched(text)
        # What an address is expected of may be the path of a file too.
        is_path = role == PATH or (role == ADDRESS and not is_address)
        if is_path or (role in {"", WORDS, _SAID, PATCH} and _IS_PATH.fullmatch(text)):
            self.paths[text] = None
        if is_address or role == ADDRESS:
            self.addresses[text] = None
        if file := file_of(text):
            self.paths[file] = None

    def _add_patched(self, text: str) -> None:
        """Add the files that the headers of a patch or a diff name."""
        if "***" in text and ("File:" in text or "Move to:" in text):
            self.paths |= dict.fromkeys(touched_files(text))
        if "--- " in text or "diff --git " in text or " from " in text or "Index: " in text:
            from hook_adapters.canonical.diff import diffed_files

            self.paths |= dict.fromkeys(diffed_files(text))

    def _add_line(self, role: str, items: list[Any]) -> None:
        """Add the command that a list of words is."""
        if role in {COMMAND, WORDS}:
            self._add(COMMAND, _line(items))


def _decoded(text: str) -> Any:
    """Return the object or list that a text is in JSON, None if it is none; all values of a repeated key in a list."""
    if text.lstrip()[:1] not in {"{", "["}:
        return None
    from json import loads

    try:
        # No number is asked for, and one of thousands of digits is refused where it is to become an integer.
        return loads(text, object_pairs_hook=_members_of, parse_int=float)
    except ValueError:
        return None
    except RecursionError:
        raise InvalidPayload("JSON in a text is nested too deeply") from None


def _members_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values: dict[str, list[Any]] = {}
    for key, value in pairs:
        values.setdefault(key, []).append(value)
    return {key: found[0] if len(found) == 1 else found for key, found in values.items()}


def _line(items: Any) -> str:
    """Return words as one text, each as a shell would need it; a text as it is, and nothing for anything else."""
    if isinstance(items, str):
        return items
    if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
        return ""
    from shlex import quote

    # The first word is a program, or the whole command.
    return " ".join([*items[:1], *map(quote, items[1:])])


def file_of(text: str) -> str:
    """Return the path that an address of a file names, empty for anything else."""
    scheme, _, rest = text.strip().partition(":")
    if scheme.lower() != "file":
        return ""
    from urllib.parse import unquote

    path = re.split(r"[?#]", rest)[0]
    if path.startswith("//"):
        host, slash, path = path[2:].partition("/")
        path = slash + path if host in {"", "localhost"} else f"//{host}/{path}"
    path = unquote(path)
    return path[1:] if re.match(r"/[A-Za-z]:", path) else path
