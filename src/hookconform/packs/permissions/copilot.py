"""GitHub Copilot: VS Code's settings for automatic approval, and Copilot CLI's options `--deny-tool`.

A command that VS Code's setting has as false is always asked about. Of Copilot CLI's options, deny wins over allow.
Sources: VS Code's documentation of `chat.tools.terminal.autoApprove`, GitHub's page on allowing and denying tools.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from hookconform.packs.permissions.translation import (
    EDITS,
    READS,
    Translation,
    UntranslatableError,
    command_prefix,
    folder_of,
)

CLI, EDITOR = "copilot-cli", "vscode-copilot"
_TERMINAL, _FILES = "chat.tools.terminal.autoApprove", "chat.tools.edits.autoApprove"
_SETTING = "chat.tools."
_EXPRESSION = re.compile(r"/(.*)/([a-z]*)", re.DOTALL)
_OPTIONS = ("--deny-tool", "--excluded-tools", "--deny-url", "--allow-tool", "--available-tools", "--allow-url")
_DENYING = ("--deny-tool", "--excluded-tools", "--deny-url")
_SPECIFIED = re.compile(r"([\w.-]+)(?:\((.*)\))?", re.DOTALL)


def is_one(raw: Any) -> bool:
    """Tell whether a parsed settings file of VS Code says what needs approval."""
    return isinstance(raw, Mapping) and any(str(key).startswith(_SETTING) for key in raw)


def translate(raw: Mapping[str, Any], text: str) -> Translation:
    """Return the rules of VS Code's settings."""
    found = Translation(EDITOR, text)
    for key, value in raw.items():
        if key in {_TERMINAL, _FILES} and isinstance(value, Mapping):
            for entry, approved in value.items():
                _approval(found, key, entry, approved)
        elif key in {_TERMINAL, _FILES} and value is not True:
            found.skip(key, "it is a table of commands or paths with false", matters=True)
        elif str(key).startswith(_SETTING):
            found.skip(str(key), "a setting of VS Code, not a rule about calls", matters=False)
    return found


def _approval(found: Translation, key: str, entry: str, approved: Any) -> None:
    given = approved.get("approve") if isinstance(approved, Mapping) else approved
    if given is True or given is None:
        found.skip(entry, "true only skips the editor's own question; a hook rule never allows", matters=False)
        return
    try:
        found.add(entry, "ask", _command(entry) if key == _TERMINAL else _file(entry))
    except UntranslatableError as error:
        found.skip(entry, str(error), matters=True)


def _command(entry: str) -> dict[str, Any]:
    match = _EXPRESSION.fullmatch(entry)
    if match is None:
        return {"tools": ["Bash"], "command_match": command_prefix(entry.split())}
    if set(match[2]) - {"i"}:
        raise UntranslatableError(f"the flags {match[2]} of an expression are not translated")
    return {"tools": ["Bash"], "command_match": f"(?i){match[1]}" if match[2] else match[1]}


def _file(entry: str) -> dict[str, Any]:
    return {"kinds": list(EDITS), "directories": [folder_of(entry)]}


def has_options(text: str) -> bool:
    """Tell whether a text has Copilot CLI's options about tools."""
    return any(option in text for option in _OPTIONS)


def translate_options(text: str) -> Translation:
    """Return the rules of a file with Copilot CLI's options, such as a script; raises `ValueError` for open quotes."""
    found = Translation(CLI, text)
    for option, value in _options(text):
        if not value:
            found.skip(option, "nothing stands behind it", matters=option in _DENYING)
        for entry in filter(None, re.split(r",\s*(?![^()]*\))", value)):
            if option in {"--allow-tool", "--allow-url", "--available-tools"}:
                why = "allow only skips Copilot's own question; a hook rule never allows"
                found.skip(entry, why, matters=option == "--available-tools")
                continue
            try:
                found.add(entry, "block", _tool(f"url({entry})" if option == "--deny-url" else entry))
            except UntranslatableError as error:
                found.skip(entry, str(error), matters=True)
    return found


def _options(text: str) -> Iterator[tuple[str, str]]:
    words = shlex.split(text, comments=True)
    for place, word in enumerate(words):
        name, has_value, value = word.partition("=")
        if name in _OPTIONS:
            yield name, value if has_value else next(iter(words[place + 1 :]), "")


def _tool(entry: str) -> dict[str, Any]:
    match = _SPECIFIED.fullmatch(entry.strip())
    if match is None:
        raise UntranslatableError("not of the form tool or tool(what)")
    tool, what = match[1], (match[2] or "").strip()
    if tool == "shell":
        if not what:
            return {"tools": ["Bash"]}
        return {"tools": ["Bash"], "command_match": command_prefix(what.removesuffix(":*").split())}
    if tool in {"write", "read"}:
        kinds = list(EDITS if tool == "write" else READS)
        return {"kinds": kinds, "directories": [folder_of(what)]} if what else {"kinds": kinds}
    if tool in {"url", "memory"}:
        raise UntranslatableError(f"rules do not look at what {tool} is about")
    if what:
        return {"tools": [f"{tool}-{what}"]}
    raise UntranslatableError("a rule names MCP tools one by one, as server(tool)")
