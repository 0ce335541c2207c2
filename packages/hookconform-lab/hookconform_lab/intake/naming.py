"""File names and titles of captured cases, made from what happened."""

from __future__ import annotations

import re
from collections.abc import Container

from hookconform.corpus.claims import Platform
from hookconform.corpus.expected import Expected
from hookconform.ground.file_names import name_problem
from hookconform_lab.intake.shapes import Shape

_WHEN = {
    "PreToolUse": "before it runs",
    "PostToolUse": "after it ran",
    "PostToolUseFailure": "after it failed",
    "PermissionRequest": "when permission is asked",
    "PermissionDenied": "after permission was denied",
}
_WHAT = {
    "Bash": "a shell command",
    "Write": "a file write",
    "Edit": "a file edit",
    "Read": "a file read",
    "Glob": "a search for file names",
    "Grep": "a search in files",
    "WebFetch": "a web fetch",
    "Task": "a sub-agent call",
    "WebSearch": "a web search",
    "TodoWrite": "a to-do list update",
    "AskUserQuestion": "a question to the user",
    "Skill": "a skill call",
    "NotebookEdit": "a notebook edit",
    "LS": "a folder listing",
}


_LONGEST_PART, _LONGEST_STEM = 60, 90


def kebab(text: str) -> str:
    """Return text in lower case with single dashes between its words, cut where it is long for a file name."""
    spaced = re.sub(r"([a-z0-9])([A-Z])", r"\1-\2", text[: 4 * _LONGEST_PART])
    return re.sub(r"[^a-z0-9]+", "-", spaced.lower())[:_LONGEST_PART].strip("-") or "none"


def file_stem(platform: Platform, shape: Shape, expected: Expected, taken: Container[str]) -> str:
    """Return a stem that is not `taken`: event, tool and what sets the payload apart, numbered if need be."""
    parts: list[str] = []
    if platform.payload.registration_decides:
        parts.append("pascal" if shape.registered_event[:1].isupper() else "camel")
    parts.append(kebab(shape.registered_event))
    if shape.event and shape.registered_event == "event":
        parts.append(kebab(shape.event))
    if shape.tool is not None:
        parts.append(kebab(shape.tool))
    parts.extend(kebab(value) for value in shape.situation)
    if expected.failed:
        parts.append("failed")
    stem = "-".join(parts)[:_LONGEST_STEM].strip("-")
    if name_problem(stem) is not None:
        stem = f"event-{stem}"
    number, candidate = 1, stem
    while candidate in taken:
        number += 1
        candidate = f"{stem}-{number}"
    return candidate


def title(shape: Shape, expected: Expected) -> str:
    """Return the case's title in plain words."""
    event = expected.event
    name = expected.tool_name
    if name is None:
        situation = f" ({', '.join(shape.situation)})" if shape.situation else ""
        return f"{expected.native_event}{situation}"
    what = _WHAT.get(name, f"the tool {name[:60]}")
    native = expected.platform_tool_name
    if native is not None:
        what += f" ({native})"
    return f"{what}, {_WHEN.get(event, f'at {event}')}" + (" with an error" if expected.failed else "")
