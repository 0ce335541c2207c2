"""VS Code: its settings for automatic approval of Copilot's calls.

A command that a setting has as false is always asked about. Of several commands in one line each is looked at by
itself, except by entries with `matchCommandLine`. Source: VS Code's documentation of `chat.tools.terminal.autoApprove`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from hookconform.packs.permissions.translation import (
    EDITS,
    Translation,
    UntranslatableError,
    command_expression,
    command_prefix,
    folder_of,
    suggested,
)

EDITOR = "vscode-copilot"
_TERMINAL, _FILES = "chat.tools.terminal.autoApprove", "chat.tools.edits.autoApprove"
_SETTING = "chat.tools."
# Settings that make the editor ask, and that no rule says.
_OTHERS = frozenset({"chat.tools.urls.autoApprove", "chat.tools.eligibleForAutoApproval"})
_EXPRESSION = re.compile(r"/(.+)/([dgimsuvy]*)", re.DOTALL)
# Flags that change nothing about whether a command matches.
_IDLE_FLAGS = "dg"
# A named group, which Python writes otherwise.
_NAMED = re.compile(r"(?<!\\)\(\?<(?=[^=!])")


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
        elif _asks(value) and str(key) in _OTHERS:
            found.skip(str(key), "rules do not look at what it is about", matters=True)
        elif _asks(value) and suggested(str(key), (_TERMINAL, _FILES)):
            found.skip(str(key), f"no setting of VS Code{suggested(key, (_TERMINAL, _FILES))}", matters=True)
        elif str(key).startswith(_SETTING):
            found.skip(str(key), "a setting of VS Code, not a rule about calls", matters=False)
    return found


def _asks(value: Any) -> bool:
    """Tell whether a table has an entry that makes the editor ask."""
    given = [one.get("approve") if isinstance(one, Mapping) else one for one in _items(value)]
    return any(one is False for one in given)


def _items(value: Any) -> list[Any]:
    return list(value.values()) if isinstance(value, Mapping) else []


def _approval(found: Translation, key: str, entry: str, approved: Any) -> None:
    given = approved.get("approve") if isinstance(approved, Mapping) else approved
    if given is True or given is None:
        found.skip(entry, "true only skips the editor's own question; a hook rule never allows", matters=False)
        return
    try:
        is_whole = isinstance(approved, Mapping) and approved.get("matchCommandLine") is True
        found.add(entry, "ask", _command(entry, is_whole=is_whole) if key == _TERMINAL else _file(entry))
    except UntranslatableError as error:
        found.skip(entry, str(error), matters=True)


def _command(entry: str, *, is_whole: bool) -> dict[str, Any]:
    match = _EXPRESSION.fullmatch(entry)
    if match is None:
        return {"tools": ["Bash"], "command_match": command_prefix(entry.split())}
    flags = "".join(flag for flag in match[2] if flag not in _IDLE_FLAGS)
    if set(flags) - {"i"}:
        raise UntranslatableError(f"the flags {flags} of an expression are not translated")
    expression = _NAMED.sub("(?P<", match[1])
    expression = expression if is_whole else command_expression(expression)
    return {"tools": ["Bash"], "command_match": f"(?i){expression}" if flags else expression}


def _file(entry: str) -> dict[str, Any]:
    return {"kinds": list(EDITS), "directories": [folder_of(entry)]}
