"""What a tool call is about: the argument that names the command, the file, the page; and other text in its place."""

from __future__ import annotations

import json
from typing import Any

from hookconform.corpus.cases import Case
from hookconform.corpus.claims import load_platform
from hookconform.ground.json_text import compact
from hookconform.ground.pointers import first, with_value

# Core tools with the canonical arguments that say what a call is about, the first that is there.
SUBJECTS = {
    "Bash": ("command",),
    "Write": ("file_path",),
    "Edit": ("file_path",),
    "Read": ("file_path",),
    "Glob": ("pattern",),
    "Grep": ("pattern",),
    "WebFetch": ("url", "prompt"),
    "Task": ("prompt", "description"),
}


def subject_of(case: Case) -> tuple[str, str] | None:
    """Return the argument a call of a core tool is about and its text, None for other tools and calls without it.

    Of a call that is several of the same tool it is the argument of the first that has one.
    """
    calls = [case.expected.arguments]
    calls += [call.tool_input or {} for call in case.expected.calls if call.tool_name == case.expected.tool_name]
    for arguments in calls:
        for name in SUBJECTS.get(case.expected.tool_name or "", ()):
            if isinstance(arguments.get(name), str):
                return name, arguments[name]
    return None


def with_subject(case: Case, text: str) -> dict[str, Any] | None:
    """Return the payload with `text` where the recorded call has its subject, None if that place is not found.

    The place is where the recorded text stands among the native arguments: as a value, else within one (a path in
    a patch).
    """
    subject = subject_of(case)
    if subject is None or case.payload is None:
        return None
    found = first(case.payload, load_platform(case.platform).payload.tool_input)
    if found is None:
        return None
    pointer, arguments = found
    changed = _changed(arguments, subject[1], text)
    return None if changed == arguments else with_value(case.payload, pointer, changed)


def _changed(arguments: Any, old: str, new: str) -> Any:
    """Return native arguments, which may be a JSON text, with the new text in place of the old."""
    if isinstance(arguments, str):
        try:
            decoded = json.loads(arguments)
        except ValueError:
            return arguments.replace(old, new)
        return compact(_changed(decoded, old, new)) if isinstance(decoded, dict) else arguments
    whole = _replaced(arguments, lambda value: new if value == old else value)
    return whole if whole != arguments else _replaced(arguments, lambda value: value.replace(old, new))


def _replaced(value: Any, change: Any) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_replaced(item, change) for item in value]
    if isinstance(value, dict):
        return {key: _replaced(item, change) for key, item in value.items()}
    return value
