"""Hooks that are functions: what a bridge makes of a command's answer, and what a function's steps say.

The answer is one object of `{"throw": reason}`, `{"args": {...}}`, `{"append": text}`, or nothing; whatever is not
exactly that refuses, as a command does that fails.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hookconform.effects.effect import Answer
from hookconform.ground.json_text import json_object

_ANSWERS: dict[str, type] = {"throw": str, "args": dict, "append": str}


class _Nothing:
    """The type of values under a key no bridge knows: no value has it."""


def told(answer: Answer) -> dict[str, Any]:
    """Return what a command told the bridge: `throw` alone if it refuses, with the reason or an empty text."""
    if answer.late:
        return {"throw": ""}
    if answer.exit_code:
        return {"throw": answer.stderr.strip().rpartition("\n")[2]}
    said = json_object(answer.stdout) if answer.stdout.strip() else {}
    if said is None or any(not isinstance(value, _ANSWERS.get(key, _Nothing)) for key, value in said.items()):
        return {"throw": ""}
    return said


def thrown(steps: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the step whose throw the program waits for, None if there is none."""
    return next((step for step in steps if "throw" in step and step["as"] != "detached"), None)
