"""The texts in which a recorded call is put to a hook program: as recorded, with another subject, and varied.

Nothing of this is stored: a derived payload follows from the captured one by the rules of this module.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from hookconform.corpus.cases import Case, sent_text
from hookconform.corpus.claims import load_platform
from hookconform.corpus.placeholder_folders import HOME
from hookconform.effects.policy_calls import is_in_default_mode
from hookconform.effects.subjects import subject_of, with_subject
from hookconform.ground.pointers import with_value

# More than a pipe holds at once, and far more than one read takes.
BLANKS = 70_000
OTHER_LETTERS = "Grüße-世界-😀"
_PATHS = frozenset({"file_path"})
_COMMANDS = frozenset({"command"})
_ANY_TEXT = "text of a file\n"
# Kinds of calls that name the folder in which they look or run; a name with a suffix is a file's all the same.
_IN_FOLDERS = frozenset({"search", "execute"})


def recorded_text(case: Case) -> str:
    """Return the call's payload as recorded, but in the platform's default permission mode."""
    return case.payload_text if case.payload is None or is_in_default_mode(case) else _text(case, case.payload)


def with_other_subject(case: Case, text: str) -> str | None:
    """Return the payload with `text` as the call's subject, None if there is no place for it."""
    payload = with_subject(case, text)
    return None if payload is None else _text(case, payload)


def varied_text(case: Case, subject: str) -> str:
    """Return the same call with `subject` in letters beyond ASCII, a value a line, behind 70,000 blanks.

    Every reader of JSON takes it for the same call; one of a few kB, of one line or of ASCII does not.
    """
    payload = with_subject(case, in_other_letters(case, subject)) or case.payload or {}
    text = json.dumps(_in_default_mode(case, payload), ensure_ascii=False, indent=2)
    return text[0] + " " * BLANKS + text[1:] + "\n"


def in_other_letters(case: Case, subject: str) -> str:
    """Return a subject with letters beyond ASCII that mean nothing to it: in a file's name, a comment, a text."""
    found = subject_of(case)
    name = found[0] if found else ""
    if name in _PATHS:
        path = PurePosixPath(subject)
        return str(path.with_name(f"{OTHER_LETTERS}-{path.name}")) if path.name else subject
    return f"{subject} # {OTHER_LETTERS}" if name in _COMMANDS else f"{subject}{OTHER_LETTERS}"


def named_files(case: Case, subject: str | None = None) -> dict[str, str | None]:
    """Return the files a call names, with the text they should have; None: only their folder should be there.

    `subject` replaces the recorded one. A file that a call writes whole is not there yet.
    """
    arguments = dict(case.expected.arguments)
    found = subject_of(case)
    if subject is not None and found is not None:
        arguments[found[0]] = subject
    old = arguments.get("old_string")
    text = None if case.expected.tool_name == "Write" else old if isinstance(old, str) and old else _ANY_TEXT
    named = dict.fromkeys(_named_paths(arguments), text)
    folders = {path for path in named if case.expected.kind in _IN_FOLDERS and not PurePosixPath(path).suffix}
    folders |= {path for path in _recorded_folders(arguments) if path not in named}
    return {f"{path}/x": None for path in sorted(folders)} | {path: text for path in named if path not in folders}


def _named_paths(arguments: dict[str, Any]) -> Iterator[str]:
    paths = arguments.get("file_paths")
    for path in [arguments.get("file_path"), *(paths if isinstance(paths, list) else [])]:
        if isinstance(path, str) and path:
            yield path


def _recorded_folders(arguments: dict[str, Any]) -> Iterator[str]:
    """Yield the folders of the recorded machine that stand alone in an argument."""
    for value in arguments.values():
        if isinstance(value, str) and value.startswith(f"{HOME}/") and "\n" not in value:
            path = PurePosixPath(value)
            yield str(path.parent if path.suffix else path)


def _text(case: Case, payload: dict[str, Any]) -> str:
    return sent_text(_in_default_mode(case, payload), case.origin)


def _in_default_mode(case: Case, payload: dict[str, Any]) -> dict[str, Any]:
    mode = load_platform(case.platform).payload.permission_mode
    if mode is None or is_in_default_mode(case):
        return payload
    return with_value(payload, mode.pointer, mode.default)
